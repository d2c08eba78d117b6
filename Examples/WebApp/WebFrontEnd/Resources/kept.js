// What this browser keeps: the last list of words, and the words that were typed without a connection. For pages and the worker.
"use strict";

const kept = (() => {
  const changes = new BroadcastChannel("kept");
  let opening = null;

  /** The database. It is opened again if that has failed, or if the browser has closed it. */
  function open() {
    opening ??= new Promise((resolve, reject) => {
      const request = indexedDB.open("superapp", 1);
      request.onupgradeneeded = () => {
        request.result.createObjectStore("waiting", { keyPath: "id" });
        request.result.createObjectStore("lists");
      };
      request.onerror = () => reject(request.error);
      request.onsuccess = () => {
        const database = request.result;
        database.onclose = () => (opening = null);
        database.onversionchange = () => {
          database.close();
          opening = null;
        };
        resolve(database);
      };
    }).catch((error) => {
      opening = null;
      throw error;
    });
    return opening;
  }

  /** Does one thing in a transaction, and returns its result when the transaction is complete. */
  async function transact(name, mode, body) {
    const transaction = (await open()).transaction(name, mode, { durability: "strict" });
    return new Promise((resolve, reject) => {
      const request = body(transaction.objectStore(name));
      transaction.oncomplete = () => resolve(request.result);
      transaction.onabort = () => reject(transaction.error);
    });
  }

  /** Tells all pages of this browser what has changed. The own listener does not hear it. */
  const announce = (change) => changes.postMessage(change);

  return {
    /** Calls a function after each change that another page or the worker has made. */
    listen(body) {
      changes.onmessage = ({ data }) => body(data);
    },

    /**
     * The words that wait for the server, oldest first: `{ id, text, from, to, time, refusal }`. A word that the server has refused
     * has the reason as `refusal`, which may be empty.
     */
    async words() {
      const words = await transact("waiting", "readonly", (store) => store.getAll());
      return words.sort((one, other) => one.time - other.time);
    },
    word: (id) => transact("waiting", "readonly", (store) => store.get(id)),
    async put(word) {
      await transact("waiting", "readwrite", (store) => store.put(word));
      announce({ refused: word.refusal });
    },
    /** Forgets a word. `saved` is its text if the server has it now. */
    async remove(id, saved) {
      await transact("waiting", "readwrite", (store) => store.delete(id));
      announce({ saved });
    },
    /** Calls a function while nobody else sends, corrects or removes a word, in this tab, in another one, or in the worker. */
    holding: (id, body) => navigator.locks.request(`word ${id}`, body),

    /** The last list: `{ title, time, rows }`. */
    list: () => transact("lists", "readonly", (store) => store.get("words")),
    setList: (list) => transact("lists", "readwrite", (store) => store.put(list, "words")),
    removeList: () => transact("lists", "readwrite", (store) => store.delete("words")),
  };
})();
