// The one stream of a page: says whether the page is live, and wakes a stream that has died.
(() => {
  "use strict";
  const SILENCE = 35000;
  const region = document.getElementById("table");
  const sign = document.getElementById("link-state");
  if (!region || !sign) return;
  let connection = null;
  let heard = Date.now();

  const say = (state, words) => {
    if (sign.dataset.state !== state) sign.textContent = words;
    sign.dataset.state = state;
  };
  const behind = () => say("behind", "reconnecting: what you see may be old");
  const listen = (name, act) => region.addEventListener(`htmx:sse:${name}`, act);

  listen("before:connection", (event) => {
    heard = Date.now();
    if (event.detail.connection.attempt > 0 && !document.hidden) behind();
  });
  listen("after:connection", (event) => {
    connection = event.detail.connection;
    heard = Date.now();
    say("live", "live");
  });
  listen("after:message", () => {
    heard = Date.now();
    say("live", "live");
  });
  listen("error", (event) => {
    if (event.detail.status === 404) location.reload();
    behind();
  });
  listen("close", () => {
    connection = null;
    behind();
  });
  addEventListener("pagehide", () => { connection?.reader?.cancel(); });
  addEventListener("offline", behind);
  addEventListener("online", () => { connection?.reader?.cancel(); });
  region.addEventListener("gone", () => location.reload());

  const wake = () => {
    if (document.hidden || Date.now() - heard < SILENCE) return;
    heard = Date.now();
    behind();
    if (connection?.reader) connection.reader.cancel();
    else if (!connection) htmx.ajax("GET", region.getAttribute("hx-sse:connect"), { source: region });
  };
  setInterval(wake, 2500);
  document.addEventListener("visibilitychange", () => { if (!document.hidden) setTimeout(wake, 1500); });
})();
