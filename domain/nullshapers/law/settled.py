"""Questions this edition has answered; a table cannot read them otherwise."""

SETTLED = {
    "M1": "The opponent is asked first after a declaration.",
    "M8": "A battle action is answered like Speed 2.",
    "M9": "The agents of a battle action are looked at like targets.",
    "M10": "Making energy is not queued.",
    "M22": "The other player may start a Speed 3 action in the start phase.",
    "M24": "A target is a card on the planet (in a cache, if the text says so), a queued action, a "
    "biome, a sector or a player.",
    "M25": "Speed 2 as T2 says.",
    "M26": "Refresh and reset as T5 says.",
    "M27": "The hand limit is seven.",
    "M30": "Gear is attached by report.",
    "M32": "A refused step changes nothing.",
    "M33": "A declaration as D1 says.",
    "M34": "Answering oneself as N4 says.",
    "M35": "Two players.",
    "M36": "The attack is queued.",
    "M39": "Each player passes for themselves (N7).",
    "M41": "The damage of an attack is not answered (P12).",
    "M42": "Anomalies are no functions.",
    "M43": "Converting and playing an anomaly as A5 says.",
}
