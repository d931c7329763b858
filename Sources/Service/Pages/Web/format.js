// SPDX-License-Identifier: Apache-2.0
// Formats numbers, times and amounts, independently of the page. Languages are BCP 47 tags.

/** 1:05, or 1:02:09 from an hour on. A missing, infinite or negative number of seconds reads 0:00. */
export function clockText(seconds) {
  // Durations are rarely whole: 11.99 seconds read as 12.
  const whole = Number.isFinite(seconds) ? Math.max(0, Math.floor(seconds + 0.05)) : 0;
  const [h, m, s] = [Math.floor(whole / 3600), Math.floor(whole / 60) % 60, whole % 60];
  const two = (number) => String(number).padStart(2, "0");
  return h > 0 ? `${h}:${two(m)}:${two(s)}` : `${m}:${two(s)}`;
}

/** An abbreviated count, such as 1.2K. */
export function countText(count, language) {
  return new Intl.NumberFormat(language, { notation: "compact", maximumFractionDigits: 1 }).format(count);
}

/** An amount in its currency (ISO 4217); for an invalid code, the amount and the code. */
export function moneyText(amount, currency, language) {
  try { return new Intl.NumberFormat(language, { style: "currency", currency }).format(amount); }
  catch { return `${amount} ${currency}`; }
}

/** The remaining time in at most three units, beginning with the largest that is not zero; null if it has passed or is unknown. */
export function countdownText(milliseconds, language) {
  if (!(milliseconds > 0)) return null;
  const s = Math.ceil(milliseconds / 1000);
  const parts = [[Math.floor(s / 86400), "day"], [Math.floor(s / 3600) % 24, "hour"], [Math.floor(s / 60) % 60, "minute"], [s % 60, "second"]];
  const shown = parts.slice(s >= 86400 ? 0 : s >= 3600 ? 1 : s >= 60 ? 2 : 3).slice(0, 3);
  return shown.map(([number, unit]) => new Intl.NumberFormat(language, { style: "unit", unit, unitDisplay: "short" }).format(number)).join(" ");
}

/** A number of bytes in decimal units, as file managers show it. */
export function sizeText(bytes) {
  if (bytes < 1e6) return `${Math.ceil(bytes / 1e3)} kB`;
  return bytes < 1e9 ? `${(bytes / 1e6).toFixed(1)} MB` : `${(bytes / 1e9).toFixed(2)} GB`;
}

/** The beginning of a text of more than `max` characters, 40 shorter than that so that expanding it is worthwhile; null when it fits. */
export function shortText(text, max) {
  const characters = [...text];
  return characters.length > max ? `${characters.slice(0, max - 40).join("").trimEnd()}…` : null;
}
