// What a page does by itself: drawers, copying a link, the sign of my turn, and where the focus goes.
(() => {
  "use strict";
  const byId = (id) => document.getElementById(id);
  const openers = new Map();

  // Drawers stand beside the table and do not cover the question.
  const open = (drawer, opener) => {
    for (const other of document.querySelectorAll(".drawer:not([hidden])")) if (other !== drawer) other.hidden = true;
    drawer.hidden = false;
    openers.set(drawer.id, opener?.id);
    drawer.querySelector("[tabindex='-1']")?.focus();
  };
  const close = (drawer) => {
    drawer.hidden = true;
    byId(openers.get(drawer.id))?.focus();
  };
  // What can be set of the scene changes with play: it is fetched when it is looked at.
  const showScene = () => {
    const source = byId("hand-scene")?.dataset.source;
    if (source) htmx.ajax("GET", source, { target: "#hand-scene", swap: "innerMorph" });
  };
  document.addEventListener("click", (event) => {
    const button = event.target.closest?.("button");
    if (!button) return;
    const { opens, closes, copies } = button.dataset;
    if (opens && byId(opens)) open(byId(opens), button);
    if (opens === "hand-all") showScene();
    if (closes) close(byId(closes));
    if ("clears" in button.dataset) byId("message").replaceChildren();
    if (copies) {
      const field = byId(copies);
      field.select();
      // A page that came over plain http has no clipboard; the marked text can still be copied.
      (navigator.clipboard?.writeText(field.value) ?? Promise.reject()).then(
        () => { button.textContent = "Copied"; },
        () => { button.textContent = document.execCommand("copy") ? "Copied" : "Marked: copy it now"; },
      );
    }
  });
  document.addEventListener("keydown", (event) => {
    const drawer = document.querySelector(".drawer:not([hidden])");
    if (event.key === "Escape" && drawer) close(drawer);
  });

  // Single keys that press what is marked with them: only where somebody has switched them on, and
  // never while something is being typed or chosen.
  document.addEventListener("keydown", (event) => {
    if (event.ctrlKey || event.metaKey || event.altKey || event.target.closest?.("input, textarea, select, summary")) return;
    if (localStorage.getItem("affray-keys") !== "yes") return;
    const button = [...document.querySelectorAll(`[data-key="${CSS.escape(event.key.toLowerCase())}"]`)].find((each) => each.offsetParent);
    if (button) { event.preventDefault(); button.click(); }
  });

  // What is left of a purse while it is being spent.
  document.addEventListener("input", (event) => {
    const purse = event.target.closest?.("[data-purse]");
    if (!purse) return;
    let left = Number(purse.dataset.purse);
    for (const each of purse.querySelectorAll("[data-price]")) {
      left -= each.dataset.price * (each.type === "checkbox" ? Number(each.checked) : Number(each.value) || 0);
    }
    purse.classList.toggle("over", left < 0);
    purse.querySelector("output").textContent = left < 0 ? `${-left} too many` : `${left} left of ${purse.dataset.purse}`;
  });

  // After an answer: the message of the one before goes, forms that say so are emptied, and the
  // GM's hand shows the numbers of now.
  document.addEventListener("htmx:after:request", (event) => {
    const { ctx } = event.detail;
    const form = ctx.sourceElement;
    if (ctx.response?.status === 404 && !form.matches("#table")) location.reload();
    if (!ctx.response?.raw?.ok || !form.matches("form")) return;
    byId("message")?.replaceChildren();
    if ("resets" in form.dataset) form.reset();
    const plays = byId("plays");
    if (plays && form.matches("[hx-post$='/do/hand'], [hx-post$='/do/take']")) {
      htmx.ajax("GET", plays.dataset.source, { target: "#plays", swap: "innerHTML" });
    }
    if ("again" in form.dataset) {
      const source = byId("hand-of")?.dataset.source;
      if (source) htmx.ajax("GET", source, { target: "#hand-one-body", swap: "innerMorph" });
      if (!byId("hand-all").hidden) showScene();
    }
  });

  // Focus that went away with what was answered goes to the question that is open now.
  const region = byId("table");
  let within = false;
  region?.addEventListener("htmx:before:swap", () => { within = region.contains(document.activeElement); });
  region?.addEventListener("htmx:after:swap", () => {
    if (!within || region.contains(document.activeElement)) return;
    region.querySelector("[data-question] [tabindex='-1'], #question-title")?.focus({ preventScroll: true });
  });

  // When another question comes up, its beginning is in sight, and a refusal that belonged to the
  // one before goes, once there was time to read it.
  const first = () => region?.querySelector("[data-question]")?.id;
  let shown = first();
  region?.addEventListener("htmx:after:swap", () => {
    if (first() === shown) return;
    shown = first();
    const message = byId("message");
    const refusal = message?.firstElementChild;
    if (refusal) setTimeout(() => { if (message.firstElementChild === refusal) message.replaceChildren(); }, 6000);
    if (!shown || document.activeElement?.matches("input:not([type=checkbox], [type=radio]), textarea, select")) return;
    const middle = byId("middle");
    if (middle) middle.scrollTop = 0;
    const bar = document.querySelector(".status-line")?.getBoundingClientRect().bottom ?? 0;
    const top = byId(shown).getBoundingClientRect().top;
    if (top < bar) scrollBy({ top: top - Math.max(bar, 0) - 12, behavior: "instant" });
  });

  // The log is filled from below; a line whose rules are unfolded stays where it was.
  let asked = null;
  const stay = () => {
    const scroll = asked?.line.closest(".log-scroll");
    if (!scroll) return;
    scroll.scrollTop += asked.line.getBoundingClientRect().top - asked.top;
    // What was asked for comes into sight, as far as its line stays there.
    const within = scroll.getBoundingClientRect();
    const below = asked.line.closest("li").getBoundingClientRect().bottom - within.bottom;
    const above = asked.line.getBoundingClientRect().top - within.top;
    if (below > 0) scroll.scrollTop += Math.min(below, Math.max(above, 0));
    asked.top = asked.line.getBoundingClientRect().top;
  };
  document.addEventListener("click", (event) => {
    const line = event.target.closest?.(".log summary");
    asked = line ? { line, top: line.getBoundingClientRect().top } : null;
  });
  document.addEventListener("toggle", stay, true);
  document.addEventListener("htmx:after:swap", stay);

  // The sign of my turn: sound and vibration as the person wants them, kept on this device.
  for (const box of document.querySelectorAll("[data-keeps]")) {
    box.checked = localStorage.getItem(`affray-${box.dataset.keeps}`) === "yes";
    box.addEventListener("change", () => localStorage.setItem(`affray-${box.dataset.keeps}`, box.checked ? "yes" : "no"));
  }
  const title = document.title;
  const ring = () => {
    const audio = new AudioContext();
    for (const [at, pitch] of [[0, 523], [0.16, 784]]) {
      const tone = audio.createOscillator();
      const loud = audio.createGain();
      tone.frequency.value = pitch;
      loud.gain.setValueAtTime(0.15, audio.currentTime + at);
      loud.gain.exponentialRampToValueAtTime(0.001, audio.currentTime + at + 0.3);
      tone.connect(loud).connect(audio.destination);
      tone.start(audio.currentTime + at);
      tone.stop(audio.currentTime + at + 0.3);
    }
  };
  region?.addEventListener("turn", () => {
    if (byId("sound")?.checked) ring();
    if (byId("shake")?.checked) navigator.vibrate?.([80, 60, 80]);
  });
  const mark = () => { document.title = byId("turn-sign") ? `Your turn: ${title}` : title; };
  region?.addEventListener("htmx:after:swap", mark);
  mark();
})();
