"""A small set-up of each ruleset, for the first minute."""

EXAMPLES = {
    "voidsiege": """setup:
  points: {ana: 3, ben: 3}
  units:
    a1: {owner: ana}
    a2: {owner: ana}
    b1: {owner: ben}
    b2: {owner: ben}
  rounds: 3
""",
    "arcane-legions": """setup:
  ambush: false
  units:
    legion: {owner: ana, base: formation, figures: 6, icons: {attack: 3, defence: 2, movement: 3}}
    archers: {owner: ana, base: sortie, figures: 3, icons: {ranged: 2, defence: 1, movement: 2}}
    guard: {owner: ben, base: formation, figures: 6, icons: {attack: 3, defence: 2, movement: 3}}
    scouts: {owner: ben, base: sortie, figures: 2, icons: {attack: 1, movement: 2}}
  adjacent: [[legion, guard]]
  in_range: [[archers, guard]]
""",
    "nullshapers": """setup:
  energy: {ana: {void: 6}, ben: {void: 6}}
  cards:
    scout: {type: agent, attack: 2, defense: 2, speed: 1, cost: {void: 2}, owner: ana, zone: hand}
    quake: {type: event, speed: 2, cost: {void: 2}, target: {what: biome},
      effects: [{do: durability, amount: -1}], owner: ana, zone: hand}
    alpha: {type: agent, attack: 2, defense: 2, speed: 1, cost: {void: 2}, owner: ana, zone: staging}
    jolt: {type: event, speed: 3, cost: {void: 1}, target: {what: agent},
      effects: [{do: damage, amount: 2}], owner: ben, zone: hand}
    beta: {type: agent, attack: 2, defense: 2, speed: 1, cost: {void: 2}, owner: ben, zone: staging}
""",
}
