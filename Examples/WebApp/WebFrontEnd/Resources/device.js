// Connects each page with what this browser keeps: it keeps the list that is shown, and has the words sent that wait.
"use strict";

if ("serviceWorker" in navigator) {
  const texts = document.currentScript.dataset;
  const report = (error) => console.warn(error);

  const piece = (node) =>
    node && { text: node.textContent, lang: node.lang, title: node.title, isQuiet: node.classList.contains("quiet") };

  /** The rows of the list of words. Null if the page is another one, has not all languages or another order, does not begin at the first word, or failed. */
  function shownRows(main) {
    const address = main?.dataset.address;
    const { pathname, searchParams } = new URL(address ?? "/none", location.href);
    const isChosen = searchParams.has("source") || searchParams.has("order");
    if (pathname !== "/" || isChosen || main.querySelector("#before, #phase.bad")) return null;
    return [...main.querySelectorAll("#words > li > .what")].map((row) => ({
      word: piece(row.querySelector("a")),
      direction: piece(row.querySelector("abbr")),
      translation: piece(row.querySelector("br + span")),
    }));
  }

  /** Keeps the list as the server has just said it. */
  async function keepList() {
    const rows = shownRows(document.getElementById("main"));
    if (rows) await kept.setList({ title: document.getElementById("title").textContent, time: Date.now(), rows });
  }

  const tell = async (what) => (await navigator.serviceWorker.ready).active.postMessage(what);

  /** Says that words wait, and leads to them. Outside of the main part, so it stays when that changes. */
  async function showWaiting() {
    const { length } = await kept.words();
    const text = texts.waiting.replace("{count}", length);
    const shown = document.getElementById("waiting");
    if (shown?.firstChild.textContent === text) return;
    shown?.remove();
    if (length === 0) return;
    const make = (name, properties) => Object.assign(document.createElement(name), properties);
    const notice = make("div", { id: "waiting", className: "notice", role: "status" });
    const link = make("a", { href: "/offline", className: "button", textContent: texts.show });
    notice.append(make("span", { textContent: text }), " ", link);
    document.getElementById("main").before(notice);
  }

  navigator.serviceWorker.register("/worker.js").catch(report);
  tell("load").catch(report);
  keepList().catch(report);
  showWaiting().catch(report);
  kept.listen(() => showWaiting().catch(report));
  document.addEventListener("shown", () => keepList().catch(report));
  document.addEventListener("connected", () => tell("load").catch(report));
  window.addEventListener("online", () => tell("load").catch(report));
}
