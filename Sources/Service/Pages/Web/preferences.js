// SPDX-License-Identifier: Apache-2.0

const storageKey = "windowbox-preferences";
let values = {};
try { values = JSON.parse(localStorage.getItem(storageKey)) ?? {}; } catch { /* without storage they last as long as the page */ }
if (typeof values !== "object" || Array.isArray(values)) values = {};

/**
 * A remembered preference.
 * @param type that is expected, such as "string"; null is returned for any other
 */
export function preference(name, type) { return typeof values[name] === type ? values[name] : null; }

export function prefer(name, value) {
  if (values[name] === value) return;
  values[name] = value;
  try { localStorage.setItem(storageKey, JSON.stringify(values)); } catch { /* they last as long as the page */ }
}
