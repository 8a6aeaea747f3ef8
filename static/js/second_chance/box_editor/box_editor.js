// The editor of a Second Chance box: one Tile at a time on a small paper, beside all that are there.

import { find, listen, part, piece, redraw, slot } from "../../shared/pieces.js";
import { sentence } from "../../shared/sentences.js";
import { editBox } from "../../shelf/editing.js";
import { newGone, putBack } from "../../shelf/gone.js";
import { freeId } from "../../shelf/ids.js";
import { onlyInFirst, shownVersion } from "../../shelf/versions.js";
import { mirrored, tilePicture, turned } from "../tiles.js";
import { bySize, congruent, inTheCorner, inTheMiddle, toggled } from "./shapes.js";

/** @typedef {import("./shapes.js").Tile} Tile */
/** @typedef {"starts" | "tiles"} Kind */

const SIDE = 9;
/** @type {Record<Kind, string>} */
const LETTERS = { starts: "s", tiles: "t" };
const paper = part("paper");
const editing = editBox({ draw, onlyIn });
const gone = newGone(part("gone"));
/** @type {Kind} */
let kind = "starts";
let selected = "";
// The Tile on the paper, where it was tapped; in the box it lies in the corner.
/** @type {second_chance.Cell[]} */
let cells = [];
let focused = Math.floor(SIDE ** 2 / 2);

/** @param {Kind} which @returns {Tile[]} */
const all = (which) => editing.content[which];
const everyId = () => [...all("starts"), ...all("tiles")].map(({ id }) => id);
const sideOf = () => Math.max(SIDE, ...cells.flat().map((place) => place + 1));

/** @param {Kind} which @param {string} id */
function select(which, id) {
  const known = all(which).find((tile) => tile.id === id);
  kind = which;
  selected = known?.id ?? freeId(LETTERS[which], everyId());
  const shape = inTheCorner(known?.cells ?? []);
  cells = known ? inTheMiddle(shape, Math.max(SIDE, ...shape.flat().map((place) => place + 1))) : [];
  draw();
}

// The Tile on the paper is that of the box; one without a square is none.
/** @param {second_chance.Cell[]} now */
function put(now) {
  cells = now;
  const others = all(kind).filter(({ id }) => id !== selected);
  const place = all(kind).findIndex(({ id }) => id === selected);
  const tile = { id: selected, cells: inTheCorner(now) };
  if (now.length) others.splice(place < 0 ? others.length : place, 0, tile);
  editing.change({ ...editing.content, [kind]: others });
}

/** @param {(cells: second_chance.Cell[]) => second_chance.Cell[]} how */
function lieOtherwise(how) {
  if (cells.length) put(inTheMiddle(how(inTheCorner(cells)), sideOf()));
}

// Drawing

function draw() {
  if (!selected) selected = freeId(LETTERS[kind], everyId());
  drawPaper();
  const place = all(kind).findIndex(({ id }) => id === selected);
  part("position").textContent = place < 0 ? sentence(`new_${kind}`) : sentence(`number_${kind}`, { number: place + 1 });
  part("delete").hidden = place < 0;
  const same = congruent([...all("starts"), ...all("tiles")]);
  const wrong = new Map(editing.mistakes.filter(({ tile }) => tile).map(({ tile, code }) => [tile ?? "", code]));
  const told = wrong.get(selected);
  part("tile-problem").textContent = told ? sentence(`mistake_${told}`) : same.has(selected) ? sentence("tile_alike") : "";
  part("tile-problem").classList.toggle("is-wrong", Boolean(told));
  for (const which of /** @type {Kind[]} */ (["starts", "tiles"])) {
    part(`${which}-count`).textContent = sentence(`${which}_of`, { count: all(which).length, all: editing.house[which].length });
    part(`${which}-sizes`).textContent = bySize(all(which))
      .map(([size, count]) => sentence("of_size", { count, size }))
      .join(" · ");
    redraw(part(which), [all(which), selected, [...same], [...wrong]], () =>
      all(which).map((tile) => thumbnail(which, tile, wrong.get(tile.id), same.has(tile.id))),
    );
  }
  const few = editing.mistakes.find(({ code }) => code === "too_few_starts");
  part("starts-problem").textContent = few?.sentence ?? "";
}

function drawPaper() {
  const side = sideOf();
  const has = new Set(cells.map(([row, column]) => row * side + column));
  if (paper.children.length !== side ** 2) {
    paper.replaceChildren(...Array.from({ length: side ** 2 }, (_, square) => newSquare(square)));
    paper.dataset.side = String(side);
  }
  [...paper.children].forEach((square, number) => {
    square.setAttribute("aria-pressed", String(has.has(number)));
    square.setAttribute("tabindex", number === focused ? "0" : "-1");
    const label = sentence("square_at", { row: Math.floor(number / side) + 1, column: (number % side) + 1 });
    if (square.getAttribute("aria-label") !== label) square.setAttribute("aria-label", label);
  });
}

/** @param {number} number */
function newSquare(number) {
  const square = document.createElement("button");
  square.type = "button";
  square.dataset.action = "toggle";
  square.dataset.square = String(number);
  return square;
}

/** @param {Record<Kind, Tile[]>} content @param {Record<Kind, Tile[]>} other */
function onlyIn(content, other) {
  return /** @type {Kind[]} */ (["starts", "tiles"]).flatMap((which) => {
    const words = sentence(`${which}_of`, { count: content[which].length, all: editing.house[which].length });
    return shownVersion(words, onlyInFirst(content[which], other[which]), pictureOf);
  });
}

/** @param {Tile} tile */
function pictureOf({ cells: shape }) {
  return tilePicture(inTheCorner(shape), { least: 3, colour: shape.length % 6 });
}

/** @param {Kind} which @param {Tile} tile @param {string | undefined} wrong @param {boolean} isAlike */
function thumbnail(which, tile, wrong, isAlike) {
  const element = piece("tile-choice");
  element.dataset.key = tile.id;
  element.dataset.kind = which;
  element.setAttribute("aria-pressed", String(tile.id === selected));
  slot(element, "picture").append(pictureOf(tile));
  const mark = slot(element, "mark");
  mark.textContent = wrong ? "!" : isAlike ? "=" : "";
  mark.hidden = !mark.textContent;
  mark.classList.toggle("is-wrong", Boolean(wrong));
  const place = all(which).indexOf(tile) + 1;
  const told = wrong ? sentence(`mistake_${wrong}`) : isAlike ? sentence("tile_alike") : "";
  slot(element, "words").textContent = `${sentence(`number_${which}`, { number: place })}. ${told}`;
  return element;
}

// Taps and keys

listen(part("editor"), {
  toggle: (element) => {
    focused = Number(element.dataset.square);
    const side = Number(paper.dataset.side);
    put(toggled(cells, [Math.floor(focused / side), focused % side]));
  },
  turn: () => lieOtherwise(turned),
  mirror: () => lieOtherwise(mirrored),
  select: (element) => {
    select(/** @type {Kind} */ (element.dataset.kind), element.dataset.key ?? "");
    showPaper();
  },
  new_tile: (element) => {
    select(/** @type {Kind} */ (element.dataset.kind), "");
    showPaper();
  },
  next_tile: next,
  delete_tile: () => {
    const [which, before] = [kind, all(kind)];
    const place = before.findIndex(({ id }) => id === selected);
    put([]);
    select(which, "");
    gone.add(sentence(`deleted_${which}`, { number: place + 1 }), () => {
      const { id, cells: shape } = before[place];
      const back = { id: everyId().includes(id) ? freeId(LETTERS[which], everyId()) : id, cells: shape };
      editing.change({ ...editing.content, [which]: putBack(all(which), place, back) });
      select(which, back.id);
      focusOnPaper();
      showPaper();
    });
  },
});

function next() {
  gone.forget();
  select(kind, "");
  focusOnPaper();
  showPaper();
}

// From its name on: all that belongs to a Tile is higher than a small phone.
function showPaper() {
  part("position").scrollIntoView({ block: "nearest" });
}

function focusOnPaper() {
  focused = Math.floor(sideOf() ** 2 / 2);
  drawPaper();
  find(paper, '[tabindex="0"]').focus({ preventScroll: true });
}

/** @type {Record<string, [number, number]>} */
const ARROWS = { ArrowUp: [-1, 0], ArrowDown: [1, 0], ArrowLeft: [0, -1], ArrowRight: [0, 1] };
/** @type {Record<string, () => void>} */
const KEYS = { r: () => lieOtherwise(turned), m: () => lieOtherwise(mirrored), Enter: next };

paper.addEventListener("keydown", (event) => {
  if (event.ctrlKey || event.metaKey || event.altKey) return;
  const side = Number(paper.dataset.side);
  const arrow = ARROWS[event.key];
  if (arrow) {
    const [row, column] = [Math.floor(focused / side) + arrow[0], (focused % side) + arrow[1]];
    if (row < 0 || column < 0 || row >= side || column >= side) return;
    focused = row * side + column;
    drawPaper();
    find(paper, '[tabindex="0"]').focus();
  } else if (KEYS[event.key]) KEYS[event.key]();
  else return;
  event.preventDefault();
});

editing.begin();
// Whoever is still entering Tiles goes on with a new one, of the kind that is not complete.
const unfinished = /** @type {Kind[]} */ (["starts", "tiles"]).find((which) => all(which).length < editing.house[which].length);
select(unfinished ?? "starts", unfinished ? "" : all("starts")[0].id);
// The keys work as soon as the page is there.
if (document.activeElement === document.body) focusOnPaper();
