// The page without a server: it shows the last list, and keeps new words on this device until the server is back.
"use strict";
{
  const byId = (id) => document.getElementById(id);
  const make = (name, properties = {}, ...children) => {
    const node = Object.assign(document.createElement(name), properties);
    node.append(...children);
    return node;
  };
  const texts = byId("main").dataset;
  const form = byId("new-word");
  const fill = (text, name, value) => text.replace(`{${name}}`, () => value);
  const say = (text, style = "good") => Object.assign(byId("said"), { textContent: text, className: style });
  /** Shows what the browser has refused. */
  const fail = (error) => {
    console.warn(error);
    byId("state").textContent = texts.unable;
  };

  // ---- The list. ----

  let asOf = null;

  async function showList() {
    const list = await kept.list();
    if (!list) return;
    asOf = new Intl.DateTimeFormat(document.documentElement.lang, { dateStyle: "long", timeStyle: "short" }).format(list.time);
    byId("list-title").textContent = list.title;
    byId("words").replaceChildren(...list.rows.map(row));
    byId("list").hidden = false;
  }

  const part = (name, piece) =>
    piece ? make(name, { className: piece.isQuiet ? "quiet" : "", lang: piece.lang, dir: "auto", textContent: piece.text }) : "";

  function row({ word, direction, translation }) {
    const languages = direction ? make("abbr", { title: direction.title, textContent: direction.text }) : "";
    return make("li", {}, make("span", { className: "what" },
      part("strong", word), " ", make("span", { className: "quiet" }, languages), make("br"), part("span", translation)));
  }

  // ---- The words that wait. ----

  const nameOf = (code) => [...form.elements.from.options].find(({ value }) => value === code)?.textContent ?? code;

  function waitingRow(word) {
    const item = make("li", { id: `waiting-${word.id}` });
    item.dataset.state = JSON.stringify(word);
    const what = make("span", { className: "what" },
      make("strong", { lang: word.from, dir: "auto", textContent: word.text }), " ",
      make("span", { className: "quiet", textContent: `${nameOf(word.from)} → ${nameOf(word.to)}` }));
    const button = make("button", {
      type: "button", className: "icon", textContent: "✕", title: texts.delete, ariaLabel: `${texts.delete}: ${word.text}`,
    });
    button.addEventListener("click", () => remove(word).catch(fail));
    item.append(what, make("span", { className: "buttons" }, button));
    if (word.refusal !== undefined) {
      const reason = word.refusal || texts.unknown;
      what.append(make("br"), make("span", { className: "bad", textContent: fill(texts.refused, "reason", reason) }));
      item.append(correction(word));
    }
    return item;
  }

  /** The form of a new word with a word that was refused. */
  function correction(word) {
    const copy = form.cloneNode(true);
    for (const node of [copy, ...copy.querySelectorAll("[id]")]) node.removeAttribute("id");
    for (const name of ["text", "from", "to"]) copy.elements[name].value = word[name];
    settle(copy);
    copy.addEventListener("submit", (event) => {
      event.preventDefault();
      correct(word.id, copy).catch(fail);
    });
    return copy;
  }

  /** Brings the rows up to date. A row that is the same stays, with what is typed in it. */
  async function showWaiting() {
    const words = await kept.words();
    byId("waiting").hidden = words.length === 0;
    const rows = words.map((word) => {
      const shown = byId(`waiting-${word.id}`);
      return shown?.dataset.state === JSON.stringify(word) ? shown : waitingRow(word);
    });
    const list = byId("waiting-words");
    for (const item of [...list.children]) if (!rows.includes(item)) item.remove();
    rows.forEach((item, place) => {
      if (list.children[place] !== item) list.insertBefore(item, list.children[place] ?? null);
    });
  }

  async function remove({ id, text }) {
    const isGone = await kept.holding(id, async () => {
      if (!(await kept.word(id))) return true;
      await kept.remove(id);
    });
    // If it was sent meanwhile, the worker has said so.
    if (!isGone) say(fill(texts.removed, "word", text));
    await showWaiting();
    (byId("waiting-words").querySelector("button") ?? form.elements.text).focus();
  }

  /** What the forms had when nothing was typed in them. */
  const stored = new WeakMap();
  const settle = (form) => stored.set(form, JSON.stringify(typed(form)));
  const isTouched = (form) => stored.get(form) !== JSON.stringify(typed(form));
  const typed = ({ elements }) => ({ text: elements.text.value.trim(), from: elements.from.value, to: elements.to.value });

  async function correct(id, copy) {
    const { text, from, to } = typed(copy);
    if (!text) return copy.elements.text.focus();
    await kept.holding(id, async () => {
      const word = await kept.word(id);
      if (word) await kept.put({ id, text, from, to, time: word.time });
    });
    say(fill(texts.kept, "word", text));
    await showWaiting();
    form.elements.text.focus();
    await checkSoon();
  }

  form.addEventListener("submit", async (event) => {
    event.preventDefault();
    const word = { id: crypto.randomUUID(), ...typed(form), time: Date.now() };
    if (!word.text) return form.elements.text.focus();
    form.elements.text.value = "";
    settle(form);
    try {
      await kept.put(word);
    } catch (error) {
      form.elements.text.value = word.text;
      return fail(error);
    }
    // A reload must not fill the form with it again.
    if (location.pathname === "/new") history.replaceState(null, "", "/new");
    say(fill(texts.kept, "word", word.text));
    form.elements.text.focus();
    await showWaiting().catch(fail);
    keepTrying().catch((error) => console.warn(error));
    await checkSoon().catch(fail);
  });

  /** Has the browser keep the words, and send them also after this page was closed, if it can. */
  async function keepTrying() {
    await navigator.storage.persist();
    await (await navigator.serviceWorker.ready).sync?.register("words");
  }

  // ---- The server. ----

  /** Has the worker send the words. Returns whether the server answers. */
  async function answers() {
    const { active } = await navigator.serviceWorker.ready;
    return new Promise((resolve) => {
      const { port1, port2 } = new MessageChannel();
      port1.onmessage = ({ data }) => resolve(data);
      // The browser may have stopped the worker meanwhile.
      setTimeout(() => resolve(false), 60_000);
      active.postMessage("send", [port2]);
    });
  }

  /** The pauses between two questions, in milliseconds: each is twice as long as the last one. */
  const [firstPause, lastPause] = [2_000, 60_000];
  let pause = firstPause;
  let timer = null;
  let isChecking = false;
  let isDue = false;

  /** Shows how the server is, and asks again later if that is of use. Asked meanwhile, it looks once more. */
  async function check() {
    isDue = true;
    if (isChecking) return;
    isChecking = true;
    clearTimeout(timer);
    let isDone = false;
    try {
      while (isDue) {
        isDue = false;
        isDone = await show(await answers());
      }
    } finally {
      isChecking = false;
      if (!isDone) {
        timer = setTimeout(() => document.hidden || check().catch(fail), pause);
        pause = Math.min(2 * pause, lastPause);
      }
    }
  }

  /** Something has happened, so the next questions follow soon. */
  function checkSoon() {
    pause = firstPause;
    return check();
  }

  /** Returns whether there is nothing more to ask: the server answers, and has all words that it may have. */
  async function show(isBack) {
    // The page that was asked for is there again. A page that has just come would only take turns with it.
    const [isElsewhere, hasJustCome] = [location.pathname !== "/offline", performance.now() < 1000];
    if (isBack && isElsewhere && !hasJustCome && ![...document.forms].some(isTouched)) {
      location.reload();
      return true;
    }
    const state = isBack ? texts.back : asOf ? fill(texts.asOf, "time", asOf) : texts.none;
    // A text that is the same is not read aloud again.
    if (byId("state").textContent !== state) byId("state").textContent = state;
    const doWait = (await kept.words()).some(({ refusal }) => refusal === undefined);
    return isBack && !doWait && !(isElsewhere && hasJustCome);
  }

  /** Fills the form with the text that a link or another app has sent here. */
  function takeShared() {
    const query = new URLSearchParams(location.search);
    if (location.pathname !== "/new") return;
    for (const name of ["text", "from", "to"]) {
      const field = form.elements[name];
      const isPossible = query.get(name) && (!field.options || [...field.options].some(({ value }) => value === query.get(name)));
      if (isPossible) field.value = query.get(name);
    }
  }

  async function start() {
    if (!("serviceWorker" in navigator)) throw new Error("this browser has no service workers for this page");
    await navigator.serviceWorker.register("/worker.js");
    takeShared();
    settle(form);
    await showList();
    await showWaiting();
    kept.listen(({ saved, refused }) => {
      if (saved !== undefined) say(fill(texts.saved, "word", saved));
      if (refused !== undefined) say(fill(texts.refused, "reason", refused || texts.unknown), "bad");
      showWaiting().catch(fail);
    });
    for (const name of ["online", "offline"]) window.addEventListener(name, () => checkSoon().catch(fail));
    document.addEventListener("visibilitychange", () => document.hidden || checkSoon().catch(fail));
    await check();
  }

  start().catch((error) => {
    form.hidden = true;
    fail(error);
  });
}
