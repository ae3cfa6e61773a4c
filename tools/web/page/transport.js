// Carries requests to the program inside this file, which runs in a worker.
"use strict";

export const needsToken = false;

const inFile = id => document.getElementById(id).textContent;
const allWords = JSON.parse(inFile("words"));
export const wordsOf = async language => allWords[language];

const canRun = ["WebAssembly", "DecompressionStream", "Worker", "BroadcastChannel"].every(name => name in window) && "at" in [];
export const whyNot = () => canRun ? "failedInside" : "tooOld";

let worker = null; // a promise of it
let last = 0;
const pending = new Map(); // the requests without an answer so far
let keepingListener = () => {};
let noteChange = () => {}; // another tab has changed a machine
export function onKeeping(listener) {
  keepingListener = (now, name) => {
    isLost = now === "full" || now === "none";
    listener(now, name);
  };
  document.getElementById("open-about").dataset.t = "openAboutInside";
}

// Each five letters are four bytes: digits to the base of 85, from "(" on, with "}" in place of "<".
function bytesOf(text) {
  const whole = new DataView(new ArrayBuffer(4 * Math.ceil(text.length / 5)));
  for (let i = 0; i < text.length; i += 5) {
    let number = 0;
    for (let k = i; k < i + 5; k++) {
      const code = k < text.length ? text.charCodeAt(k) : 124;
      number = 85 * number + (code === 125 ? 20 : code - 40);
    }
    whole.setUint32(4 * i / 5, number);
  }
  return whole.buffer.slice(0, Math.floor(4 * text.length / 5));
}
function unpacked(id) {
  const stream = new Blob([bytesOf(inFile(id))]).stream().pipeThrough(new DecompressionStream("deflate"));
  return new Response(stream);
}

// The licences of all that is in this file, for whoever opens them.
const licences = document.getElementById("licences");
licences.hidden = !canRun;
licences.ontoggle = async () => {
  licences.ontoggle = null;
  licences.querySelector("pre").textContent = await unpacked("licences-packed").text();
};

async function started() {
  if (!canRun) throw new Error("this browser is too old");
  const module = await unpacked("program").arrayBuffer();
  const source = URL.createObjectURL(new Blob([inFile("worker")], { type: "text/javascript" }));
  const made = new Worker(source);
  await new Promise((done, failed) => {
    made.onerror = failed;
    made.onmessage = ({ data }) => {
      if (data.ready) done();
      else if (data.keeping) keepingListener(data.keeping, data.name);
      else if (data.changed) noteChange();
      else if (data.broken) restart(made);
      else {
        const { done: answer } = pending.get(data.id);
        pending.delete(data.id);
        answer(data);
      }
    };
    made.postMessage({ module }, [module]);
  });
  URL.revokeObjectURL(source);
  made.onerror = () => restart(made);
  return made;
}

// After an internal error, the program begins again with what was kept.
function restart(broken) {
  broken.terminate();
  worker = null;
  for (const { failed } of pending.values()) failed(new Error("the program has stopped"));
  pending.clear();
}

async function request(path, post, body) {
  worker ||= started();
  const to = await worker;
  return new Promise((done, failed) => {
    pending.set(++last, { done, failed });
    to.postMessage({ id: last, path, post, body });
  });
}

// The answer to a request, with its status.
export async function send(path, body, raw) {
  const sent = body === undefined ? new Uint8Array() : raw ? new Uint8Array(body) : new TextEncoder().encode(JSON.stringify(body));
  const { status, bytes } = await request(path, body !== undefined, sent);
  return { status, told: JSON.parse(new TextDecoder().decode(bytes)) };
}

// The state of a machine once it is no longer that of this revision, because of another tab; fails when it is called off.
export async function changeOf(name, revision, { signal }) {
  for (;;) {
    const { told } = await send(`machines/${name}/wait?since=${revision}`);
    if (told.scene || told.training) return told;
    await new Promise((done, failed) => {
      noteChange = done;
      signal.onabort = failed;
      if (signal.aborted) failed();
    });
  }
}

// Before games are dropped that the browser does not keep, it asks.
let isLost = false;
addEventListener("beforeunload", event => { if (isLost) event.preventDefault(); });

// The file of a machine.
export async function modelOf(name) {
  const { status, bytes } = await request(`machines/${name}/model`, false, new Uint8Array());
  if (status !== 200) throw new Error(String(status));
  return new Blob([bytes], { type: "application/octet-stream" });
}
