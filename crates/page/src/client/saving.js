// What is not saved: games of the machine, and what this browser keeps itself.
"use strict";
import { $, between, memory, name, onShow, show, state, t } from "./base.js";
import { onKeeping } from "./transport.js";

// Whether the browser keeps the machines, where it is the browser that keeps them, and the games that it kept last.
let keeping = null;
let lastKept = {};
let keptAs = null; // the name under which it is kept, if another tab has the machine
onKeeping((now, under) => {
  [keeping, keptAs] = [now, under];
  show();
});
// What is learnt and not saved, and why; null if all is.
function unsaved() {
  const { scene } = state;
  if (keeping !== "full") return scene && scene.unsaved && { n: scene.unsaved.games, why: scene.unsaved.error };
  return { n: scene && lastKept.name === name ? Math.max(0, scene.games - lastKept.games) : 0, why: t("keeping.full") };
}
onShow(() => {
  const { scene, shelf } = state;
  if (scene && keeping !== "full") lastKept = { name, games: scene.games };
  const left = unsaved(), other = keeping && keeping !== "kept" && keeping !== "full";
  const inClass = scene && scene.class;
  const what = left && (inClass ? t("unsavedHere", left) : t(left.n ? "unsaved" : "unsavedChange", left) + between() + t("unsavedWhy", left));
  $("keeping").textContent = what || (other ? t("keeping." + keeping, { name: keptAs }) : memory.unkept.size ? t("keeping.notes") : "");
  $("rescue").hidden = !scene || !left && !other || inClass || Boolean(shelf && shelf.kiosk);
});
