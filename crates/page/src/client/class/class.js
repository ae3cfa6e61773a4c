// What the pages of a class share: words and requests.
"use strict";
import { $, el, memory } from "/base.js";

export { $, el };

let words = {};
export let language = [memory.get("language"), navigator.language.slice(0, 2), "en"].find(one => ["en", "ja"].includes(one));
const OTHER = { en: ["ja", "日本語"], ja: ["en", "English"] };
const sayings = [];
// The words of the class; who leads it has the words of the lessons too.
let files = ["class/"];
// Calls `said` now and whenever another language is chosen.
export async function speakClass(said, isLeading = true) {
  sayings.push(said);
  if (isLeading) files = ["", "class/"];
  await say(language);
}
async function say(wanted) {
  const parts = await Promise.all(files.map(async folder => (await fetch(`/${folder}${wanted}.json`)).json()));
  words = Object.assign({}, ...parts);
  language = wanted;
  memory.set("language", wanted);
  document.documentElement.lang = wanted;
  for (const node of document.querySelectorAll("[data-t]")) node.textContent = t(node.dataset.t);
  const other = $("language");
  if (other) {
    const [, called] = OTHER[wanted];
    Object.assign(other, { textContent: called, lang: OTHER[wanted][0], onclick: () => say(OTHER[language][0]) });
  }
  sayings.forEach(said => said());
}
export const has = key => key in words;
export function t(key, values = {}) {
  const word = (values.n === 1 && words[key + ".one"]) || words[key] || key;
  return word.replace(/\{(\w+)\}/g, (_, name) => values[name]);
}

// The answer to a request; fails with its text and kind. A network may answer in place of the server.
export async function ask(path, body) {
  const sent = body === undefined ? {} : { method: "POST", headers: { "content-type": "application/json" }, body: JSON.stringify(body) };
  const answer = await fetch("/api/" + path, sent);
  const told = await answer.json().catch(() => { throw new Error(t("foreign")); });
  if (answer.ok) return told;
  const known = "error." + told.kind;
  throw Object.assign(new Error(known in words ? t(known, told) : told.error), { kind: told.kind });
}

const pause = time => new Promise(done => setTimeout(done, time));
// Shows the class now and after each event; `fail` is called with the reason if it cannot be shown, and with
// null afterwards.
export async function follow(show, fail) {
  let seen = null;
  for (;;) {
    try {
      const told = await ask(seen === null ? "class" : "class/wait?since=" + seen);
      fail(null);
      if (told.revision !== undefined) await show(told);
      seen = told.revision ?? seen;
      // Many games that end at once are one change of the wall.
      await pause(250);
    } catch (error) {
      fail(error);
      seen = null;
      await pause(2000);
    }
  }
}
