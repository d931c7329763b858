// SPDX-License-Identifier: Apache-2.0
import { data } from "./page.js";
import { call, guestToken, tokenAtHand, uniqueID } from "./api.js";

const most = 200, patience = 5000;
// Who asks sites not to pass on what they do is counted, but not known.
const tracking = navigator.globalPrivacyControl ? "essential_only" : "all";
const place = "windowbox-events";
let waiting = left();
let timer = null;
let lastTime = 0;
let isSending = false;

/// What an earlier page could not tell for certain. What was told after all counts once, since it has the same ids.
function left() {
  try {
    const events = JSON.parse(localStorage.getItem(place) ?? "[]");
    localStorage.removeItem(place);
    return Array.isArray(events) ? events.slice(-most) : [];
  } catch { return []; }
}

function keep() {
  try {
    if (waiting.length > 0) localStorage.setItem(place, JSON.stringify(waiting.slice(-most)));
  } catch { /* without storage it is told while the page goes away, or never */ }
}

/// Puts an event into the queue. What isn't told by the page itself is in `facts`, by the names of the contract.
export function report(name, facts = {}) {
  // Two things of one millisecond stay in their order.
  lastTime = Math.max(Date.now(), lastTime + 1);
  waiting.push({ id: uniqueID(), name, ts: new Date(lastTime).toISOString(), widget: data.widget, tracking, ...facts });
  // A service that can't be reached for hours must not fill the page's memory.
  if (waiting.length > 5000) waiting.splice(0, waiting.length - 5000);
  timer ??= setTimeout(send, patience);
  // So that there is one when the page goes away.
  if (!tokenAtHand()) guestToken().catch(() => {});
}

async function send() {
  timer = null;
  if (isSending || waiting.length === 0) return;
  isSending = true;
  const events = waiting.slice(0, most);
  try {
    await call("POST", "/v1/events", { body: { events } });
    waiting.splice(0, events.length);
  } catch (fault) {
    // What can't be read will not be readable later.
    if (fault.status >= 400 && fault.status < 500 && fault.status !== 429 && fault.status !== 401) waiting.splice(0, events.length);
  }
  isSending = false;
  if (waiting.length > 0) timer ??= setTimeout(send, patience);
}

// A beacon can't say who sends it, so this is a request that outlives the page. Sent twice, an event counts once.
function sendAway() {
  const token = tokenAtHand();
  if (!token || waiting.length === 0) return;
  const events = waiting.slice(0, 60);
  fetch("/v1/events", {
    method: "POST", keepalive: true, body: JSON.stringify({ events }),
    headers: { "Content-Type": "application/json", Authorization: `Bearer ${token}` },
  }).then((answer) => { if (answer.ok) waiting = waiting.filter((event) => !events.includes(event)); }).catch(() => {});
}

if (waiting.length > 0) timer = setTimeout(send, patience);
const leaving = [];
/// Something to be told of before the page goes away or is hidden for good.
export function beforeLeaving(action) { leaving.push(action); }
addEventListener("pagehide", () => { for (const action of leaving) action(); sendAway(); keep(); });
document.addEventListener("visibilitychange", () => { if (document.visibilityState === "hidden") sendAway(); });
