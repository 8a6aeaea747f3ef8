// The end: my place, who won and why, and my story in a few numbers.

import { find, piece, showIcon, slot } from "../../shared/pieces.js";
import { sentence } from "../../shared/sentences.js";
import { drawHighlights, drawWish, tellFinale } from "../../table/finale.js";
import { eventSentence } from "../event_sentences.js";
import { changesOf } from "./changes.js";

/** @param {chance_it.Playing} app */
export function overScene(app) {
  const { view, who, table, told, highlights } = app;
  const ranked = view.ranking;
  const mine = ranked.find(({ seat }) => seat === view.seat);
  const { winners, why } = view.result ?? { winners: [], why: "nobody" };
  const hasWon = winners.includes(view.seat);
  const title = !winners.length
    ? sentence("over_nobody")
    : hasWon
      ? sentence(winners.length > 1 ? "over_shared" : "over_won")
      : sentence("over_place", { place: mine?.place, players: ranked.length });
  const reason = eventSentence({ event: "game_ended", rule: "", winners, why }, who);
  const tie = view.tie_decided_by;
  const scene = piece("scene-over", { title, why: tie ? `${reason} ${sentence(`tie_${tie}`)}` : reason });
  scene.classList.toggle("has-won", hasWon);
  if (!hasWon) showIcon(slot(scene, "picture"), winners.length ? `shape-${who.colour(view.seat)}` : "hit");
  for (const { seat, place } of ranked) {
    const { stars, hearts, coins } = view.players[seat];
    const row = piece("ranked-player", { place, name: who.name(seat), stars, hearts, coins });
    row.classList.toggle("is-me", seat === view.seat);
    row.dataset.place = String(place);
    showIcon(find(row, ".player .icon"), `shape-${who.colour(seat)}`);
    slot(scene, "ranking").append(row);
  }
  slot(scene, "story").append(...storyOf(told.events(), view.seat).map((text) => {
    const row = document.createElement("li");
    row.textContent = text;
    return row;
  }));
  drawHighlights(scene, highlights, who);
  drawWish(scene, app);
  tellFinale(scene, table);
  return scene;
}

/** @param {chance_it.Event[]} events @param {number} seat */
function storyOf(events, seat) {
  const changes = changesOf(events, seat).filter(({ cause }) => cause !== "elimination");
  /** @param {chance_it.Token} token @param {1 | -1} sign */
  const sum = (token, sign) =>
    changes
      .filter((event) => event.token === token && event.by * sign > 0)
      .reduce((total, event) => total + Math.abs(event.by), 0);
  const guides = events.filter((event) => event.event === "guides_revealed").map((event) => event.guides[seat]);
  /** @param {chance_it.Guide} guide */
  const times = (guide) => guides.filter((laid) => laid === guide).length;
  return [
    sentence("story_guides", { in: times("in"), out: times("out"), chance_it: times("chance_it") }),
    sentence("story_stars", { won: sum("stars", 1) }),
    sentence("story_hearts", { won: sum("hearts", 1), lost: sum("hearts", -1) }),
    sentence("story_coins", { won: sum("coins", 1), lost: sum("coins", -1) }),
    sentence("story_cards", { count: events.filter((event) => event.event === "card_bought" && event.seat === seat).length }),
  ];
}
