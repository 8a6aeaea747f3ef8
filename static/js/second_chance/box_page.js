// All that is in a Second Chance box, to be read and printed.

import { part } from "../shared/pieces.js";
import { readBox } from "../shelf/reading.js";
import { inTheCorner } from "./box_editor/shapes.js";
import { tilePicture } from "./tiles.js";

const { content } = readBox();
for (const kind of ["starts", "tiles"]) {
  part(kind).append(
    ...content[kind].map((/** @type {{cells: second_chance.Cell[]}} */ { cells }) => {
      const element = document.createElement("div");
      element.className = "box-tile";
      element.append(tilePicture(inTheCorner(cells), { least: 3, colour: cells.length % 6 }));
      return element;
    }),
  );
}
