// Before a game: seated and waiting, asking for a seat, or sent away.

import { piece, showIcon, slot } from "../../shared/pieces.js";
import { sentence } from "../../shared/sentences.js";
import { drawPromise } from "../promise.js";
import { playerSign } from "./people.js";

// The scenes without a game.
export const BEFORE_A_GAME = ["closed", "asking", "lobby"];

/** @param {table.Phone} app */
export function drawBeforeGame({ closed, table, welcome, who }) {
  if (closed) return drawClosed(closed);
  if (!table || !welcome) return document.createElement("section");
  return table.you === null ? drawAsking(table) : drawLobby(table, welcome, who);
}

/** @param {table.Table} table @param {table.Welcome} welcome @param {table.Who} who */
function drawLobby(table, welcome, who) {
  const mySeat = table.players.findIndex((player) => player.player === table.you);
  const scene = piece("scene-lobby", {
    title: sentence("seated_at", { name: who.name(mySeat) }),
    note: sentence("lobby_note", { count: table.players.length }),
  });
  showIcon(slot(scene, "sign"), `shape-${who.colour(mySeat)}`);
  for (const seat of table.players.keys()) {
    const row = document.createElement("li");
    row.append(playerSign(seat, who));
    slot(scene, "seated").append(row);
  }
  drawPromise(scene, welcome, table);
  return scene;
}

/** @param {table.Table} table */
function drawAsking(table) {
  const wanted = table.players.find((player) => player.player === table.asking_for);
  return piece("scene-asking", {
    title: wanted ? sentence("asking_for", { name: wanted.name }) : sentence("asking_for_seat"),
  });
}

/** @param {{sentence: string, home: string}} closed */
function drawClosed(closed) {
  const scene = piece("scene-closed", { title: closed.sentence });
  slot(scene, "back", HTMLAnchorElement).href = closed.home;
  return scene;
}
