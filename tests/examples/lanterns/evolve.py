"""What each event does to the table."""

from collections.abc import Mapping

from domain.kernel.evolves import Evolves
from domain.kernel.shapes.lasting import Lasting
from domain.kernel.shapes.passing import Passing
from domain.kernel.shapes.seats import from_seat
from domain.kernel.shapes.secret import Secret
from domain.kernel.values import changed, without_item
from tests.examples.lanterns import events as e
from tests.examples.lanterns.state import Item, Rolling, Table, in_game

evolves = Evolves()


def _more(mapping: Mapping[str, int], player: str, change: int) -> Mapping[str, int]:
    return {**mapping, player: max(0, mapping[player] + change)}


@evolves(e.BidMade)
def after_bid_made(table: Table, event: e.BidMade, _entry: int) -> Table:
    return changed(table, bids=table.bids.with_choice(event.by, event.amount))


@evolves(e.BidsShown)
def after_bids_shown(table: Table, _event: e.BidsShown, _entry: int) -> Table:
    return changed(table, bids=Secret())


@evolves(e.LeadTaken)
def after_lead_taken(table: Table, event: e.LeadTaken, _entry: int) -> Table:
    coins = _more(table.coins, event.player, -event.points)
    return changed(table, led=event.player, coins=coins, window=Passing(event.player))


@evolves(e.CardLaid)
def after_card_laid(table: Table, event: e.CardLaid, entry: int) -> Table:
    assert table.window is not None
    item = Item(event.card, table.cards[event.card], event.by, entry, event.target)
    hand = tuple(card for card in table.hands[event.by] if card != event.card)
    return changed(
        table,
        hands={**table.hands, event.by: hand},
        laid={**table.laid, event.card: entry},
        stack=(*table.stack, item),
        window=table.window.after_acting(),
    )


@evolves(e.TriggerEntered)
def after_trigger_entered(table: Table, event: e.TriggerEntered, entry: int) -> Table:
    number = table.triggers + 1
    item = Item(f"trigger{number}", "mirror", event.player, entry)
    return changed(table, stack=(*table.stack, item), triggers=number)


@evolves(e.ChancePassed)
def after_chance_passed(table: Table, _event: e.ChancePassed, _entry: int) -> Table:
    assert table.window is not None
    return changed(table, window=table.window.passes(table.players, in_game(table)))


@evolves(e.ItemLeft)
def after_item_left(table: Table, event: e.ItemLeft, _entry: int) -> Table:
    stack = tuple(item for item in table.stack if item.name != event.card)
    first = from_seat(table.players, table.led, in_game(table))[0]
    return changed(table, stack=stack, window=Passing(first), rolling=None)


@evolves(e.DiceAwaited)
def after_dice_awaited(table: Table, event: e.DiceAwaited, _entry: int) -> Table:
    item = table.on_the_stack(event.card)
    assert item is not None
    return changed(table, rolling=Rolling(item))


@evolves(e.DiceRolled)
def after_dice_rolled(table: Table, event: e.DiceRolled, _entry: int) -> Table:
    assert table.rolling is not None
    return changed(table, rolling=changed(table.rolling, dice=event.dice))


@evolves(e.DieRolledAgain)
def after_die_rolled_again(table: Table, event: e.DieRolledAgain, _entry: int) -> Table:
    assert table.rolling is not None
    dice = list(table.rolling.dice)
    dice[event.die - 1] = event.face
    rolling = changed(table.rolling, dice=tuple(dice), again=True)
    return changed(table, rolling=rolling, coins=_more(table.coins, event.by, -1))


@evolves(e.LightsLost)
def after_lights_lost(table: Table, event: e.LightsLost, _entry: int) -> Table:
    return changed(table, lights=_more(table.lights, event.player, -event.number))


@evolves(e.LightsReported)
def after_lights_reported(table: Table, event: e.LightsReported, _entry: int) -> Table:
    return changed(table, lights=_more(table.lights, event.player, event.change))


@evolves(e.VeilPutOn)
def after_veil_put_on(table: Table, event: e.VeilPutOn, entry: int) -> Table:
    veil = Lasting(entry, event.through)
    return changed(table, veils={**table.veils, event.player: veil})


@evolves(e.VeilEnded)
def after_veil_ended(table: Table, event: e.VeilEnded, _entry: int) -> Table:
    return changed(table, veils=without_item(table.veils, event.player))


@evolves(e.CoinGained)
def after_coin_gained(table: Table, event: e.CoinGained, _entry: int) -> Table:
    return changed(table, coins=_more(table.coins, event.player, 1))


@evolves(e.RoundEnded)
def after_round_ended(table: Table, _event: e.RoundEnded, _entry: int) -> Table:
    return changed(table, round=table.round + 1, window=None)


@evolves(e.PlayerFell)
def after_player_fell(table: Table, event: e.PlayerFell, _entry: int) -> Table:
    after = changed(table, out=(*table.out, event.player), rolling=None)
    bids = {one: bid for one, bid in table.bids.chosen.items() if one != event.player}
    left = in_game(after)
    window = table.window and table.window.without(event.player, table.players, left)
    return changed(after, window=window, bids=Secret(bids))


@evolves(e.GameEnded)
def after_game_ended(table: Table, event: e.GameEnded, _entry: int) -> Table:
    return changed(table, over=True, winner=event.winner, stack=(), rolling=None)
