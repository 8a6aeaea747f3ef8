// A box of a game that has no pictures for it: the file itself.

import { part } from "../shared/pieces.js";
import { readBox } from "./reading.js";

part("plain").textContent = JSON.stringify(readBox().content, null, 2);
