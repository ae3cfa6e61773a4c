// A machine as a link: what its boxes hold is in the fragment of an address, which no server sees.
"use strict";
import { $, el, fail, freshName, giveName, machine, name, nextName, note, onShow, show, state, t } from "./base.js";
import { layOver } from "./boxes.js";
import { change, saveFile } from "./settings.js";
import { needsToken } from "./transport.js";

// More letters than this are cut off by too many programs.
const LONGEST = 8000;

// Sets up a new machine from a link; whether there is one.
export async function openLink(link) {
  const under = freshName();
  await change(under, () => machine("link", { link }));
  const done = !$("failure").textContent;
  if (done) giveName(under, nextName(t("linked", {}, false)));
  return done;
}

// Others reach the page only if it came from a server with a name in the network.
const isHereAlone = () => location.protocol === "file:" || /^(localhost|127\..*|\[::1\])$/.test(location.hostname);
$("copy-link").onclick = async () => {
  const file = el("button", { type: "button", onclick: () => saveFile(name) }, t("download"));
  const offerFile = why => layOver(t("copyLink"), "h.leave", note(t(why)), file);
  if (isHereAlone()) return offerFile("linkHere");
  let link;
  try { ({ link } = await machine("link")); } catch (error) {
    if (error.status) return offerFile("linkNone");
    return fail(error);
  }
  if (link.length > LONGEST) return offerFile("linkNone");
  const field = el("textarea", { readonly: true, rows: 5, "aria-label": t("copyLink") });
  field.value = `${location.origin}${location.pathname}#link=${link}`;
  const status = el("p", { role: "status" });
  layOver(t("copyLink"), "h.leave", note(t("linkAbout")), needsToken ? el("p", {}, t("linkToken")) : "", field, status);
  field.select();
  // Only an encrypted page may use the clipboard by itself.
  const isCopied = await navigator.clipboard?.writeText(field.value).then(() => true, () => false) || document.execCommand("copy");
  if (isCopied) status.textContent = t("linkCopied");
};

// The machine and another one of its game, added up under a new name.
$("merge").onclick = () => {
  const names = [name, $("player").value];
  return change(freshName(state.scene.game), () => machine("merge", { names, by_hand: false }));
};
$("player").addEventListener("change", show);
onShow(() => {
  const { scene, shelf } = state, isLearnt = Boolean(scene && scene.learns && scene.games);
  $("copy-link").hidden = !isLearnt;
  $("merge").hidden = !isLearnt || $("player").value === name || !shelf.machines.includes($("player").value);
});
