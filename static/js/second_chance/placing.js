// What a player is about to draw, before it is confirmed: which tile, turned how, and where it would lie.
//
// No rules here: the tiles and the places that are open come from `can` of the view; turning and mirroring is geometry.

import { handleOf, heightOf, isSame, mirrored, turned, widthOf } from "./tiles.js";

/** @param {number} value @param {number} most */
const clamp = (value, most) => Math.min(Math.max(value, 0), most);

// `shapes`: the squares of every tile by its id.
export function newPlacing() {
  /** @type {Map<string, second_chance.Cell[]>} */
  const ways = new Map(); // by tile: its squares as it lies in the hand now
  /** @type {Map<string, second_chance.Cell[]>} */
  let shapes = new Map();
  let size = 9;
  /** @type {protocol.second_chance.DrawOpen[]} */
  let offers = []; // the moves `draw` that are open, one a tile
  let question = "";

  const placing = {
    /** @type {string | null} */
    tile: null,
    /** @type {second_chance.Cell | null} */
    at: null, // the corner of the tile, [row, column], or null while it is not on the paper
    /** @returns {second_chance.Cell[]} */
    get cells() {
      return placing.tile === null ? [] : placing.cellsOf(placing.tile);
    },
    /** @param {string} tile */
    cellsOf: (tile) => ways.get(tile) ?? shapes.get(tile) ?? [],
    get way() {
      return wayOf(placing.tile);
    },
    get isOpen() {
      return placing.at !== null && canLie(placing.at);
    },
    // The squares of the grid on which it would lie.
    /** @returns {second_chance.Cell[]} */
    get squares() {
      const { at } = placing;
      return at === null ? [] : placing.cells.map(([row, column]) => [row + at[0], column + at[1]]);
    },
    /** @param {string} tile */
    fits: (tile) => offers.some((offer) => offer.tile === tile),
    // Every corner at which it may lie as it is turned now.
    get corners() {
      return corners(placing.way);
    },
    // How many places there are, whatever way it lies.
    get count() {
      return (offerOf(placing.tile)?.ways ?? []).reduce((sum, way) => sum + corners(way).length, 0);
    },

    // A new question lays everything back into the hand. With one tile to draw there is nothing to select.
    /** @param {second_chance.View} view @param {Map<string, second_chance.Cell[]>} boxOfTiles */
    ask(view, boxOfTiles) {
      shapes = boxOfTiles;
      size = view.size;
      offers = view.can.filter((move) => move.do === "draw");
      const asked = JSON.stringify([view.game, view.round, view.phase, offers.map((offer) => offer.tile)]);
      if (asked === question) return false;
      question = asked;
      ways.clear();
      placing.tile = offers[0]?.tile ?? null;
      placing.at = null;
      return true;
    },
    /** @param {string} tile */
    select(tile) {
      if (!placing.fits(tile)) return;
      const held = placing.at && handle();
      placing.tile = tile;
      if (held) hold(held);
    },
    // Somebody has said where: this tile on these squares.
    /** @param {string} tile @param {second_chance.Cell[]} squares */
    show(tile, squares) {
      if (!placing.fits(tile)) return;
      const top = Math.min(...squares.map(([row]) => row));
      const left = Math.min(...squares.map(([, column]) => column));
      ways.set(
        tile,
        squares.map(([row, column]) => [row - top, column - left]),
      );
      Object.assign(placing, { tile, at: [top, left] });
    },
    turn: () => lay(turned(placing.cells)),
    mirror: () => lay(mirrored(placing.cells)),
    // With its corner there, as near as the paper allows.
    /** @param {second_chance.Cell} corner */
    moveTo([row, column]) {
      const { cells } = placing;
      if (cells.length) placing.at = [clamp(Math.round(row), size - heightOf(cells)), clamp(Math.round(column), size - widthOf(cells))];
    },
    /** @param {number} rows @param {number} columns */
    moveBy(rows, columns) {
      if (placing.at === null) hold([Math.floor(size / 2), Math.floor(size / 2)]);
      else placing.moveTo([placing.at[0] + rows, placing.at[1] + columns]);
    },
    // Somebody points at a square: held there if it may lie so, else in the nearest place that covers the square.
    /** @param {second_chance.Cell} square */
    put(square) {
      hold(square);
      const held = placing.at;
      if (placing.isOpen || !held) return;
      /** @param {second_chance.Cell} corner */
      const far = ([row, column]) => (row - held[0]) ** 2 + (column - held[1]) ** 2;
      const covering = placing.corners.filter(([top, left]) =>
        placing.cells.some(([row, column]) => row + top === square[0] && column + left === square[1]),
      );
      if (covering.length) placing.at = covering.reduce((best, corner) => (far(corner) < far(best) ? corner : best));
    },
    handle,
  };

  /** @param {string | null} tile */
  function offerOf(tile) {
    return offers.find((offer) => offer.tile === tile);
  }

  /** @param {string | null} tile */
  function wayOf(tile) {
    return offerOf(tile)?.ways.find((way) => isSame(way.cells, placing.cells));
  }

  /** @param {protocol.second_chance.WayOpen | undefined} way @returns {second_chance.Cell[]} */
  function corners(way) {
    return [...(way?.at ?? "")].flatMap((digit, square) => (digit === "1" ? [[Math.floor(square / size), square % size]] : []));
  }

  /** @param {second_chance.Cell} corner */
  function canLie([row, column]) {
    return placing.way?.at[row * size + column] === "1";
  }

  // The square by which it is held, on the grid.
  /** @returns {second_chance.Cell | null} */
  function handle() {
    const [row, column] = handleOf(placing.cells);
    return placing.at === null ? null : [row + placing.at[0], column + placing.at[1]];
  }

  /** @param {second_chance.Cell} square */
  function hold([row, column]) {
    const [handleRow, handleColumn] = handleOf(placing.cells);
    placing.moveTo([row - handleRow, column - handleColumn]);
  }

  /** @param {second_chance.Cell[]} cells */
  function lay(cells) {
    if (placing.tile === null) return;
    const held = handle();
    ways.set(placing.tile, cells);
    if (held) hold(held);
  }

  return placing;
}
