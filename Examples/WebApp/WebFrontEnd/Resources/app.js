// Makes the pages smooth. Every page works without it: forms are posted, links are followed.
"use strict";

const main = () => document.getElementById("main");
const page = () => document.documentElement.dataset;

// ---- The main part is brought up to date in place, so that focus, selection and typed text stay. ----

/**
 * What a field had when its form was sent. A field that has another value was typed in since.
 * Null: the script emptied the field when it sent the form.
 */
const sent = new WeakMap();

const valueOf = (field) =>
  field.type === "checkbox" || field.type === "radio" ? String(field.checked) : field.value;
const defaultOf = (field) => {
  if (field.type === "checkbox" || field.type === "radio") return String(field.defaultChecked);
  if (field.nodeName !== "SELECT") return field.defaultValue;
  const chosen = [...field.options].find((option) => option.defaultSelected) || field.options[0];
  return chosen ? chosen.value : "";
};
const isField = (node) => ["INPUT", "TEXTAREA", "SELECT"].includes(node.nodeName) && node.type !== "hidden";
/** What the server has stored: a text that it has refused is the default of its field, and still typed. */
function storedOf(field) {
  const was = field.form?.elements[`was-${field.name}`];
  if (!was) return defaultOf(field);
  return field.type === "checkbox" ? String(was.value === "on") : was.value;
}
const isTouched = (field) => valueOf(field) !== (sent.has(field) ? sent.get(field) : storedOf(field));

function setDefault(field) {
  // The script cannot choose a file. One that was imported stays, and counts as sent.
  if (field.type === "file") return;
  sent.delete(field);
  const value = defaultOf(field);
  if (valueOf(field) === value) return;
  if (field.type === "checkbox" || field.type === "radio") field.checked = value === "true";
  else field.value = value;
}

let isRefresh = false;

/** Whether the server no longer knows a text that a live form has sent: it has started again, or has put the screen away. */
const isForgotten = (from, to) =>
  isRefresh && from.type === "text" && from.form?.dataset.live !== undefined && from.value !== "" && to.defaultValue === "";

/** Whether it says what a field was when the user began to type in it. What is written elsewhere meanwhile is a conflict then. */
const isBasis = ({ type, name, form }) =>
  type === "hidden" && name.startsWith("was-") && touched.has(form.elements[name.slice(4)]);
/** The fields that were touched before the page is brought up to date. */
let touched = new Set();

function morph(from, to) {
  if (isRefresh && isBasis(from)) return;
  const isKept = isField(from) && (isTouched(from) || isForgotten(from, to));
  const chosen = isKept && from.nodeName === "SELECT" ? from.value : null;
  // Whether details are open is the user's choice.
  const names = new Set([...from.attributes, ...to.attributes].map(({ name }) => name).filter((name) => name !== "open"));
  for (const name of names) {
    const value = to.getAttribute(name);
    if (value === null) from.removeAttribute(name);
    else if (from.getAttribute(name) !== value) from.setAttribute(name, value);
  }
  morphChildren(from, to);
  // New options change what is chosen.
  if (chosen !== null) from.value = chosen;
  if (isField(from) && (!isKept || from.selectedIndex === -1)) setDefault(from);
}

// Not `node.id`: of a form with a field named “id”, that is the field.
const idOf = (node) => (node.nodeType === Node.ELEMENT_NODE ? node.getAttribute("id") : null);

function morphChildren(from, to) {
  const wanted = new Set([...to.children].map(idOf).filter(Boolean));
  const known = new Map([...from.children].filter(idOf).map((child) => [idOf(child), child]));
  let next = from.firstChild;
  for (const child of [...to.childNodes]) {
    const id = idOf(child);
    while (next && idOf(next) && !wanted.has(idOf(next))) next = remove(next);
    const same = id ? known.get(id) : next && !idOf(next) && next.nodeName === child.nodeName ? next : null;
    // What stands before it leaves, so that it need not move: a moved field loses the focus.
    if (id && same) while (next && next !== same && !wanted.has(idOf(next))) next = remove(next);
    if (!same || same.nodeName !== child.nodeName) {
      from.insertBefore(child, next);
    } else {
      if (same === next) next = next.nextSibling;
      else from.insertBefore(same, next);
      if (same.nodeType === Node.ELEMENT_NODE) morph(same, child);
      else if (same.data !== child.data) same.data = child.data;
    }
  }
  while (next) next = remove(next);
}

function remove(node) {
  const next = node.nextSibling;
  node.remove();
  return next;
}

// ---- Another state of the page. ----

const pathOf = (address) => new URL(address, location.href).pathname;
const parse = (text) => new DOMParser().parseFromString(text, "text/html");

/** Takes over whose page it is: the server may have started again. */
function takeSession(fresh) {
  page().token = fresh.documentElement.dataset.token;
  page().session = fresh.documentElement.dataset.session ?? "";
}

/**
 * Shows another state of the page.
 * @param keepsNotice whether what the last action has said stays: the new state has come by itself.
 */
function show(text, keepsNotice) {
  // Nothing has changed.
  if (!text) return;
  const fresh = parse(text);
  const content = fresh.getElementById("main");
  // Not a page of this server: a proxy says what is wrong.
  if (!content) return showRefusal(fresh.querySelector("h1") || fresh.querySelector("title") || fresh.body, keepsNotice);
  // A page that cannot be shown now does not take the place of one with typed text.
  const failure = content.querySelector("[data-failure]");
  if (failure || !content.dataset.address) return showRefusal(failure || content.firstElementChild, keepsNotice);
  const notice = document.getElementById("notice");
  const lasting = fresh.getElementById("failure");
  // A failure that lasts is what the last action has said already.
  const isSaid = notice && lasting && notice.textContent.includes(lasting.textContent.trim());
  if (keepsNotice && notice && !notice.dataset.refusal && !fresh.getElementById("notice") && (!lasting || isSaid)) {
    lasting?.remove();
    fresh.getElementById("answer").prepend(notice.cloneNode(true));
  }
  const focus = placeOf(document.activeElement);
  document.title = fresh.title;
  takeSession(fresh);
  const address = content.dataset.address;
  // A search that begins in a list leaves the list one step back.
  if (pathOf(address) !== pathOf(main().dataset.address)) history.pushState(null, "", address);
  else if (address !== main().dataset.address) history.replaceState(null, "", address);
  isRefresh = Boolean(keepsNotice);
  touched = new Set([...main().querySelectorAll("input, textarea, select")].filter((field) => isField(field) && isTouched(field)));
  morph(document.querySelector("nav"), fresh.querySelector("nav"));
  morph(main(), content);
  watchEnd();
  showPermission();
  const active = document.activeElement;
  if (focus && (!main().contains(active) || active.disabled)) successorOf(focus).focus();
  if (!keepsNotice) focusFailure();
  say(keepsNotice);
  document.dispatchEvent(new Event("shown"));
}

/** Leads to what was refused, unless the user goes on typing into the field whose text is added. */
function focusFailure() {
  const active = document.activeElement;
  const isTyping = isField(active) && active.form?.dataset.adds !== undefined;
  if (!isTyping) document.querySelector("#answer > .bad")?.focus();
}

const controls = () =>
  [...main().querySelectorAll("a, button, input, select, textarea, summary")].filter(
    (node) => node.offsetParent && !node.disabled && node.type !== "hidden");

/** Where the focused control is: its row in a list, or its place among all controls. */
function placeOf(node) {
  if (!node || !main().contains(node) || node === main()) return null;
  const row = node.closest(".rows > li");
  if (row) return { list: row.parentNode.id, place: [...row.parentNode.children].indexOf(row) };
  return { place: controls().indexOf(node) };
}

/** The control that takes the focus when the one that had it is gone or disabled: the one at its place. */
function successorOf({ list, place }) {
  const among = (all) => all[place] || all[all.length - 1];
  const rows = list && document.getElementById(list);
  const successor = rows ? among(rows.children)?.querySelector("a, button:enabled") : list ? null : among(controls());
  // Of several radio buttons, the chosen one has the focus.
  const chosen = successor?.type === "radio" && main().querySelector(`input[name="${successor.name}"]:checked`);
  return chosen || successor || main();
}

/** The server has refused something: the page stays, and says so. */
function showRefusal(reason, keepsNotice) {
  document.getElementById("notice")?.remove();
  const notice = make("div", { id: "notice", className: "notice bad", tabIndex: -1 });
  const text = make("span", { textContent: (reason.querySelector("[data-say]") ?? reason).textContent });
  text.dataset.say = notice.dataset.refusal = "true";
  notice.append(text, " ", closeButton(notice));
  document.getElementById("answer").prepend(notice);
  if (!keepsNotice) focusFailure();
  say(keepsNotice);
}

const make = (name, properties) => Object.assign(document.createElement(name), properties);

/** A button that puts away what the script itself has said. */
function closeButton(notice) {
  const button = make("button", { type: "button", className: "icon", textContent: "✕", ariaLabel: page().dismiss });
  button.addEventListener("click", () => {
    notice.remove();
    main().focus();
  });
  return button;
}

let said = "";

const textOf = (nodes) => nodes.map((node) => node.textContent.trim()).join(" ");
const sayable = () => [...main().querySelectorAll("[data-say]")];
const news = () => textOf(sayable());

/** Has a screen reader read what is new, and the notice of an action even if it is the same again. */
function say(keepsNotice) {
  const text = news();
  const status = document.getElementById("status");
  // What has the focus is read because of that.
  const notice = document.activeElement.closest("#answer > .bad");
  const spoken = notice ? textOf(sayable().filter((node) => !notice.contains(node))) : text;
  if (text !== said) status.textContent = spoken;
  else if (!keepsNotice && document.getElementById("notice")) {
    status.textContent = "";
    setTimeout(() => (status.textContent = spoken), 100);
  }
  said = text;
}

// ---- Requests: one at a time, so that what is typed fast arrives in its order. ----

/** How long a request may take, in milliseconds: one that hangs must not hold up the others for ever. */
const limits = { page: 20_000, form: 60_000, upload: 600_000 };

let running = Promise.resolve();
let retry;
let refreshIsDue = false;
let visitIsDue = false;
let isStale = false;
let isLeaving = false;
let hasReloaded = false;

function enqueue(work) {
  running = running.then(work).then(checkSession).catch((error) => console.error(error));
}

/** Reloads the page if it is elsewhere: at a proxy one may have to log in again. The browser asks first if there is typed text. */
async function reloadIfRedirected() {
  if (isLeaving) return;
  const options = { headers: { "X-Refresh": "1" }, redirect: "manual", signal: AbortSignal.timeout(limits.page) };
  // Without an answer nothing is known.
  const answer = await fetch(main().dataset.address, options).catch(() => null);
  if (answer?.type !== "opaqueredirect" || hasReloaded) return;
  hasReloaded = true;
  location.reload();
}

/** Sends a request, and reads its answer. If there is none, it calls `again` after two seconds. */
async function request(address, limit, options, again = refresh) {
  try {
    const answer = await fetch(address, { ...options, signal: AbortSignal.timeout(limit) });
    const text = await answer.text();
    showLoss(streamIsLost);
    return { answer, text };
  } catch (error) {
    showLoss(true);
    clearTimeout(retry);
    retry = setTimeout(again, 2000);
    reloadIfRedirected();
    throw error;
  }
}

/** Reads the page as it is now. The server loads data for a visit only. */
function read(isVisit) {
  const headers = isVisit ? {} : { "X-Refresh": "1" };
  return request(main().dataset.address, limits.page, { headers }, () => refresh(isVisit));
}

/** Shows the page as it is now, because something has changed. */
function refresh(isVisit) {
  visitIsDue ||= Boolean(isVisit);
  if (refreshIsDue || isLeaving) return;
  refreshIsDue = true;
  enqueue(async () => {
    const isVisit = visitIsDue;
    refreshIsDue = visitIsDue = false;
    // What is shown here may be gone: the browser is on its way to another page.
    if (isLeaving) return;
    const { answer, text } = await read(isVisit);
    // Another tab has searched for another text since, or chosen other words of a list. The server does not have both.
    isStale = answer.status === 204 && !["/import", "/export"].includes(pathOf(main().dataset.address));
    show(text, true);
  });
}

// Searches or lists again when one looks at this tab again.
for (const type of ["visibilitychange", "focus"]) {
  window.addEventListener(type, () => isStale && !document.hidden && refresh(true));
}

/** Notes what fields have now as sent: when their request begins, because an answer to an earlier one does not have it. */
function notingValues(fields) {
  const values = fields.map(valueOf);
  return () => fields.forEach((field, place) => sent.set(field, values[place]));
}

/** How many forms wait for their answer. */
let unanswered = 0;
/** The field “once” of forms whose answer was lost, by what they sent. With it the server knows a form that is sent again. */
const lostForms = new Map();
/** The texts that the server has not taken, by the field that they were typed into. They come back when no form waits any longer. */
const untaken = new Map();
/** When texts came back into a field in which nothing was typed since. */
const broughtBack = new WeakMap();

/** Puts the texts of a field back in front of what was typed since. */
function putBack(field) {
  const isEmpty = field.value === "";
  field.value = [...untaken.get(field), field.value].filter(Boolean).join(" ");
  untaken.delete(field);
  sent.delete(field);
  if (isEmpty) broughtBack.set(field, { text: field.value, time: performance.now() });
}

// Who goes on typing has not seen yet that a text came back: what they type is another word.
document.addEventListener("beforeinput", ({ target, inputType, data }) => {
  const { text, time } = broughtBack.get(target) ?? {};
  broughtBack.delete(target);
  if (inputType === "insertText" && data !== " " && target.value === text && performance.now() - time < 1000) target.value += " ";
});

/** Sends a form. The page stays if the answer is the same page; else the browser goes to the other one. */
function send(form, button) {
  const fields = [...form.elements].filter(isField);
  const noteSent = notingValues(fields);
  const data = new FormData(form, button);
  const isFile = form.enctype === "multipart/form-data";
  // A field whose text is added is empty at once, for what one types next.
  const added = form.dataset.adds !== undefined && !button?.hasAttribute("formaction") ? form.elements.text : null;
  if (added && isRepeated && !added.value.trim()) return;
  if (added) added.value = "";
  const action = (button && button.getAttribute("formaction")) || form.getAttribute("action");
  const content = JSON.stringify([action, ...[...data].filter(([name]) => name !== "token" && name !== "once")]);
  const post = () => {
    data.set("token", page().token);
    const body = isFile ? data : new URLSearchParams(data);
    return request(action, isFile ? limits.upload : limits.form, { method: "POST", body, headers: { "X-Script": "1" } });
  };
  // What was refused counts as typed, and stays. So does what the server may not have received.
  const keep = () => {
    for (const field of fields) if (field !== added) sent.delete(field);
    if (added) untaken.set(added, [...(untaken.get(added) ?? []), data.get("text")]);
    if (added && unanswered === 1) putBack(added);
  };
  unanswered += 1;
  mayReopen = true;
  enqueue(async () => {
    main().setAttribute("aria-busy", "true");
    noteSent();
    if (added) sent.set(added, null);
    if (lostForms.has(content)) data.set("once", lostForms.get(content));
    try {
      let { answer, text } = await post();
      if (answer.status === 403) {
        // The server has started again, and knows another token.
        takeSession(parse((await read(true)).text));
        ({ answer, text } = await post());
      }
      lostForms.delete(content);
      // The other pages are those of a proxy.
      const isOwn = parse(text).getElementById("main") !== null;
      if (isOwn && answer.redirected && new URL(answer.url).pathname !== location.pathname) {
        isLeaving = true;
        return location.assign(answer.url);
      }
      if (!answer.ok || !isOwn) keep();
      else if (added) sent.set(added, "");
      show(text);
    } catch (error) {
      keep();
      if (data.has("once")) lostForms.set(content, data.get("once"));
      throw error;
    } finally {
      unanswered -= 1;
      if (unanswered === 0) [...untaken.keys()].forEach(putBack);
      main().removeAttribute("aria-busy");
    }
  });
}

/** Whether a button is clicked a second time, or a key held down. What the first time has emptied is not missing then. */
let isRepeated = false;
document.addEventListener("keydown", (event) => (isRepeated = event.repeat), true);
document.addEventListener("click", (event) => {
  isRepeated = event.detail ? event.detail > 1 : isRepeated;
  // The row that was meant may be gone, and another one at its place.
  if (event.detail > 1 && event.target.closest(".rows button")) event.preventDefault();
}, true);

/** Whether more rows are on their way: a page that is brought up to date meanwhile must not ask for those after them. */
let isShowingMore = false;

/** Shows more rows of a list in place, and keeps the address up to date. */
function showMore(link) {
  if (isShowingMore) return;
  isShowingMore = true;
  const rows = main().querySelectorAll(".rows > li").length;
  const hadFocus = document.activeElement === link;
  enqueue(async () => {
    try {
      const address = link.getAttribute("href").split("#")[0];
      show((await request(address, limits.page, { headers: { "X-Refresh": "1" } })).text, true);
      if (hadFocus) main().querySelectorAll(".rows > li")[rows]?.querySelector("a, button")?.focus();
    } finally {
      isShowingMore = false;
    }
  });
}

document.addEventListener("click", (event) => {
  const link = event.target.closest("a[data-more]");
  if (!link || event.ctrlKey || event.metaKey || event.shiftKey) return;
  event.preventDefault();
  showMore(link);
});

/** The end of a list loads more before one has scrolled there. */
const ends = new IntersectionObserver(
  (entries) => entries.filter((entry) => entry.isIntersecting).forEach((entry) => showMore(entry.target)),
  { rootMargin: "0px 0px 300px" });

/** Looks at the end of the list, which may be elsewhere now. */
function watchEnd() {
  ends.disconnect();
  const link = main().querySelector("a[data-more]");
  // Not before one has scrolled: who only looks at the first rows needs no more.
  if (link && scrollY > 0) ends.observe(link);
}
window.addEventListener("scroll", watchEnd, { passive: true, once: true });

/** Searches. The address follows the text, so that a reload and a bookmark find the same. Without a text all words are there again. */
function search(form) {
  const isBlank = !form.elements.text.value.trim();
  const address = isBlank ? form.dataset.blank : form.getAttribute("action") + "?" + new URLSearchParams(new FormData(form));
  const fields = [...form.elements].filter(isField);
  const noteSent = notingValues(fields);
  mayReopen = true;
  enqueue(async () => {
    noteSent();
    try {
      show((await request(address, limits.page, {}, () => search(form))).text);
      isStale = false;
    } catch (error) {
      for (const field of fields) sent.delete(field);
      throw error;
    }
  });
}

/** Waits for a pause in typing. */
let pause;

document.addEventListener("submit", (event) => {
  const form = event.target;
  if (form.dataset.plain !== undefined) return;
  clearTimeout(pause);
  if (form.method === "post") {
    event.preventDefault();
    return send(form, event.submitter);
  }
  // The search runs while one types, so Return adds what was typed.
  const add = form.querySelector("[formaction]");
  if (event.submitter === add) return;
  event.preventDefault();
  location.assign(`${add.formAction}?${new URLSearchParams(new FormData(form))}`);
});

// From a search back to the list in which it began.
window.addEventListener("popstate", () => {
  if (location.pathname !== pathOf(main().dataset.address)) location.reload();
});

// Fields of some forms act while one types.
document.addEventListener("input", (event) => {
  const form = event.target.form;
  if (!form || form.dataset.live === undefined) return;
  clearTimeout(pause);
  pause = setTimeout(() => {
    if (form.method === "post") send(form, form.querySelector("[data-live-button]"));
    else search(form);
  }, 150);
});

// A page with text that the server does not have yet asks before it is left.
window.addEventListener("beforeunload", (event) => {
  const fields = main().querySelectorAll("form[method=post]:not([data-plain]) :is(input, select, textarea)");
  const isTyped = [...fields].some((field) => isField(field) && isTouched(field));
  if (!isLeaving && (isTyped || unanswered > 0)) event.preventDefault();
});

// ---- What changes elsewhere. A browser opens few connections to a server: one tab listens for all. ----

const tabs = new BroadcastChannel("events");
let streamIsLost = false;
/** Whose events arrive. */
let streamSession;
/** Whether the stream may be opened again for another session. Once for each action: two servers could take turns without an end. */
let mayReopen = true;

const showLoss = (isLost) => (document.getElementById("connection").hidden = !isLost);

function receive({ type, data }) {
  if (type === "lost") showLoss((streamIsLost = true));
  else if (type === "change" && data === main().dataset.address) refresh();
  else if (type === "reminder") showReminder(JSON.parse(data));
  else if (type === "session" && events?.readyState === EventSource.OPEN && streamSession && data !== streamSession) listen();
  else if (type === "hello") {
    // The stream is open, for the first time or again: something may have changed before. The server may be another one.
    showLoss(false);
    streamSession = data;
    refresh(streamIsLost || (page().session && data !== page().session));
    streamIsLost = hasReloaded = false;
    document.dispatchEvent(new Event("connected"));
  }
}

/** Tells all tabs, this one as well. */
function tell(type, data) {
  receive({ type, data });
  tabs.postMessage({ type, data });
}

/** Has the stream opened again if it is not that of the page's session. */
function checkSession() {
  if (!page().session || page().session === streamSession) mayReopen = true;
  else if (mayReopen) {
    // A tab that was opened later does not know the stream's. Then it only says its own.
    mayReopen = !streamSession;
    tell("session", page().session);
  }
}

/** The stream, if this tab is the one that listens. */
let events;
let silentTicks = 0;

function listen() {
  events?.close();
  events = new EventSource("/events");
  silentTicks = 0;
  for (const type of ["hello", "change", "reminder", "heartbeat"]) {
    events.addEventListener(type, ({ data }) => {
      silentTicks = 0;
      if (type !== "reminder" || !notify(JSON.parse(data))) tell(type, data);
    });
  }
  events.onerror = () => {
    tell("lost");
    // The browser tries again, unless the server has refused.
    if (events.readyState === EventSource.CLOSED) reloadIfRedirected();
  };
}

// Opens the stream again if the server has refused it, or if it is dead: the server sends something every 15 seconds.
// Counts ticks, not time: the computer may have slept, and timers of hidden tabs are slow.
setInterval(() => {
  silentTicks += 1;
  if (!events || (events.readyState !== EventSource.CLOSED && silentTicks < 20)) return;
  tell("lost");
  listen();
}, 2000);

tabs.onmessage = (event) => receive(event.data);

// The server writes times in the zone of the browser. It opens another session for another zone, so this comes before the stream.
// A zone that the server was told before is one that it does not know.
const zone = Intl.DateTimeFormat().resolvedOptions().timeZone;
const zoneCookie = `superapp-zone=${encodeURIComponent(zone)}`;
if (page().zone && page().zone !== zone && !document.cookie.split("; ").includes(zoneCookie)) {
  document.cookie = `${zoneCookie}; path=/; samesite=strict`;
  refresh(true);
}

running.then(() => {
  // The tab that has the lock listens until it is closed. Then another one gets it.
  // Without https there are no locks, and each tab listens.
  if (navigator.locks) navigator.locks.request("events", () => new Promise(listen));
  else listen();
});
// Something may have changed while the page was on its way.
window.addEventListener("pageshow", () => {
  isLeaving = false;
  refresh();
});

// ---- The reminder. ----

/** Shows a notification. Returns whether the browser does: it may not be allowed, and on Android pages cannot. */
function notify({ title, body, address }) {
  if (!("Notification" in window) || Notification.permission !== "granted") return false;
  try {
    // Several pages show one notification.
    const notification = new Notification(title, { body, tag: "reminder" });
    notification.onclick = () => {
      window.focus();
      location.assign(address);
    };
    return true;
  } catch {
    return false;
  }
}

/** Shows the reminder in the page. It is outside of the main part, so it stays when that changes. */
function showReminder({ title, body, address }) {
  const notice = make("div", { id: "due", className: "notice", role: "alert" });
  notice.append(
    make("a", { href: address, textContent: title }), " ", make("span", { textContent: body }), " ", closeButton(notice));
  document.getElementById("due")?.remove();
  main().before(notice);
}

function showPermission() {
  const state = "Notification" in window ? Notification.permission : "unsupported";
  for (const part of document.querySelectorAll("#permission [data-when]")) part.hidden = part.dataset.when !== state;
}

document.addEventListener("click", async (event) => {
  if (!event.target.closest("[data-ask]")) return;
  await Notification.requestPermission();
  showPermission();
});

// ---- The review: keys and touch. ----

/** Whether a key belongs to the control that has the focus. */
const takesKey = ({ target, key }) =>
  (isField(target) && target.type !== "checkbox" && target.type !== "radio") ||
  (key === " " && target.closest("a, button, summary, [tabindex]:not(main)"));

document.addEventListener("keydown", (event) => {
  if (event.ctrlKey || event.metaKey || event.altKey || event.repeat || takesKey(event)) return;
  const control = [...main().querySelectorAll("[data-key]")].find((node) => node.dataset.key === event.key);
  if (!control || control.disabled) return;
  event.preventDefault();
  control.click();
});

/** The answer is shown by a tap on the card; a swipe to the left forgets it, one to the right knows it. */
let touch;
document.addEventListener("touchstart", ({ target, touches }) => {
  touch = target.closest("#card") && touches.length === 1 ? { x: touches[0].clientX, y: touches[0].clientY } : null;
}, { passive: true });
document.addEventListener("touchend", ({ target, changedTouches }) => {
  const card = target.closest("#card");
  if (!touch || !card) return;
  const [right, down] = [changedTouches[0].clientX - touch.x, changedTouches[0].clientY - touch.y];
  touch = null;
  const press = (key) => main().querySelector(`[data-key="${key}"]`)?.click();
  if (card.dataset.tap && Math.abs(right) < 10 && Math.abs(down) < 10) press(" ");
  else if (card.dataset.swipe !== undefined && Math.abs(right) > 60 && Math.abs(right) > 2 * Math.abs(down)) {
    press(right > 0 ? "3" : "1");
  }
}, { passive: true });

// Puts the cursor at the end of the text.
const field = document.querySelector("input[autofocus]");
if (field) field.setSelectionRange(field.value.length, field.value.length);

document.documentElement.classList.add("js");
said = news();
showPermission();
