// The log of a page holds the latest lines. What came before them is fetched once somebody asks for
// it; from then on the older part also takes in the lines that leave the latest ones.
(() => {
  "use strict";
  const LINES = 80;
  const region = document.getElementById("table");
  const byId = (id) => document.getElementById(id);
  // The older part holds every line from `first` up to, without, `end`, as they stood after the undo
  // told of in line `back`.
  const held = { first: 0, end: 0, back: "" };
  let isBusy = false;

  const lines = async (after, before) => {
    const reply = await fetch(`${byId("log").dataset.source}?after=${after}&before=${before}`);
    if (!reply.ok) throw new Error(`the log answered ${reply.status}`);
    return reply.text();
  };
  const put = (where, text) => {
    const older = byId("log-earlier");
    if (where === "instead") older.innerHTML = text;
    else older.insertAdjacentHTML(where, text);
    htmx.process(older);
  };
  // Where two parts meet, the heading that they share stands once; and nothing lies before line 1.
  const tidy = () => {
    let over = "";
    for (const each of document.querySelectorAll("#log-earlier .turn, #log .turn")) {
      each.hidden = each.textContent === over;
      over = each.textContent;
    }
    const button = byId("show-earlier");
    if (button) button.hidden = held.first === 1;
  };
  const goBack = async () => {
    const older = byId("log-earlier");
    const count = older.querySelectorAll(".line").length;
    const read = document.querySelector("#log-earlier .line, #log .line");
    // A seat may be allowed to read nothing of some eighty lines.
    while (held.first > 1 && older.querySelectorAll(".line").length === count) {
      const first = Math.max(1, held.first - LINES);
      put("afterbegin", await lines(first - 1, held.first));
      held.first = first;
    }
    // Reading goes on where it was: the line that was the first stands low, what led to it above.
    const scroll = older.closest(".log-scroll");
    const seen = scroll.getBoundingClientRect();
    if (read) scroll.scrollTop += read.getBoundingClientRect().top - seen.top - seen.height * 0.7;
  };
  const catchUp = async () => {
    const { first, back } = byId("log").dataset;
    if (held.back !== back) put("instead", await lines(held.first - 1, first));
    else if (held.end < first) put("beforeend", await lines(held.end - 1, first));
    held.end = Number(first);
    held.back = back;
  };
  const isBehind = () => {
    const { first, back } = byId("log").dataset;
    return held.first && (held.end < first || held.back !== back);
  };
  const work = async (wantsMore) => {
    if (isBusy || !byId("log")) return;
    isBusy = true;
    try {
      if (!held.first) {
        held.first = held.end = Number(byId("log").dataset.first);
        held.back = byId("log").dataset.back;
      }
      if (wantsMore) await goBack();
      while (isBehind()) await catchUp();
    } catch {
      // The server cannot be reached: the next message of the stream tries again.
    } finally {
      isBusy = false;
      tidy();
    }
  };
  document.addEventListener("click", (event) => {
    if (event.target.closest?.("#show-earlier")) work(true);
  });
  region?.addEventListener("htmx:after:swap", () => {
    tidy();
    if (held.first && isBehind()) work(false);
  });
})();
