// SPDX-License-Identifier: Apache-2.0
// The measured throughput in bit/s, stored for the next item and the next page of the session.

const key = "windowbox-throughput";
let known = null;
try { known = Number(sessionStorage.getItem(key)) || null; } catch { /* without storage it lasts as long as the page */ }

/** The last throughput; null without one. */
export const knownThroughput = () => known;

export function keepThroughput(rate) { known = Math.round(rate); }

// Storing takes milliseconds, and the value is only needed on the next page.
globalThis.addEventListener?.("pagehide", () => {
  if (known === null) return;
  try { sessionStorage.setItem(key, String(known)); } catch { /* it lasts as long as the page */ }
});
