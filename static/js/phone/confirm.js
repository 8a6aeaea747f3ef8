// The bar at the bottom where a choice is confirmed, away from where it was made, and where a refusal is read.

import { piece, redraw, slot } from "../shared/pieces.js";
import { sentence } from "../shared/sentences.js";

export function drawConfirm(element, app, scene) {
  const { view, selected, sending, refusal, table } = app;
  const bar = BARS[scene];
  element.hidden = !bar || Boolean(table?.paused);
  if (element.hidden) return;
  redraw(element, { scene, can: view.can, selected, sending, refusal, guide: view.players[view.seat].guide }, () => {
    const content = bar(app);
    const where = slot(content, "refusal");
    if (where) where.textContent = refusal;
    return [content];
  });
}

const BARS = {
  grab: () => one("grab", {}, true),
  throw: ({ view }) => one(view.can[0].do === "reroll" ? "reroll" : "throw", {}, true),
  choose({ view, selected }) {
    const { guide } = view.players[view.seat];
    const values = { guide: sentence(`guide_${selected ?? guide}`) };
    if (!selected) return guide ? one("choose_keep", values, false) : one("choose_confirm_none", {}, false);
    return one(guide && guide !== selected ? "choose_change" : "choose_confirm", values, true);
  },
  use({ selected }) {
    if (!selected) return one("use_confirm_none", {}, false);
    return one(selected === "none" ? "use_confirm_no_card" : "use_confirm", {}, true);
  },
  market({ view, selected, card }) {
    const canBuy = view.can.some((move) => move.do === "buy" && move.card === selected);
    const bar = piece("confirm-market", {
      discard: sentence("discard"),
      buy: selected ? sentence("buy_for", { count: card(selected).price }) : sentence("buy"),
    });
    enable(bar.querySelector('[data-choice="discard"]'), Boolean(selected));
    enable(bar.querySelector('[data-choice="buy"]'), canBuy);
    return bar;
  },
  laid: ({ view }) => (view.can.length ? piece("confirm-look") : document.createElement("div")),
};

function one(key, values, isReady) {
  const bar = piece("confirm-one", { label: sentence(key, values) });
  enable(bar.querySelector("button"), isReady);
  return bar;
}

// Not `disabled`: the button keeps its place for the keyboard and for screen readers.
function enable(button, isReady) {
  button.setAttribute("aria-disabled", String(!isReady));
}
