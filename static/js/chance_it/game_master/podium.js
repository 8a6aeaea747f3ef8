// The end: who won and why, the ranking, the game round by round, and the dice.

import { find, icon, piece, redraw, slot } from "../../shared/pieces.js";
import { list, sentence } from "../../shared/sentences.js";
import { chart, widthFor } from "../../table/chart.js";
import { drawHighlights, tellFinale } from "../../table/finale.js";
import { standing } from "../../table/game_master/entries.js";
import { part, shape, show, writeName } from "../../table/game_master/parts.js";
import { historyOf } from "./history.js";

/** @param {chance_it.View} view @param {chance_it.Here} here */
export function drawPodium(view, { table, options, who, entries, token, highlights }) {
  if (!view.result) return;
  const { winners, why } = view.result;
  const tie = view.tie_decided_by;
  const podium = part("podium");
  const events = standing(entries);
  const order = view.ranking;
  part("winners").textContent = winners.length ? sentence("winner", { names: list(winners.map(who.name)), count: winners.length }) : sentence("no_winner");
  part("winners").classList.toggle("is-long", winners.length > 2);
  const reason = sentence(`why_${why}`, { count: view.players[winners[0]]?.stars ?? 0, rounds: view.round });
  part("why").textContent = tie ? `${reason} ${sentence(`tie_${tie}`)}` : reason;
  redraw(part("steps"), [order, table.players, winners], () => blocks(order, table, winners));
  redraw(part("ranking"), [order, table.players, view.players], () => order.map((one) => line(one, view, table)));
  const history = historyOf(events, view.players.length, options);
  const signs = table.players.map((player) => player.colour);
  for (const button of part("chart-switch").children) button.setAttribute("aria-pressed", String(button.dataset.token === token));
  const width = widthFor(part("chart"));
  redraw(part("chart"), [token, history, signs, width], () => [
    chart(
      view.players.map((_, seat) => history.map((tokens) => tokens[seat][token])),
      signs,
      sentence(`chart_of_${token}`),
      token === "stars" ? (options.stars_to_win ?? null) : null,
      { width },
    ),
  ]);
  drawHistogram(events);
  drawHighlights(podium, highlights, who);
  tellFinale(podium, table);
  show("again", table.can.includes("again"));
}

// Second, first, third: as on a real podium.
/** @param {protocol.chance_it.Ranked[]} order @param {table.Table} table @param {number[]} winners */
function blocks(order, { players }, winners) {
  const first = winners.length ? order.slice(0, 3) : [];
  const standing = [first[1], first[0], first[2]].filter(Boolean);
  return standing.map(({ seat, place }) => {
    const block = piece("podium-step", { place });
    writeName(slot(block, "name"), players[seat].name);
    block.dataset.place = String(place);
    block.dataset.colour = String(players[seat].colour);
    slot(block, "shape").append(shape(players[seat].colour));
    if (winners.includes(seat)) slot(block, "shape").prepend(icon("starter", "crown"));
    return block;
  });
}

/** @param {protocol.chance_it.Ranked} ranked @param {chance_it.View} view @param {table.Table} table */
function line({ seat, place }, view, { players }) {
  const player = view.players[seat];
  const row = piece("ranked", { stars: player.stars, hearts: player.hearts, coins: player.coins });
  writeName(slot(row, "name"), players[seat].name);
  find(row, "*").textContent = `${place}.`;
  slot(row, "shape").append(shape(players[seat].colour));
  if (!player.in_game) {
    const note = document.createElement("small");
    note.append(icon("hit"), sentence("out_in_round", { round: player.out?.round }));
    slot(row, "name").after(note);
    row.classList.add("is-out-of-game");
  }
  return row;
}

/** @param {chance_it.Event[]} events */
function drawHistogram(events) {
  const counts = [0, 0, 0, 0, 0, 0];
  for (const event of events) {
    if (event.event === "dice_rolled" || event.event === "dice_rerolled") for (const die of event.dice) counts[die - 1] += 1;
  }
  const most = Math.max(1, ...counts);
  redraw(part("histogram"), counts, () =>
    counts.map((count, index) => {
      const column = document.createElement("li");
      const bar = document.createElement("span");
      bar.className = "histogram-bar";
      bar.style.blockSize = `${(100 * count) / most}%`;
      const figure = document.createElement("b");
      figure.textContent = String(count);
      figure.setAttribute("aria-hidden", "true");
      const words = document.createElement("span");
      words.className = "for-listeners";
      words.textContent = sentence("thrown", { die: index + 1, count });
      const shaft = document.createElement("span");
      shaft.className = "histogram-shaft";
      shaft.append(figure, bar);
      column.append(shaft, icon(`die-${index + 1}`), words);
      return column;
    }),
  );
}
