// What has made the end of a game for somebody: own choices, dice and cards, or the others. All in hundredths of a chance.

import { sentence } from "../../shared/sentences.js";

const HARDLY = 3; // points that are not worth a word

const signed = new Intl.NumberFormat(document.documentElement.lang || "en", { signDisplay: "exceptZero" });

/** @param {number} points */
export const inSigns = (points) => signed.format(points).replace("-", "−");

// What has mattered most comes first.
/** @param {string} name @param {Omit<table.Account, "start" | "end">} account */
export function inOneSentence(name, { choices, luck, others }) {
  const [own, chance, theirs] = [choices, luck, others].map(Math.abs);
  const change = choices < 0 ? "cost" : "won";
  if (theirs >= HARDLY && theirs > Math.max(own, chance)) {
    const values = { name, others: theirs, luck: inSigns(luck), choices: inSigns(choices) };
    return sentence(others < 0 ? "others_cost" : "others_won", values);
  }
  const values = { name, luck: chance, choices: own, count: own };
  if (chance < HARDLY) return sentence(`even_${change}`, values);
  return sentence(own > chance ? `choices_${change}_${luck < 0 ? "cost" : "won"}` : `${luck > 0 ? "lucky" : "unlucky"}_${change}`, values);
}
