// What the scripts hand to each other, made of the protocol's types. Comments in the scripts name these.

// One type for all of a union, with every field that any of them has: for events and moves that are asked what they are later.
type Merged<All> = {
  [Field in All extends unknown ? keyof All : never]: All extends { [Own in Field]?: infer Value } ? Value : never;
};

// For a union of things that a field tells apart: a function for each of them that is worth one.
type ByField<All, Field extends string, Rest extends unknown[], Given> = {
  [One in All as One extends { [Own in Field]: string } ? One[Field] : never]?: (one: One, ...rest: Rest) => Given;
};

declare namespace table {
  type Messages = ByField<protocol.message, "type", [], void>;
  // As own.js makes it of a message: `table` and `view` with what is one's own in them.
  type View = Omit<protocol.message.View, "table" | "view" | "events" | "own"> & { table: Table; shared: any; view: any; events: Entry[]; own: any };
  type Entry = Omit<protocol.message.Told, "events"> & { events: any[] };
  type Table = protocol.message.TableSeen & Omit<protocol.message.OwnSeen, "game" | "stand_in"> & { stand_in: { player: number; seat: number; can: any[] }[] };
  type Answer = protocol.message.Done | protocol.message.Refused;
  type Draws = { seed: string; draws: protocol.message.DrawSeen[] };

  type Who = { name(seat: number): string; colour(seat: number): number; seat: number | null };
  type Step<Event> = { kind: string; events: Event[]; sets: Record<string, any>[]; entry: Entry };
  type Line = { kind: string; text: string; canAskAgain?: boolean };

  // How a game is told, for pacing.js.
  type Pacing = {
    steps: Record<string, { lead: number; hold: number }>;
    kindOf(event: any): string;
    belongsTo(step: Step<any>, event: any, kind: string): boolean;
    cutsIn: string[];
  };

  // What a phone knows; a game adds its own.
  type Phone<View, Event, Box, Options> = {
    welcome: Omit<protocol.message.Welcome, "box" | "options"> & { box: Box; options: Options };
    table: Table;
    number: number;
    view: View;
    step: Step<Event>;
    isOutcome: boolean;
    connected: number[];
    state: string;
    sending: number;
    refusal: string;
    closed: protocol.message.Closed & { home: string };
    fetchStory(): void;
    verdict(): Line[];
    who: Who;
  };

  // What the game-master screen knows; a game adds its own.
  type Here<View, Box, Options> = {
    welcome: Omit<protocol.message.Welcome, "box" | "options"> & { box: Box; options: Options };
    table: Table;
    connected: Set<number>;
    isGameMaster: boolean;
    isTakingBack: boolean;
    view: View;
    options: Options;
    isOver: boolean;
    who: Who;
    goal?: number;
  };
  type Lobby = { options(options: any): string };
  type AnyPhone = Phone<any, any, any, any>;
  type AnyHere = Here<any, any, any>;
}

declare namespace chance_it {
  type Move = Partial<Merged<protocol.chance_it.Own["can"][number]>>;
  type View = protocol.chance_it.Shared & Omit<protocol.chance_it.Own, "can"> & { can: Move[] };
  // An event says itself whether its dice were typed in: see typed_dice.js.
  type OneEvent = protocol.chance_it.event & { typed?: boolean };
  type Event = Partial<Merged<OneEvent>>;
  type Card = protocol.chance_it.Card;
  type Step = table.Step<Event>;
  type Phone = table.Phone<View, Event, protocol.chance_it.Box, protocol.chance_it.Options> & {
    selected: string;
    isLooking: boolean;
    hasWatchedOn: boolean;
    history: "hearts" | "coins" | "stars";
    cards: Map<string, Card>;
    card(id: string): Card;
  };
  type Here = table.Here<View, protocol.chance_it.Box, protocol.chance_it.Options> & {
    typed: number[];
    box: protocol.chance_it.Box;
    cards: Map<string, Card>;
    hasOwnDice: boolean;
  };
}

declare namespace second_chance {
  type Cell = [number, number];
  type Move = Partial<Merged<protocol.second_chance.Own["can"][number]>>;
  type View = protocol.second_chance.Shared & Omit<protocol.second_chance.Own, "can"> & { can: Move[] };
  type OneEvent = protocol.second_chance.event;
  type Event = Partial<Merged<OneEvent>>;
  type Step = table.Step<Event>;
  type Phone = table.Phone<View, Event, protocol.second_chance.Box, protocol.second_chance.Options> & {
    placing: any;
    square: Cell;
    areShown: boolean;
    areGoingRound: boolean;
    tiles: Map<string, Cell[]>;
    colourOf(letter: string, seat: number): number;
  };
  type Here = table.Here<View, protocol.second_chance.Box, protocol.second_chance.Options> & {
    areGoingRound: boolean;
    tiles: Map<string, Cell[]>;
    colourOf(letter: string, seat: number): number;
  };
}
