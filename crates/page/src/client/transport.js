// Carries requests to the server over HTTP.
"use strict";

export const needsToken = true; // of other computers

export const wordsOf = async language => (await fetch(language + ".json")).json();

// A network may answer in place of the server, with a page of its own.
const read = answer => answer.json().catch(() => { throw new Error("foreign"); });

// The answer to a request, with its status; fails if the server does not answer.
export async function send(path, body, raw) {
  const kind = raw ? "application/octet-stream" : "application/json";
  const sent = body === undefined ? {} : { method: "POST", headers: { "content-type": kind }, body: raw ? body : JSON.stringify(body) };
  const answer = await fetch("api/" + path, sent);
  return { status: answer.status, told: await read(answer) };
}

// The state of a machine once its revision is no longer this one, or {} after a while; fails when it is
// called off.
export async function changeOf(name, revision, { signal }) {
  const answer = await fetch(`api/machines/${encodeURIComponent(name)}/wait?since=${revision}`, { signal });
  if (!answer.ok) throw Object.assign(new Error(answer.statusText), { status: answer.status });
  return read(answer);
}

// The key of the text for a request without an answer.
export const whyNot = ({ message }) => message === "foreign" ? message : navigator.onLine ? "failed" : "offline";

export async function modelOf(name) {
  const answer = await fetch(`api/machines/${encodeURIComponent(name)}/model`);
  if (!answer.ok) throw new Error(answer.statusText);
  return answer.blob();
}

// The server keeps everything in its folder.
export function onKeeping() {}
