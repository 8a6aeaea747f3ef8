// What the scripts hand to each other, made of the protocol's types. Comments in the scripts name these.

// For a union of things that a field tells apart: a function for each of them that is worth one.
type ByField<All, Field extends string, Rest extends unknown[], Given> = {
  [One in All as One extends { [Own in Field]: string } ? One[Field] : never]?: (one: One, ...rest: Rest) => Given;
};

declare namespace table {
  type Messages = ByField<protocol.message, "type", [], void>;
  // What of a message is one's own in its game; nothing at the door.
  type Own = { seat: number | null; secret: string | null } | null;
  // As pacing.js makes it of a message: `table` and `view` with what is one's own in them. Which game it is, the table does not know.
  type View<Game = any, Event = any> = Omit<protocol.message.View, "table" | "view" | "events" | "own"> & {
    table: Table;
    shared: Game | null;
    view: Game | null;
    events: Entry<Event>[];
    own: Own;
  };
  type Entry<Event = any> = Omit<protocol.message.Told, "events"> & { events: Event[] };
  type Table = protocol.message.TableSeen & Omit<protocol.message.OwnSeen, "game" | "stand_in" | "printed" | "remote"> & { stand_in: StandIn[]; printed: StandIn[]; remote: any };
  type StandIn<Move = any> = { player: number; seat: number; can: Move[] };
  type Answer = protocol.message.Done | protocol.message.Refused | protocol.message.Undoing;
  type Draws = { seed: string; draws: protocol.message.DrawSeen[] };
  type Move = protocol.frame.Play["move"];
  type Order = protocol.frame.Manage["do"];
  type Welcome<Box = any, Options = any> = Omit<protocol.message.Welcome, "box" | "options"> & { box: Box; options: Options };

  // A prepared game, as chanceit/web/lessons.py makes it: `wanted` is the move that leads on, null where one only reads.
  type Lesson = { welcome: protocol.message.Welcome; steps: { name: string; wanted: Record<string, unknown> | null; view: protocol.message.View }[] };

  // A game that is over, from one viewpoint: `Again` of chanceit/live/gate.py.
  type Moment = { at: number; what: string; seats: number[]; count: number };
  type Again = { welcome: protocol.message.Welcome; views: protocol.message.View[]; moments: Moment[]; highlights: protocol.message.Highlight[]; created: string | null };

  // How a game went: `LookedBack` of rules/parts.py, in hundredths, with who sat there.
  type Done = { what: string; values: Record<string, number> };
  type Decision = { at: number; round: number; did: Done; had: number; better: Done; best: number; won: number; is_mistake: boolean };
  type Account = { start: number; choices: number; luck: number; others: number; end: number };
  type LookedBack = { rounds: { round: number; at: number; chances: number[] }[]; accounts: Account[]; decisions: Decision[][] };
  type Went = { game: string; names: string[]; colours: number[]; found: LookedBack };

  // `seatOf` gives the seat of a player by number, -1 if there is none.
  type Who = { name(seat: number): string; colour(seat: number): number; seatOf(player: unknown): number; seat: number | null };
  type Step<Event = any> = { kind: string; events: Event[]; sets: Record<string, unknown>[]; entry: Entry<Event> };
  type Highlights = { highlights: protocol.message.Highlight[]; best: protocol.message.BestGuessers | null };
  type Line = { kind: "good" | "bad" | "note"; text: string; canAskAgain?: boolean };

  // How a game is told, for pacing.js.
  type Pacing<Event = any> = {
    timesOf(kind: string, view: any): { lead: number; hold: number };
    kindOf(event: Event, rest: Event[]): string;
    belongsTo(step: Step<Event>, event: Event, kind: string, rest: Event[]): boolean;
    cutsIn: string[];
  };

  // What a phone knows; a game adds its own.
  type Phone<View = any, Event = any, Box = any, Options = any> = {
    welcome: Welcome<Box, Options> | null;
    table: Table | null;
    number: number;
    view: View | null;
    step: Step<Event> | null;
    isOutcome: boolean;
    connected: number[];
    state: string;
    sending: number;
    wished: number;
    refusal: string;
    closed: (protocol.message.Closed & { home: string }) | null;
    told: Told<Event>;
    sharing: Sharing | null;
    lately(): string[];
    highlights: Highlights;
    who: Who;
  };
  type Sharing = { scene(app: Phone & { table: Table }): HTMLElement; draw(app: Phone & { table: Table }): void };
  // The same while there is a game.
  type Playing<App extends Phone> = App & {
    welcome: NonNullable<App["welcome"]>;
    table: Table;
    view: NonNullable<App["view"]> & { seat: number };
  };
  type Told<Event = any> = { events(): Event[]; isWhole(): boolean };
  type Sheets<App> = Record<string, (sheet: HTMLElement, app: App, scene: string) => void>;
  // What a game brings to a phone: see seat.js.
  type Thing = [selector: string, say: (element: HTMLElement) => string];
  type Seat<App extends Phone> = {
    pacing: Pacing;
    lag?: number;
    memory: Omit<App, keyof Phone>;
    sceneOf(app: App): string;
    draw(app: App, scene: string): void;
    sheets: Sheets<Playing<App>>;
    sheetsAnyTime: Sheets<App & { table: Table }>;
    welcome?(app: App): void;
    begun?(app: App): void;
    changed?(app: App): void;
    handedOn?(app: App): void;
    words(event: any, who: Who): string | null;
    needsStory(app: App, sheet: string): boolean;
    tell?(events: NonNullable<App["step"]>["events"], app: App): void;
    ask?(before: App["view"], view: NonNullable<App["view"]>, app: App): void;
    actions: Record<string, (element: HTMLElement, event: MouseEvent) => unknown>;
    hints?(): Promise<{ HINTS: Hint[] }>;
    coach?(): Promise<Coaching>;
    things?(): Promise<{ THINGS: Thing[] }>;
  };
  // What is told at the first time: see phone/hints.js.
  type Hint<Event = any> = { hint: string; scene?: string; after?(event: Event, seat: number): unknown };
  type Learning = {
    draw(app: Phone, scene: string): void;
    tell(events: unknown[], seat: number): void;
    introduce(on: boolean): void;
  };

  // What a game tells of a coach's advice, and the coach: see phone/coach.js.
  type Coaching = {
    SCENES: string[];
    describe(move: any, app: any): { title: string; note: string; picture: Element | null };
    reason(reason: protocol.message.Reason, app: any): string;
    take(move: any, app: any): void;
    together?(moves: any[], app: any): { title: string; note: string; picture: Element | null } | null;
  };
  type Coach = { draw(app: Phone, scene: string): void; open(): Promise<void>; take(element: HTMLElement, app: Phone): void; forget(): void };

  // What the game-master screen knows; a game adds its own.
  type Here<View = any, Event = any, Box = any, Options = any> = {
    welcome: Welcome<Box, Options>;
    table: Table;
    connected: Set<number>;
    isGameMaster: boolean;
    isTakingBack: boolean;
    isEnding: boolean;
    hasKeys: boolean;
    view: View | null;
    entries: Entry<Event>[];
    options: Options;
    isOver: boolean;
    highlights: Highlights;
    odds: readonly number[] | null;
    who: Who;
    goal?: number;
  };
  type Lobby<Options = any> = { options(options: Options): string; printed?(here: Here): string[] };
  // What a game brings to the game-master screen: see table.js.
  type Screen<View, Event, Box, Options, More> = {
    pacing: Pacing<Event>;
    begin(step: Step<Event>, view: View, here: Here<View, Event, Box, Options> & More): void;
    outcome(step: Step<Event>, view: View, here: Here<View, Event, Box, Options> & More): void;
    present(message: Omit<table.View<View, Event>, "view"> & { view: View }, here: Here<View, Event, Box, Options> & More): void;
    people(view: View, here: Here<View, Event, Box, Options> & More): void;
    words(event: any, who: Who): string | null;
    lobby: Lobby<Options>;
    person?(seat: number, view: View | null, here: Here<View, Event, Box, Options> & More): void;
    here?(welcome: Welcome<Box, Options>): More;
    hasSkip?: boolean;
    actions?: Record<string, (element: HTMLElement) => unknown>;
    settings?: Record<string, (isOn: boolean) => unknown>;
    things?(): Promise<{ THINGS: Thing[] }>;
    keys?: Record<string, () => unknown>;
  };
}

declare namespace shelf {
  type Mistake = { code: string; sentence: string; key?: string; card?: string | number; tile?: string; players?: number };
  type First<Box = any> = { link: string; version: number; content: Box; house: Box; mistakes: Mistake[] };
  // A box that was changed and not saved yet, and the version that it was made from.
  type Kept = { version: number; content: any };
  type Keeper = { keep(kept: Kept): void; forget(name?: string): void; all(): { name: string; kept: Kept }[] };
  type Answer = { version: number; mistakes: Mistake[] } | { late: Kept } | { refused: { code: string; sentences: string[] } };
  type State = {
    content: any;
    version: number;
    mistakes: Mistake[];
    is: "saved" | "saving" | "not_saved" | "late";
    refused: { code: string; sentences: string[] } | null;
    other: Kept | null;
  };
}

declare namespace chance_it {
  type Move = protocol.chance_it.Own["can"][number];
  type View = protocol.chance_it.Shared & protocol.chance_it.Own;
  // An event says itself whether its dice were typed in, and whose doing it was: see typed_dice.js.
  type Event = protocol.chance_it.event & { typed?: boolean; doneBy?: number | string };
  type Options = protocol.chance_it.Options;
  type Token = protocol.chance_it.TokenChanged["token"];
  type Guide = protocol.chance_it.Choose["guide"];
  type Card = protocol.chance_it.Card;
  type Step = table.Step<Event>;
  type Change = Extract<Event, { event: "token_changed" }>;
  type Phone = table.Phone<View, Event, protocol.chance_it.Box, Options> & {
    question: string;
    selected: string | null;
    isLooking: boolean;
    hasWatchedOn: boolean;
    history: Token;
    cards: Map<string, Card>;
    laid: string[];
    realTable: typeof import("../../static/js/chance_it/phone/real_table.js") | null;
    shown: Record<number, Guide>;
  };
  type Playing = table.Playing<Phone>;
  type LayingOut = protocol.chance_it.LayingOut;
  type More = { goal?: number; typed: number[]; laid: string[]; shown: Record<number, Guide>; hand: number; picked: string; token: Token; box: protocol.chance_it.Box; cards: Map<string, Card> };
  type Here = table.Here<View, Event, protocol.chance_it.Box, Options> & More;
  type Screen = table.Screen<View, Event, protocol.chance_it.Box, Options, More>;
}

declare namespace second_chance {
  type Cell = [number, number];
  type Move = protocol.second_chance.Own["can"][number];
  type View = protocol.second_chance.Shared & protocol.second_chance.Own;
  type Event = protocol.second_chance.event;
  type Options = protocol.second_chance.Options;
  type Step = table.Step<Event>;
  type Result = { id: string; totals: number[]; when: number };
  type Phone = table.Phone<View, Event, protocol.second_chance.Box, Options> & {
    placing: Placing;
    square: Cell | null;
    areShown: boolean;
    areGoingRound: boolean;
    results: Result[];
    tiles: Map<string, Cell[]>;
    colourOf(letter: string, seat: number): number;
  };
  type Playing = table.Playing<Phone>;
  type Placing = ReturnType<typeof import("../../static/js/second_chance/placing.js").newPlacing>;
  type More = { areGoingRound: boolean; tiles: Map<string, Cell[]>; colourOf(letter: string, seat: number): number };
  type Here = table.Here<View, Event, protocol.second_chance.Box, Options> & More;
  type Screen = table.Screen<View, Event, protocol.second_chance.Box, Options, More>;
}
