// Before a game: seated and waiting for it or for the next one, asking for a seat, or sent away.

import { piece, showIcon, slot } from "../../shared/pieces.js";
import { sentence } from "../../shared/sentences.js";
import { drawOwnBox } from "../own_box.js";
import { drawPromise } from "../promise.js";
import { playerSign } from "./people.js";

// The scenes without a game.
export const BEFORE_A_GAME = ["closed", "asking", "curtain", "fetching", "lobby", "next-game"];

// A phone that several share, while none of them has it: the name of that scene.
/** @param {table.Phone} app */
export function handedOn({ table, sharing }) {
  if (!table || table.you !== null || !table.at_phone.length) return null;
  return sharing ? "curtain" : "fetching";
}

// Seated, but not in the game that is on.
/** @param {table.Phone} app */
export const isForNextGame = ({ view, table }) => view?.seat === null && table !== null && table.you !== null;

/** @param {table.Phone} app */
export function drawBeforeGame(app) {
  const { closed, table, welcome, who } = app;
  if (closed) return drawClosed(closed);
  if (!table || !welcome) return document.createElement("section");
  if (handedOn(app)) return app.sharing?.scene({ ...app, table }) ?? document.createElement("section");
  if (table.you === null) return drawAsking(table);
  return isForNextGame(app) ? drawNextGame(table) : drawLobby(table, welcome, who);
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
  slot(scene, "share").hidden = !table.can.includes("sit_here");
  drawOwnBox(scene, welcome);
  drawPromise(scene, welcome, table);
  return scene;
}

// Whoever came while a game was on sits down for the next one.
/** @param {table.Table} table */
function drawNextGame(table) {
  const me = table.waiting.find((player) => player.player === table.you);
  const scene = piece("scene-next-game", { title: sentence("next_game"), note: sentence("next_game_note", { name: me?.name ?? "" }) });
  showIcon(slot(scene, "sign"), `shape-${me?.colour ?? 0}`);
  slot(scene, "watch").hidden = !table.watching;
  return scene;
}

/** @param {table.Table} table */
function drawAsking(table) {
  const wanted = table.players.find((player) => player.player === table.asking_for);
  return piece("scene-asking", {
    title: wanted ? sentence("asking_for", { name: wanted.name }) : sentence("asking_for_seat"),
  });
}

/** @param {NonNullable<table.Phone["closed"]>} closed */
function drawClosed(closed) {
  const scene = piece("scene-closed", { title: closed.sentence });
  slot(scene, "note").hidden = closed.code !== "removed";
  slot(scene, "back", HTMLAnchorElement).href = closed.home;
  return scene;
}
