// Answers when the server cannot be reached, and sends the words that wait. While the server answers, its answers are shown.
"use strict";

importScripts("/kept.js");

const offline = "/offline";
const files = ["/kept.js", "/offline.js", "/style.css", "/icon.svg", "/icon-192.png"];
/** How long a request of the worker's own may take, in milliseconds. */
const limit = 20_000;

const report = (error) => console.warn(error);
const cache = () => caches.open("offline");
/** Whether an answer is the server's own. A gateway that does not reach the server answers with 502 or 504. */
const isFromServer = ({ status }) => status !== 502 && status !== 504;

// ---- What is shown without a server. ----

self.addEventListener("install", (event) => event.waitUntil(refreshFiles().then(() => self.skipWaiting())));

// The browser itself asks for a page, while the worker starts: with all headers of a visit.
self.addEventListener("activate", (event) =>
  event.waitUntil(Promise.all([self.registration.navigationPreload?.enable(), self.clients.claim()])));

self.addEventListener("fetch", (event) => {
  const { request, preloadResponse } = event;
  const { origin, pathname } = new URL(request.url);
  if (request.method !== "GET" || origin !== location.origin) return;
  if (request.mode === "navigate") event.respondWith(visit(event, request, pathname, preloadResponse));
  else if (files.includes(pathname)) event.respondWith(file(request, pathname));
});

/** The server's page; without a server, the page that shows what this browser keeps. */
async function visit(event, request, path, preload) {
  const answer = await Promise.resolve(preload).then((answer) => answer ?? fetch(request)).catch(() => null);
  if (!answer || !isFromServer(answer)) return (await (await cache()).match(offline)) ?? answer ?? Response.error();
  if (path === "/login") {
    // A browser that is signed in is led elsewhere, and keeps its list.
    if (answer.status === 200) await forget().catch(report);
  } else if (path === offline && answer.status === 404) event.waitUntil(leave().catch(report));
  else if (answer.status !== 0 && !isFresh) event.waitUntil(refreshFiles().catch(report));
  return answer;
}

async function file(request, path) {
  const answer = await fetch(request).catch(() => null);
  return answer && isFromServer(answer) ? answer : (await (await cache()).match(path)) ?? answer ?? Response.error();
}

/** The browser is signed out: the next one to use it does not see the list. Words that wait stay, because they are nowhere else. */
async function forget() {
  isFresh = false;
  await Promise.all([caches.delete("offline"), kept.removeList()]);
}

/** The site is for many people now: nobody else may see the list. Only words that wait still need this worker. */
async function leave() {
  await forget();
  if ((await kept.words()).length === 0) await self.registration.unregister();
}

/** Whether the kept files and the page were read since this worker has started. */
let isFresh = false;

async function refreshFiles() {
  isFresh = true;
  try {
    await (await cache()).addAll(files.map((path) => new Request(path, { cache: "no-cache" })));
  } catch (error) {
    isFresh = false;
    throw error;
  }
  if (!(await token())) isFresh = false;
}

// ---- Requests of the worker's own. ----

/** The status, text and type of an answer; null if the server cannot be reached. A redirect has the status 0. */
async function ask(address, options) {
  try {
    const answer = await fetch(address, { ...options, redirect: "manual", signal: AbortSignal.timeout(limit) });
    const { status, headers } = answer;
    return isFromServer(answer) ? { status, headers, text: await answer.text() } : null;
  } catch {
    return null;
  }
}

/**
 * Reads the page that is shown without a server, keeps it, and returns the token for forms. Undefined if the server cannot be reached;
 * null if it does not show the page, such as before one has signed in.
 */
async function token() {
  const answer = await ask(offline, { cache: "no-store" });
  if (!answer) return undefined;
  if (answer.status === 404) await leave();
  const found = answer.status === 200 ? answer.text.match(/ data-token="([0-9a-f]+)"/) : null;
  if (!found) return null;
  // The token is for this worker only.
  const page = new Response(answer.text.replace(found[0], ""), { headers: answer.headers });
  await (await cache()).put(offline, page);
  return found[1];
}

// ---- The words that wait. ----

let next = null;

/**
 * Sends the words that wait. One after the other, also if another version of the worker sends.
 * @returns whether the server answers.
 */
function send() {
  next ??= navigator.locks.request("send", () => {
    next = null;
    return sendAll();
  });
  return next;
}

async function sendAll() {
  const words = (await kept.words()).filter(({ refusal }) => refusal === undefined);
  // A small file, which needs no login: the page would be made for nothing.
  if (words.length === 0) return (await ask("/kept.js", { method: "HEAD", cache: "no-store" })) !== null;
  const server = { token: await token() };
  for (const { id } of words) {
    if (!server.token) break;
    await kept.holding(id, () => deliver(id, server));
  }
  return server.token !== undefined;
}

/** Sends a word, unless it was removed or refused meanwhile. Takes the token away from `server` if the other words must wait. */
async function deliver(id, server) {
  const word = await kept.word(id);
  if (!word || word.refusal !== undefined) return;
  let answer = await post(word, server.token);
  if (answer?.status === 403) {
    // The server has started again, and knows another token.
    server.token = await token();
    answer = server.token ? await post(word, server.token) : answer;
  }
  if (answer?.status === 204) await kept.remove(id, word.text);
  else if (answer?.status === 422 && answer.headers.get("Content-Type")?.startsWith("text/plain")) {
    await kept.put({ ...word, refusal: answer.text });
  } else if (answer?.status === 400 || answer?.status === 413) await kept.put({ ...word, refusal: "" });
  else server.token = answer ? null : undefined;
}

/** Sends the same identifier each time: the server adds the word once, also if its answer was lost. */
function post({ id, text, from, to, time }, token) {
  const body = new URLSearchParams({ token, from: offline, id, text, source: from, target: to, time });
  return ask("/action/add-waiting-word", { method: "POST", body, headers: { "X-Script": "1" } });
}

/** A page was opened. */
async function load() {
  // Those that are kept already are good enough.
  if (!isFresh) await refreshFiles().catch(report);
  return (await kept.words()).length === 0 || send();
}

// A page says that it was opened, or that the words may be sent now. It can wait for the answer.
self.addEventListener("message", (event) => {
  const work = event.data === "load" ? load() : send();
  event.waitUntil(work.then((answers) => event.ports[0]?.postMessage(answers)));
});

// The browser has a connection again. It tries once more later if this fails.
self.addEventListener("sync", (event) => {
  event.waitUntil(send().then((answers) => {
    if (!answers) throw new Error("the server cannot be reached");
  }));
});
