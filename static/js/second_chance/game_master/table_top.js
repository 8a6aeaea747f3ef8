// The middle of the table: the two tiles that lie there, large; and second chances, dealt face down and turned.

import { icon, piece, redraw, slot } from "../../shared/pieces.js";
import { list, sentence } from "../../shared/sentences.js";
import { aboutAway } from "../../table/game_master/away.js";
import { part, shape } from "../../table/game_master/parts.js";
import { tilePicture } from "../tiles.js";
import { handsOf } from "./hand.js";

/** @param {second_chance.View} view @param {second_chance.Here} here @param {second_chance.Step | null} [step] @param {boolean} [isOutcome] */
export function drawTableTop(view, here, step = null, isOutcome = false) {
  const cards = cardsOf(view, step, isOutcome);
  redraw(part("revealed"), cards, () => cards.map((card) => cardOf(card, here)));
  const { title, text } = wordsOf(view, here, step, isOutcome);
  part("moment-title").textContent = title;
  const away = step ? null : aboutAway(view.awaiting, here);
  part("moment-text").textContent = away?.text ?? text;
  part("deck").textContent = sentence("tiles_left", { count: view.deck });
  part("deck-pile").classList.toggle("is-empty", view.deck === 0);
  const canGoOn = !step && here.isGameMaster && view.can.some((move) => move.do === "shuffle");
  const hands = step || !here.isGameMaster || here.table.paused ? [] : handsOf(here.table);
  redraw(part("choices"), [canGoOn, away?.text, hands.map(({ player }) => player), here.table.players], () => [
    ...(canGoOn ? [piece("next-game")] : []),
    ...hands.map(({ player, seat }) => handButton(player, here.table.players[seat])),
    ...(away?.choices ?? []),
  ]);
}

/** @param {number} player @param {protocol.message.SeatedSeen} person */
function handButton(player, { name, colour }) {
  const button = piece("hand-button", { name: sentence("hand_draw", { name }) });
  slot(button, "shape").append(shape(colour));
  button.dataset.player = button.dataset.key = String(player);
  return button;
}

/** @typedef {{tile: string | null, isTurned?: boolean, isFailed?: boolean, isDrama?: boolean, isQuiet?: boolean, fits?: boolean}} Card */

/** @param {second_chance.View} view @param {second_chance.Step | null} step @param {boolean} isOutcome @returns {Card[]} */
function cardsOf(view, step, isOutcome) {
  const [event] = step?.events ?? [];
  if (event?.event === "tiles_revealed") return event.tiles.map((tile) => ({ tile: isOutcome ? tile : null, isTurned: isOutcome }));
  if (step?.kind === "failed") return [{ tile: isOutcome && event.event === "second_chance_failed" ? event.tile : null, isTurned: isOutcome, isFailed: isOutcome, isDrama: true }];
  if (step?.kind === "chance") return [{ tile: null, fits: isOutcome, isDrama: true }];
  if (view.phase === "start") return [{ tile: null, isQuiet: true }, { tile: null, isQuiet: true }];
  if (view.phase === "shuffle") return [];
  return view.revealed.map((tile) => ({ tile }));
}

/** @param {Card} card @param {second_chance.Here} here */
function cardOf({ tile, isTurned, isFailed, isDrama, isQuiet, fits }, { tiles }) {
  const card = piece("tile-card", { name: tile ?? "" });
  card.classList.toggle("is-hidden", tile === null);
  card.classList.toggle("is-turned", Boolean(isTurned));
  card.classList.toggle("is-failed", Boolean(isFailed));
  card.classList.toggle("is-drama", Boolean(isDrama));
  card.classList.toggle("fits", Boolean(fits));
  card.classList.toggle("is-quiet", Boolean(isQuiet));
  slot(card, "picture").append(tile === null ? icon(fits ? "check" : "tiles") : tilePicture(tiles.get(tile) ?? [], { least: 5 }));
  return card;
}

/** @param {second_chance.View} view @param {second_chance.Here} here @param {second_chance.Step | null} step @param {boolean} isOutcome */
function wordsOf(view, { who }, step, isOutcome) {
  const [event] = step?.events ?? [];
  const name = event && "seat" in event ? who.name(event.seat) : "";
  if (event?.event === "tiles_revealed") return { title: sentence("round", { round: event.round }), text: "" };
  if (step?.kind === "chance") return { title: sentence("chance_for", { name }), text: isOutcome ? sentence("chance_fits") : sentence("chance_dealt") };
  if (step?.kind === "failed") return { title: sentence("chance_for", { name }), text: isOutcome ? sentence("chance_failed", { name }) : sentence("chance_dealt") };
  if (step?.kind === "one") return { title: sentence("one_written", { name }), text: "" };
  if (step?.kind === "end" || step?.kind === "game_end") return { title: sentence("the_end"), text: "" };
  if (step?.kind === "deal") return { title: sentence("dealing"), text: "" };
  const names = list(view.awaiting.map(who.name));
  if (view.phase === "start") return { title: sentence("starting"), text: sentence("starting_how") };
  if (view.phase === "shuffle") return { title: sentence("solo_pause", { game: view.totals.length, count: view.totals.at(-1) }), text: sentence("total_so_far", { total: view.solo?.total }) };
  if (view.phase === "second_chance") return { title: sentence("chance_now"), text: sentence("waiting_for", { names }) };
  if (view.phase === "bonus") return { title: sentence("one_now"), text: sentence("waiting_for", { names }) };
  const stuck = view.stuck.map(who.name);
  const text = stuck.length ? sentence("stuck", { names: list(stuck), count: stuck.length }) : view.solo ? "" : sentence("choose_one");
  return { title: view.awaiting.length ? sentence("waiting_for", { names }) : sentence("all_drawn"), text };
}
