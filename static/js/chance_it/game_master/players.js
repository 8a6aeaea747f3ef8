// The mats of the players: tokens, guide card, cards lying open, and who has the dice, is away, or is waited for.

import { find, icon, piece, redraw, showIcon, slot } from "../../shared/pieces.js";
import { percent, sentence } from "../../shared/sentences.js";
import { computerMark, isStill, part, shape, writeName } from "../../table/game_master/parts.js";
import { isComputer } from "../../table/seated.js";
import { cardInWords, cardOf, EFFECTS } from "../market_card.js";
import { guideButtons } from "../showing.js";
import { pictureOf, TOKENS, tokenRow } from "../tokens.js";

/** @param {chance_it.View} view @param {chance_it.Here} context */
export function drawPlayers(view, context) {
  const list = part("players");
  list.dataset.count = String(view.players.length);
  while (list.children.length > view.players.length) list.lastElementChild?.remove();
  while (list.children.length < view.players.length) list.append(piece("mat"));
  for (const [seat, player] of view.players.entries()) drawMat(/** @type {HTMLElement} */ (list.children[seat]), player, seat, view, context);
}

/** @param {HTMLElement} mat @param {protocol.chance_it.PlayerSeen} player @param {number} seat @param {chance_it.View} view @param {chance_it.Here} context */
function drawMat(mat, player, seat, view, context) {
  const person = context.table.players[seat];
  if (!person) return;
  mat.dataset.colour = String(person.colour);
  mat.dataset.player = String(person.player);
  mat.classList.toggle("is-out-of-game", !player.in_game);
  mat.classList.toggle("is-waited-for", view.awaiting.includes(seat));
  mat.classList.toggle("takes-part", player.guide === "in" || player.guide === "chance_it");
  mat.classList.toggle("stays-out", player.guide === "out");
  redraw(slot(mat, "shape"), person.colour, () => [shape(person.colour)]);
  writeName(slot(mat, "name"), person.name);
  const signs = marks(seat, context);
  const computer = person.computer ?? "";
  redraw(slot(mat, "marks"), [signs, computer], () => signs.map((mark) => (mark === "mark-computer" ? computerMark(computer) : piece(mark))));
  drawOdds(slot(mat, "odds"), player.in_game ? context.odds?.[seat] : undefined);
  const edge = edgeMarks(seat, view);
  redraw(slot(mat, "edge"), edge, () => edge.map((mark) => piece(mark)));
  const printed = view.phase === "choose" ? context.table.printed.find((one) => one.seat === seat) : undefined;
  drawGuide(slot(mat, "guide"), player, person, printed?.can ?? [], context.shown[seat]);
  for (const token of TOKENS) {
    slot(mat, token).textContent = String(player[token]);
    const row = slot(mat, `${token}-row`);
    redraw(row, player[token], () => [tokensOf(token, player[token])]);
  }
  const goal = context.options.stars_to_win ?? 0;
  find(slot(mat, "progress"), "*").style.inlineSize = `${Math.min(100, (100 * player.stars) / goal)}%`;
  slot(mat, "progress").classList.toggle("is-near", player.stars >= goal * 0.75);
  const cards = slot(mat, "cards");
  cards.style.setProperty("--cards", player.cards.length);
  redraw(cards, player.cards, () => player.cards.map((id) => smallCard(cardOf(context.cards, id))));
}

// The chance to win. Only its bar moves, and only by a transform.
/** @param {HTMLElement} place @param {number | undefined} chance */
function drawOdds(place, chance) {
  place.hidden = chance === undefined;
  if (chance === undefined) return;
  slot(place, "chance").textContent = percent(chance);
  slot(place, "chance-bar").style.transform = `scaleX(${chance / 100})`;
}

// How wide a row of tokens is, in em, when the small ones lie on each other as closely as can still be counted.
/** @param {number} big @param {number} small */
function narrowest(big, small) {
  return big * 1.05 + 0.2 + (small ? 0.9 + (small - 1) * 0.35 : 0);
}

// As many tokens as somebody has; where there is none, a faint one says what is missing.
/** @param {chance_it.Token} token @param {number} count */
function tokensOf(token, count) {
  const row = tokenRow(token, count);
  if (!count) row.append(icon(pictureOf(token), "is-faint"));
  const big = row.querySelectorAll(".is-big").length;
  row.style.setProperty("--big", big);
  row.style.setProperty("--small", row.childElementCount - big);
  row.style.setProperty("--narrowest", narrowest(big, row.childElementCount - big));
  return row;
}

/** @param {number} seat @param {chance_it.Here} here */
function marks(seat, { table, connected, isOver }) {
  const person = table.players[seat];
  if (person.computer === "game_master") return ["mark-stand-in"];
  if (isComputer(person)) return ["mark-computer"];
  return connected.has(person.player) || isOver ? [] : ["mark-away"];
}

// What lies on the edge of the mat: the starting-player marker, and the hourglass of whom the table waits for.
/** @param {number} seat @param {chance_it.View} view */
function edgeMarks(seat, view) {
  return [...(view.awaiting.includes(seat) ? ["mark-waiting"] : []), ...(view.starter === seat ? ["mark-starter"] : [])];
}

// `can`: what a printed card may have shown, if that is asked, and what it has.
/**
 * @param {HTMLElement} place @param {protocol.chance_it.PlayerSeen} player @param {protocol.message.SeatedSeen} person
 * @param {protocol.chance_it.Choose[]} can @param {chance_it.Guide | undefined} shown
 */
function drawGuide(place, player, person, can, shown) {
  redraw(place, [player.guide, player.bound, player.in_game, person.removed, can, shown], () => {
    if (!player.in_game) return [piece("out-of-game")];
    if (can.length) return guideButtons(can, shown);
    if (!player.guide) return person.removed ? [piece("removed")] : [];
    const card = piece("guide");
    card.dataset.guide = player.guide;
    const isHidden = player.guide === "face_down";
    showIcon(card, isHidden ? "guide-back" : `guide-${player.guide}`);
    slot(card, "words").textContent = isHidden ? "" : sentence(`guide_${player.guide}`);
    if (isHidden) slot(card, "words").append(forListeners(sentence("face_down")));
    if (player.bound) {
      const bound = icon("bound", "bound-mark");
      card.append(bound, forListeners(sentence("bound")));
      card.classList.add("is-bound");
    }
    return [card];
  });
}

/** @param {string} text */
function forListeners(text) {
  const element = document.createElement("span");
  element.className = "for-listeners";
  element.textContent = text;
  return element;
}

// A market card as it lies in front of its owner: when, and what.
/** @param {chance_it.Card} card */
function smallCard(card) {
  const element = piece("small-card");
  element.dataset.when = card.when;
  element.dataset.card = card.id;
  slot(element, "when").append(card.when === "chance_it" ? icon("guide-chance_it") : icon(card.when === "flash" ? "flash" : `die-${card.when}`));
  const effects = slot(element, "effects");
  for (const [key, picture] of EFFECTS) if (card[key]) effects.append(figure(String(card[key]), picture));
  if (card.market) effects.append(figure("", "another"));
  slot(element, "words").textContent = cardInWords(card, { isOwned: true });
  return element;
}

/** @param {string} text @param {string} picture */
function figure(text, picture) {
  const element = document.createElement("span");
  element.className = "tokens";
  element.append(text, icon(picture));
  return element;
}

// The guide cards turn on edge; with the outcome they come up with their faces.
/** @param {number} milliseconds */
export function turnGuides(milliseconds) {
  if (isStill()) return;
  const quick = Math.min(350, milliseconds / 3);
  part("players")
    .querySelectorAll('.guide-card[data-guide="face_down"]')
    .forEach((card, index) => {
      card.classList.add("is-nervous");
      card.animate([{ transform: "none" }, { transform: "perspective(20em) translateY(-8%) rotateY(90deg)" }], {
        duration: quick,
        delay: milliseconds - quick - (index % 3) * 20,
        fill: "forwards",
        easing: "ease-in",
      });
    });
}

export function faceGuides() {
  if (isStill()) return;
  for (const card of part("players").querySelectorAll('.guide-card:not([data-guide="face_down"], .is-bound)')) {
    card.animate(
      [
        { transform: "perspective(20em) translateY(-8%) rotateY(-90deg)" },
        { transform: "perspective(20em) rotateY(12deg) scale(1.12)", offset: 0.7 },
        { transform: "none" },
      ],
      { duration: 450, easing: "ease-out" },
    );
  }
}

// What changed, as a chip on the mat where it changed: all of a step in one number a token.
/** @param {chance_it.Event[]} events */
export function popChanges(events) {
  const changes = events.filter((event) => event.event === "token_changed");
  for (const [seat, mat] of [...part("players").children].entries()) {
    for (const token of TOKENS) {
      const mine = changes.filter((change) => change.seat === seat && change.token === token);
      const by = mine.reduce((sum, change) => sum + change.by, 0);
      if (by) pop(find(mat, `.mat-token[data-token="${token}"]`), token, by);
    }
  }
}

/** @param {HTMLElement} place @param {chance_it.Token} token @param {number} by */
function pop(place, token, by) {
  const chip = document.createElement("span");
  chip.className = "change is-popping";
  chip.classList.toggle("is-loss", by < 0);
  chip.setAttribute("aria-hidden", "true");
  chip.append(by > 0 ? `+${by}` : `−${-by}`, icon(pictureOf(token)));
  place.append(chip);
  place.classList.remove("is-gain", "is-loss");
  void place.offsetWidth; // so that the same animation can start again
  place.classList.add(by > 0 ? "is-gain" : "is-loss");
  setTimeout(() => chip.remove(), 1800);
}

/** @param {chance_it.Event[]} events */
export function markEliminated(events) {
  for (const event of events) {
    const mat = event.event === "eliminated" ? part("players").children[event.seat] : null;
    if (!mat) continue;
    mat.classList.add("is-falling");
    mat.addEventListener("animationend", () => mat.classList.remove("is-falling"), { once: true });
  }
}
