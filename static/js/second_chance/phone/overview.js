// All tiles of the box: those that have been seen in this game are crossed out.

import { find, redraw, slot } from "../../shared/pieces.js";
import { sentence } from "../../shared/sentences.js";
import { tilePicture } from "../tiles.js";

// Which tiles have been seen, from what was told: every solo game begins with a new deck.
/** @param {second_chance.Event[]} events @param {second_chance.View} view */
export function seenTiles(events, view) {
  const last = events.findLastIndex((event) => event.event === "tiles_shuffled");
  const seen = new Set(view.revealed);
  for (const event of events.slice(last + 1)) {
    if (event.event === "tiles_revealed") for (const tile of event.tiles) seen.add(tile);
    else if ("tile" in event) seen.add(event.tile);
  }
  for (const player of view.players) if (player.tile) seen.add(player.tile);
  if (view.phase === "second_chance" && view.secret && view.seat !== null && view.awaiting.includes(view.seat)) seen.add(view.secret);
  return seen;
}

// Who was dealt which starting tile.
/** @param {second_chance.Event[]} events */
function startsOf(events) {
  return new Map(events.filter((event) => event.event === "start_dealt").map((event) => [event.tile, event.seat]));
}

/** @param {HTMLElement} sheet @param {second_chance.Playing} app */
export function drawOverview(sheet, { view, welcome, who, told }) {
  const events = told.events();
  const { starts, tiles } = welcome.box;
  const seen = seenTiles(events, view);
  const dealt = startsOf(events);
  slot(sheet, "note").textContent = sentence("overview_note", { count: view.deck });
  const from = { seen: [...seen], dealt: [...dealt], names: [...dealt.values()].map(who.name) };
  redraw(find(sheet, '[data-part="overview"]'), from, () => {
    const sizes = [...new Set(tiles.map((tile) => tile.cells.length))].sort((one, other) => one - other);
    return [
      ...sizes.map((count) =>
        group(
          sentence("overview_squares", { count }),
          tiles.filter((tile) => tile.cells.length === count).map((tile) => picture(tile, seen.has(tile.id), sentence(seen.has(tile.id) ? "overview_seen" : "overview_unseen", { tile: tile.id }))),
        ),
      ),
      group(
        sentence("overview_starts"),
        starts.map((tile) => {
          const seat = dealt.get(tile.id);
          const words = seat === undefined ? sentence("overview_unseen", { tile: tile.id }) : sentence("overview_start", { tile: tile.id, name: who.name(seat) });
          const element = picture(tile, false, words);
          element.classList.toggle("is-away", seat === undefined);
          if (seat !== undefined) element.dataset.colour = String(who.colour(seat));
          return element;
        }),
      ),
    ];
  });
}

/** @param {string} title @param {HTMLElement[]} pictures */
function group(title, pictures) {
  const section = document.createElement("section");
  const heading = document.createElement("h3");
  heading.textContent = title;
  const tiles = document.createElement("ul");
  tiles.append(...pictures);
  section.append(heading, tiles);
  return section;
}

/** @param {protocol.second_chance.Tile} tile @param {boolean} isSeen @param {string} words */
function picture({ cells }, isSeen, words) {
  const element = document.createElement("li");
  element.className = isSeen ? "seen-tile is-seen" : "seen-tile";
  const text = document.createElement("span");
  text.className = "for-listeners";
  text.textContent = words;
  element.append(tilePicture(cells, { least: 5 }), text);
  return element;
}
