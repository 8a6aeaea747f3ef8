// Written by tests/js/protocol_types.py from docs/protocol.schema.json.

declare namespace protocol {
  type frame = protocol.frame.Play | protocol.frame.Manage | protocol.frame.ReadStory | protocol.frame.LookAtUndoing | protocol.frame.ReadDraws | protocol.frame.Cup | protocol.frame.Throw | protocol.frame.Agree | protocol.frame.Told | protocol.frame.Skip | protocol.frame.Introduce | protocol.frame.Guess | protocol.frame.React | protocol.frame.Advise | protocol.frame.Ping;
  type message = protocol.message.Welcome | protocol.message.View | protocol.message.Presence | protocol.message.Done | protocol.message.Refused | protocol.message.Unknown | protocol.message.Story | protocol.message.Shake | protocol.message.Consent | protocol.message.Undoing | protocol.message.Settled | protocol.message.Skip | protocol.message.Introduction | protocol.message.Guesses | protocol.message.Advice | protocol.message.Reaction | protocol.message.Odds | protocol.message.Draws | protocol.message.Pong | protocol.message.Closed;
}

declare namespace protocol.chance_it {
  type ActionBegan = {
    event: "action_began";
    place: number;
    row: number | "chance_it";
    rule: string;
  };
  type Box = {
    cards: Array<protocol.chance_it.Card>;
    name: string;
    stakes: Record<string, protocol.chance_it.Sheet>;
  };
  type Brings = {
    coins: [number, number];
    hearts: [number, number];
    stars: [number, number];
  };
  type Buy = {
    card: string;
    do: "buy";
    seat: number;
  };
  type Card = {
    coins?: number;
    hearts?: number;
    hit?: number;
    id: string;
    market?: number;
    price: number;
    stars?: number;
    when: "1" | "2" | "3" | "4" | "5" | "6" | "chance_it" | "flash";
  };
  type CardBought = {
    card: string;
    event: "card_bought";
    price: number;
    rule?: string;
    seat: number;
  };
  type CardDiscarded = {
    card: string;
    event: "card_discarded";
    rule: string;
    seat: number;
  };
  type CardPicked = {
    event: "card_picked";
    rule?: string;
    seat: number;
  };
  type CardUsed = {
    card: string;
    event: "card_used";
    row: number | "chance_it" | "flash";
    rule: string;
    seat: number;
  };
  type Case = {
    coins: number;
    hearts: number;
    players: number;
  };
  type Choose = {
    do: "choose";
    guide: "chance_it" | "in" | "out";
    seat: number;
  };
  type Correct = {
    by: number;
    do: "correct";
    seat: number;
    token: "coins" | "hearts" | "stars";
  };
  type DiceRerolled = {
    dice: Array<number>;
    event: "dice_rerolled";
    rule?: string;
    starter: number;
  };
  type DiceRolled = {
    dice: Array<number>;
    event: "dice_rolled";
    rule?: string;
    starter: number;
  };
  type Discard = {
    card: string;
    do: "discard";
    seat: number;
  };
  type Due = {
    do: "lay_out" | "reroll" | "roll" | "shuffle" | "start";
  };
  type Eliminated = {
    cards?: Array<string>;
    event: "eliminated";
    number?: number;
    rule?: string;
    seat: number;
  };
  type GameEnded = {
    event: "game_ended";
    rule: string;
    why: "last_heart" | "nobody" | "stars";
    winners: Array<number>;
  };
  type GuideLaid = {
    again?: boolean;
    event: "guide_laid";
    rule?: string;
    seat: number;
  };
  type GuidesRevealed = {
    event: "guides_revealed";
    guides: Array<"chance_it" | "in" | "out" | null>;
    rule?: string;
  };
  type Laid = {
    out: number;
    taking_part: number;
  };
  type LayOut = {
    cards: Array<string>;
    do: "lay_out";
  };
  type LayingOut = {
    may_lie: Array<string>;
    must_lie: Array<string>;
    to_lay: number;
  };
  type MarketLaidOut = {
    cards: Array<string>;
    event: "market_laid_out";
    rule?: string;
  };
  type MarketTurnBegan = {
    event: "market_turn_began";
    rule: string;
    seat: number;
  };
  type MarketTurnSkipped = {
    event: "market_turn_skipped";
    rule?: string;
    seat: number;
  };
  type Options = {
    ask_single_card?: boolean;
    coins?: number;
    hearts?: number;
    own_cards?: boolean;
    stars_to_win?: number;
  };
  type Out = {
    number: number;
    round: number;
  };
  type Outlook = {
    chance_it: protocol.chance_it.Brings;
    dice: protocol.chance_it.Brings;
    in: Array<protocol.chance_it.Case>;
    last_heart: Array<"chance_it" | "in" | "out">;
    market: number;
    out: Array<protocol.chance_it.Case>;
    rerolled: number;
  };
  type Own = {
    can: Array<protocol.chance_it.Shuffle | protocol.chance_it.LayOut | protocol.chance_it.Start | protocol.chance_it.Roll | protocol.chance_it.Choose | protocol.chance_it.Use | protocol.chance_it.Reroll | protocol.chance_it.Buy | protocol.chance_it.Discard | protocol.chance_it.Correct | protocol.chance_it.Due>;
    lay_out: protocol.chance_it.LayingOut | null;
    outlook: protocol.chance_it.Outlook | null;
    seat: number | null;
    secret: "chance_it" | "in" | "out" | null;
  };
  type PileShuffled = {
    cards: number;
    event: "pile_shuffled";
    rule: string;
  };
  type PlayerSeen = {
    bound: boolean;
    cards: Array<string>;
    coins: number;
    guide: "chance_it" | "in" | "out" | "face_down" | null;
    hearts: number;
    in_game: boolean;
    out: protocol.chance_it.Out | null;
    stars: number;
  };
  type Ranked = {
    place: number;
    seat: number;
  };
  type Reroll = {
    dice: Array<number>;
    do: "reroll";
  };
  type Result = {
    why: "last_heart" | "nobody" | "stars";
    winners: Array<number>;
  };
  type Roll = {
    dice: Array<number>;
    do: "roll";
  };
  type RoundBegan = {
    bound?: Array<number>;
    event: "round_began";
    round: number;
    rule?: string;
    starter: number;
  };
  type Shared = {
    awaiting: Array<number>;
    dice: Array<number>;
    discard: Array<string>;
    in_game: number;
    in_work: Array<number>;
    market: Array<string>;
    phase: "choose" | "lay_out" | "market" | "over" | "reroll" | "roll" | "running" | "shuffle" | "start" | "use";
    pile: number;
    place: number | null;
    players: Array<protocol.chance_it.PlayerSeen>;
    ranking: Array<protocol.chance_it.Ranked>;
    result: protocol.chance_it.Result | null;
    revealed: protocol.chance_it.Laid | null;
    round: number;
    row: number | "chance_it" | null;
    starter: number | null;
    tie_decided_by: "coins" | "hearts" | null;
    to_roll: number;
  };
  type Sheet = {
    in: Array<number>;
    out: Array<number>;
  };
  type Shuffle = {
    cards: Array<string>;
    do: "shuffle";
  };
  type Start = {
    do: "start";
    seat: number;
  };
  type StarterFound = {
    event: "starter_found";
    rule?: string;
    seat: number;
  };
  type TableWaits = {
    event: "table_waits";
    phase: "choose" | "lay_out" | "market" | "over" | "reroll" | "roll" | "running" | "shuffle" | "start" | "use";
    rule: string;
    seats: Array<number>;
  };
  type TokenChanged = {
    by: number;
    card?: string | null;
    cause: "all_out" | "card" | "chance_it" | "correction" | "die" | "elimination" | "hit" | "price" | "setting_up" | "stakes";
    event: "token_changed";
    left: number;
    row?: number | "chance_it" | null;
    rule: string;
    seat: number;
    token: "coins" | "hearts" | "stars";
    whose?: number | null;
  };
  type Use = {
    card: string | null;
    do: "use";
    seat: number;
  };
  type event = protocol.chance_it.TokenChanged | protocol.chance_it.PileShuffled | protocol.chance_it.MarketLaidOut | protocol.chance_it.StarterFound | protocol.chance_it.RoundBegan | protocol.chance_it.DiceRolled | protocol.chance_it.GuideLaid | protocol.chance_it.GuidesRevealed | protocol.chance_it.ActionBegan | protocol.chance_it.CardPicked | protocol.chance_it.CardUsed | protocol.chance_it.DiceRerolled | protocol.chance_it.MarketTurnBegan | protocol.chance_it.MarketTurnSkipped | protocol.chance_it.CardBought | protocol.chance_it.CardDiscarded | protocol.chance_it.TableWaits | protocol.chance_it.Eliminated | protocol.chance_it.GameEnded;
  type move = protocol.chance_it.Shuffle | protocol.chance_it.LayOut | protocol.chance_it.Start | protocol.chance_it.Roll | protocol.chance_it.Choose | protocol.chance_it.Use | protocol.chance_it.Reroll | protocol.chance_it.Buy | protocol.chance_it.Discard | protocol.chance_it.Correct;
}

declare namespace protocol.frame {
  type AddComputer = {
    do: "add_computer";
    mind: string;
  };
  type AddPlayer = {
    do: "add_player";
    name: string;
  };
  type Advise = {
    id: string;
    type: "advise";
  };
  type Again = {
    do: "again";
  };
  type Agree = {
    ask: string;
    type: "agree";
    yes: boolean;
  };
  type Allow = {
    ask: number;
    do: "allow";
  };
  type AllowAll = {
    asks: Array<number>;
    do: "allow_all";
  };
  type Arrange = {
    do: "arrange";
    players: Array<number>;
  };
  type Begin = {
    do: "begin";
  };
  type ChooseGame = {
    do: "choose_game";
    game: string;
  };
  type Coach = {
    do: "coach";
    on: boolean;
  };
  type Consent = {
    do: "consent";
    on: boolean;
  };
  type Cup = {
    type: "cup";
  };
  type Deny = {
    ask: number;
    do: "deny";
  };
  type End = {
    do: "end";
  };
  type Fun = {
    do: "fun";
    on: boolean;
  };
  type Guess = {
    answer: number;
    id: string;
    type: "guess";
    what: string;
  };
  type HandOn = {
    do: "hand_on";
  };
  type Introduce = {
    on: boolean;
    type: "introduce";
  };
  type Leave = {
    do: "leave";
  };
  type LetBack = {
    do: "let_back";
    player: number;
  };
  type Lock = {
    do: "lock";
    on: boolean;
  };
  type LookAtUndoing = {
    before: number;
    id: string;
    type: "undoing";
  };
  type Manage = {
    do: protocol.frame.Begin | protocol.frame.Again | protocol.frame.End | protocol.frame.ChooseGame | protocol.frame.SetOption | protocol.frame.Rename | protocol.frame.Recolour | protocol.frame.Arrange | protocol.frame.Leave | protocol.frame.Remove | protocol.frame.LetBack | protocol.frame.AddComputer | protocol.frame.AddPlayer | protocol.frame.Replace | protocol.frame.Lock | protocol.frame.Watch | protocol.frame.Pause | protocol.frame.SetPace | protocol.frame.Allow | protocol.frame.Deny | protocol.frame.AllowAll | protocol.frame.Remote | protocol.frame.Undo | protocol.frame.Redo | protocol.frame.OwnDice | protocol.frame.OwnGuides | protocol.frame.PrintedGuides | protocol.frame.Show | protocol.frame.SitHere | protocol.frame.TakePhone | protocol.frame.HandOn | protocol.frame.Consent | protocol.frame.Share | protocol.frame.Fun | protocol.frame.Coach | protocol.frame.Odds;
    id: string;
    type: "manage";
  };
  type Odds = {
    do: "odds";
    on: boolean;
  };
  type OwnDice = {
    do: "own_dice";
    on: boolean;
  };
  type OwnGuides = {
    do: "own_guides";
    of: "all" | "none" | "some";
  };
  type Pause = {
    do: "pause";
    on: boolean;
  };
  type Ping = {
    type: "ping";
  };
  type Play = {
    id: string;
    move: protocol.chance_it.move | protocol.chance_it.Due | protocol.second_chance.move | protocol.second_chance.Due;
    type: "play";
  };
  type PrintedGuides = {
    do: "printed_guides";
    on: boolean;
    player: number;
  };
  type React = {
    id: string;
    type: "react";
    what: "again" | "cheer" | "clap" | "cry" | "gasp" | "laugh" | "love";
  };
  type ReadDraws = {
    since?: number;
    type: "draws";
  };
  type ReadStory = {
    since?: number;
    type: "story";
  };
  type Recolour = {
    colour: number;
    do: "recolour";
    player: number;
  };
  type Redo = {
    do: "redo";
  };
  type Remote = {
    do: "remote";
    on: boolean;
    player: number;
  };
  type Remove = {
    do: "remove";
    mind?: string | null;
    player: number;
  };
  type Rename = {
    do: "rename";
    name: string;
    player: number;
  };
  type Replace = {
    do: "replace";
    mind: string | null;
    player: number;
  };
  type SetOption = {
    do: "set_option";
    option: string;
    value: boolean | number;
  };
  type SetPace = {
    do: "pace";
    pace: "fast" | "instant" | "normal" | "slow";
  };
  type Share = {
    do: "share";
    on: boolean;
  };
  type Show = {
    do: "show";
    moves: Array<any>;
  };
  type SitHere = {
    do: "sit_here";
    name: string;
  };
  type Skip = {
    number: number;
    type: "skip";
  };
  type TakePhone = {
    do: "take_phone";
    player: number;
  };
  type Throw = {
    ask: string;
    bits: string;
    type: "throw";
  };
  type Told = {
    number: number;
    type: "told";
  };
  type Undo = {
    before?: number | null;
    do: "undo";
    seen?: number | null;
  };
  type Watch = {
    do: "watch";
    on: boolean;
  };
}

declare namespace protocol.message {
  type Advice = {
    choices: Array<protocol.message.Advised>;
    id: string;
    number: number;
    of: number;
    type: "advice";
  };
  type Advised = {
    chance: number | null;
    move: any;
    reasons: Array<protocol.message.Reason>;
  };
  type AskingSeen = {
    ask: number;
    name: string;
    player: number;
  };
  type AtPhone = {
    acts: boolean;
    player: number;
  };
  type BestGuessers = {
    colours: Array<number>;
    names: Array<string>;
    of: number;
    right: number;
  };
  type Closed = {
    code: string;
    sentence: string;
    type: "closed";
  };
  type Consent = {
    ask: string;
    asked: Array<number>;
    by: number | "game_master" | "table";
    do: string;
    lost: Array<protocol.message.Lost>;
    moves: number;
    seconds: number;
    type: "consent";
  };
  type Done = {
    id: string;
    number: number;
    type: "done";
  };
  type DrawSeen = {
    do: string;
    entry: number;
    gave: Array<any>;
    made_from: protocol.message.Inputs;
    number: number;
    salt: string;
    typed: boolean;
  };
  type Draws = {
    draws: Array<protocol.message.DrawSeen>;
    more: boolean;
    seed: string;
    type: "draws";
  };
  type Guess = {
    answers: Array<number>;
    are_seats: boolean;
    what: string;
  };
  type Guessed = {
    answer: number;
    are_seats: boolean;
    came?: Array<number> | null;
    what: string;
  };
  type Guesses = {
    guessed: Array<protocol.message.Guessed>;
    is_free: boolean;
    number: number;
    of: number;
    open: Array<protocol.message.Guess>;
    right: number;
    type: "guesses";
  };
  type Highlight = {
    count: number;
    seats: Array<number>;
    what: string;
  };
  type Inputs = {
    again?: Array<number>;
    dice?: number;
    piles?: Array<Array<string>>;
  };
  type Introduction = {
    on: boolean;
    type: "introduction";
  };
  type Lost = {
    by: number | "game_master" | "table";
    moves: number;
  };
  type Odds = {
    chances: Array<number>;
    number: number;
    type: "odds";
  };
  type OwnSeen = {
    asking: Array<protocol.message.AskingSeen>;
    asking_for: number | null;
    at_phone: Array<protocol.message.AtPhone>;
    brings_back: protocol.message.TakenBack | null;
    can: Array<string>;
    game: null | protocol.chance_it.Own | protocol.second_chance.Own;
    is_host: boolean;
    printed: Array<protocol.message.StandIn>;
    remote: any;
    rolls_for: number | null;
    stand_in: Array<protocol.message.StandIn>;
    takes_back: protocol.message.TakenBack | null;
    you: number | null;
  };
  type Pong = {
    type: "pong";
  };
  type Presence = {
    connected: Array<number>;
    type: "presence";
    watching: number;
  };
  type Previous = {
    commitment: string | null;
    ended: boolean;
    seed: string | null;
  };
  type Reaction = {
    player: number;
    type: "reaction";
    what: string;
  };
  type Reason = {
    numbers: Record<string, number>;
    what: string;
  };
  type Refused = {
    code: string;
    id: string | null;
    sentence: string;
    type: "refused";
  };
  type SeatedSeen = {
    colour: number;
    computer: string | null;
    name: string;
    player: number;
    removed: boolean;
  };
  type Settled = {
    agreed: boolean;
    ask: string;
    type: "settled";
  };
  type Shake = {
    ask: string;
    draw: number;
    game: number;
    type: "shake";
  };
  type Skip = {
    number: number;
    type: "skip";
  };
  type StandIn = {
    can: Array<protocol.chance_it.Shuffle | protocol.chance_it.LayOut | protocol.chance_it.Start | protocol.chance_it.Roll | protocol.chance_it.Choose | protocol.chance_it.Use | protocol.chance_it.Reroll | protocol.chance_it.Buy | protocol.chance_it.Discard | protocol.chance_it.Correct | protocol.chance_it.Due> | Array<protocol.second_chance.DrawOpen | protocol.second_chance.BonusOpen | protocol.second_chance.Due>;
    player: number;
    seat: number;
  };
  type Story = {
    best_guessers?: protocol.message.BestGuessers | null;
    entries: Array<protocol.message.Told>;
    highlights?: Array<protocol.message.Highlight>;
    more: boolean;
    number: number;
    type: "story";
  };
  type TableSeen = {
    coach: boolean;
    code: string;
    consent: boolean;
    dice_of: number | null;
    fun: boolean;
    game: string;
    games: number;
    locked: boolean;
    next_commitment: string | null;
    odds: boolean;
    own_dice: boolean;
    own_guides: "all" | "none" | "some";
    pace: string;
    paused: boolean;
    players: Array<protocol.message.SeatedSeen>;
    previous: protocol.message.Previous | null;
    printed_guides: Array<number>;
    remotes: Array<number>;
    seed: string | null;
    sharing: boolean;
    status: string;
    typed_dice: number;
    waiting: Array<protocol.message.SeatedSeen>;
    watching: boolean;
  };
  type TakenBack = {
    by: number | "game_master" | "table";
    do: string;
    lost: Array<protocol.message.Lost>;
    moves: number;
  };
  type Told = {
    by: number | "game_master" | "table";
    do: string;
    events: Array<protocol.chance_it.event | protocol.second_chance.event>;
    number: number;
    player?: number | null;
    sets?: Array<Record<string, any>>;
    taken_back?: protocol.message.TakenBack | null;
    typed?: boolean;
  };
  type Undoing = {
    anew: boolean;
    asks: boolean;
    id: string;
    number: number;
    taken_back: protocol.message.TakenBack;
    type: "undoing";
  };
  type Unknown = {
    code: string;
    id: string;
    sentence: string;
    type: "unknown";
  };
  type View = {
    epoch: string;
    events: Array<protocol.message.Told>;
    number: number;
    own: protocol.message.OwnSeen;
    table: protocol.message.TableSeen;
    type: "view";
    view: null | protocol.chance_it.Shared | protocol.second_chance.Shared;
  };
  type Welcome = {
    box: protocol.chance_it.Box | protocol.second_chance.Box;
    commitment: string | null;
    computer_players: Array<string>;
    game: string;
    has_odds: boolean;
    lobby_notes: Array<string>;
    options: protocol.chance_it.Options | protocol.second_chance.Options;
    own_box: string | null;
    players: [number, number];
    type: "welcome";
  };
}

declare namespace protocol.second_chance {
  type Bonus = {
    cell: [number, number];
    do: "bonus";
    seat: number;
  };
  type BonusOpen = {
    at: string;
    do: "bonus";
  };
  type Box = {
    name: string;
    size: number;
    starts: Array<protocol.second_chance.Tile>;
    tiles: Array<protocol.second_chance.Tile>;
  };
  type Draw = {
    cells: Array<[number, number]>;
    do: "draw";
    seat: number;
    tile: string;
  };
  type DrawOpen = {
    do: "draw";
    tile: string;
    ways: Array<protocol.second_chance.WayOpen>;
  };
  type DroppedOut = {
    event: "dropped_out";
    rule?: string;
    seat: number;
  };
  type Due = {
    do: "shuffle";
  };
  type GameEnded = {
    ending: "all_dropped_out" | "full_grid" | "no_two_tiles" | "too_few_second_chances";
    event: "game_ended";
    rule: string;
    why: "fewest" | "full" | "solo";
    winners: Array<number>;
  };
  type OneWritten = {
    cell: [number, number];
    event: "one_written";
    rule?: string;
    seat: number;
  };
  type OnesDue = {
    event: "ones_due";
    rule?: string;
    seats: Array<number>;
  };
  type Options = {
    solo?: boolean;
  };
  type Own = {
    can: Array<protocol.second_chance.DrawOpen | protocol.second_chance.BonusOpen | protocol.second_chance.Due>;
    seat: number | null;
    secret: string | null;
  };
  type PlayerSeen = {
    drawn: boolean;
    dropped: boolean;
    empty: number;
    grid: string;
    one: boolean;
    tile: string | null;
  };
  type Ranked = {
    place: number;
    seat: number;
  };
  type Result = {
    why: "fewest" | "full" | "solo";
    winners: Array<number>;
  };
  type SecondChanceDealt = {
    event: "second_chance_dealt";
    rule?: string;
    seat: number;
  };
  type SecondChanceFailed = {
    event: "second_chance_failed";
    rule?: string;
    seat: number;
    tile: string;
  };
  type Shared = {
    awaiting: Array<number>;
    beaten_by_one: Array<number>;
    deck: number;
    game: number;
    letters: string;
    phase: "bonus" | "draw" | "over" | "second_chance" | "shuffle" | "start";
    players: Array<protocol.second_chance.PlayerSeen>;
    ranking: Array<protocol.second_chance.Ranked>;
    result: protocol.second_chance.Result | null;
    revealed: Array<string>;
    round: number;
    seen: Array<string>;
    size: number;
    solo: protocol.second_chance.Solo | null;
    stuck: Array<number>;
    totals: Array<number>;
  };
  type Shuffle = {
    do: "shuffle";
    starts: Array<string>;
    tiles: Array<string>;
  };
  type Solo = {
    games: number;
    goal: number;
    grade: number;
    missed_by: number;
    total: number;
  };
  type SoloGameEnded = {
    empty: number;
    ending: "all_dropped_out" | "full_grid" | "no_two_tiles" | "too_few_second_chances";
    event: "solo_game_ended";
    game: number;
    rule?: string;
  };
  type StartDealt = {
    event: "start_dealt";
    rule?: string;
    seat: number;
    tile: string;
  };
  type Tile = {
    cells: Array<[number, number]>;
    id: string;
  };
  type TileDrawn = {
    cells: Array<[number, number]>;
    event: "tile_drawn";
    letter: string;
    rule: string;
    seat: number;
    tile: string;
  };
  type TilesRevealed = {
    event: "tiles_revealed";
    round: number;
    rule: string;
    stuck: Array<number>;
    tiles: Array<string>;
  };
  type TilesShuffled = {
    event: "tiles_shuffled";
    game: number;
    rule?: string;
    tiles: number;
  };
  type WayOpen = {
    at: string;
    cells: Array<[number, number]>;
  };
  type event = protocol.second_chance.TilesShuffled | protocol.second_chance.StartDealt | protocol.second_chance.TilesRevealed | protocol.second_chance.TileDrawn | protocol.second_chance.SecondChanceDealt | protocol.second_chance.SecondChanceFailed | protocol.second_chance.DroppedOut | protocol.second_chance.OnesDue | protocol.second_chance.OneWritten | protocol.second_chance.SoloGameEnded | protocol.second_chance.GameEnded;
  type move = protocol.second_chance.Shuffle | protocol.second_chance.Draw | protocol.second_chance.Bonus;
}
