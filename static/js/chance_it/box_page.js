// All that is in a Chance It box, to be read and printed.

import { part } from "../shared/pieces.js";
import { readBox } from "../shelf/reading.js";
import { boxCard, stakesSheet } from "./box.js";

const { content } = readBox();
part("cards").append(...content.cards.map(boxCard));
part("sheets").append(...[2, 3, 4, 5, 6].map((players) => stakesSheet(players, content.stakes[players], (_players, _side, _place, coins) => String(coins))));
