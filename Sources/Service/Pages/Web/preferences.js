// SPDX-License-Identifier: Apache-2.0

const place = "windowbox-preferences";
let values = {};
try { values = JSON.parse(localStorage.getItem(place)) ?? {}; } catch { /* without storage they last as long as the page */ }
if (typeof values !== "object" || Array.isArray(values)) values = {};

/// - type: the expected type, such as "string"; null is returned for any other.
export function preference(name, type) { return typeof values[name] === type ? values[name] : null; }

export function prefer(name, value) {
  if (values[name] === value) return;
  values[name] = value;
  try { localStorage.setItem(place, JSON.stringify(values)); } catch { /* they last as long as the page */ }
}
