// Carries requests to the kernel of the notebook, through the page around this frame.
"use strict";

const allWords = JSON.parse(document.getElementById("words").textContent);
const KERNEL = {
  en: "The kernel of the notebook does not answer. It is busy with a cell, or it has ended: then run the cell of this board again.",
  ja: "ノートブックのカーネルが応答しません。ほかのセルを実行中か、終わっています。終わっているときは、この盤のセルをもう一度実行してください。",
};
export const wordsOf = async language => ({ ...allWords[language], failed: KERNEL[language] });
export const whyNot = () => "failed";
export function onKeeping() {}

// The address of the frame stays: it is no page that one can come back to.
history.replaceState = history.pushState = () => {};

// Two views of one board have numbers of their own.
const view = crypto.getRandomValues(new Uint32Array(1))[0];
let last = 0;
const pending = new Map();
// A kernel that is busy or gone sends no error: after this time, in milliseconds, it is said.
const PATIENCE = 2500;
addEventListener("message", ({ source, data }) => {
  if (source !== parent || !data || !pending.has(data.menace)) return;
  pending.get(data.menace)(data);
  pending.delete(data.menace);
});
function request(path, post, body) {
  const menace = `${view}-${++last}`;
  return new Promise((done, failed) => {
    pending.set(menace, done);
    setTimeout(() => pending.delete(menace) && failed(new Error("no answer")), PATIENCE);
    parent.postMessage({ menace, path, post, body }, "*");
  });
}

export async function send(path, body, raw) {
  const sent = body === undefined ? new Uint8Array() : raw ? new Uint8Array(body) : new TextEncoder().encode(JSON.stringify(body));
  const { status, bytes } = await request(path, body !== undefined, sent);
  return { status, told: JSON.parse(new TextDecoder().decode(bytes)) };
}

const PAUSE = 400;
// The state of a machine once it is no longer that of this revision; fails when it is called off.
export async function changeOf(name, revision, { signal }) {
  for (;;) {
    const { told } = await send(`machines/${name}/wait?since=${revision}`);
    if (told.scene || told.training) return told;
    await new Promise((done, failed) => {
      setTimeout(done, PAUSE);
      signal.onabort = failed;
      if (signal.aborted) failed();
    });
  }
}

export async function modelOf(name) {
  const { status, bytes } = await request(`machines/${name}/model`, false, new Uint8Array());
  if (status !== 200) throw new Error(String(status));
  return new Blob([bytes], { type: "application/octet-stream" });
}
