// SPDX-License-Identifier: Apache-2.0
// Captions as Studio edits them: the cues of a WebVTT file, independent of the page. Times are milliseconds.

/** The longest time that a WebVTT file of the service can have. */
const maxTime = 100 * 3600 * 1000;

const timing = /^\s*([0-9:.,]+)\s+-->\s+([0-9:.,]+)(.*)$/u;

/**
 * The time that a text states: `1:02:03.456`, `02:03.4`, `123.4` or with a comma.
 * @returns null if it states none
 */
export function readTime(text) {
  const parts = text.trim().replace(",", ".").split(":");
  if (parts.length > 3 || !parts.every((part, index) => (index === parts.length - 1 ? /^\d+(\.\d*)?$/u : /^\d+$/u).test(part))) return null;
  const numbers = parts.map(Number);
  if (numbers.slice(1).some((number) => number >= 60)) return null;
  const time = Math.round(numbers.reduce((sum, number) => sum * 60 + number, 0) * 1000);
  return time < maxTime ? time : null;
}

const two = (number) => String(number).padStart(2, "0");

/** The text of a time: `02:03.400`, with hours if it has any. */
export function timeText(time) {
  const [hours, minutes] = [Math.floor(time / 3600000), Math.floor(time / 60000) % 60];
  const seconds = `${two(Math.floor(time / 1000) % 60)}.${String(time % 1000).padStart(3, "0")}`;
  return hours ? `${two(hours)}:${two(minutes)}:${seconds}` : `${two(minutes)}:${seconds}`;
}

/**
 * Reads a WebVTT file.
 * @returns `head`: the blocks before the first cue, such as styles; `cues` with `start`, `end`, `text`, and `settings` and `id`, which
 *   the page doesn't show
 */
export function readCaptions(file) {
  const blocks = file.replace(/^\uFEFF/u, "").replace(/\r\n?/gu, "\n").split(/\n{2,}/u);
  const [head, cues] = [[], []];
  for (const block of blocks) {
    const lines = block.split("\n").filter((line, index) => index > 0 || line !== "");
    const row = lines.findIndex((line) => timing.test(line));
    const [, first, second, settings] = row < 0 || row > 1 ? [] : timing.exec(lines[row]);
    const [start, end] = [first, second].map((text) => (text === undefined ? null : readTime(text)));
    if (start === null || end === null) {
      if (cues.length === 0 && block.trim() !== "") head.push(block.trimEnd());
      continue;
    }
    cues.push({ id: row === 1 ? lines[0] : "", start, end, settings: settings.trim(), text: lines.slice(row + 1).join("\n").trimEnd() });
  }
  if (!head[0]?.startsWith("WEBVTT")) head.unshift("WEBVTT");
  return { head: head.join("\n\n"), cues };
}

/** A cue's text may have no empty line and no arrow: both would end it. */
const payload = (text) => text.replace(/\r\n?/gu, "\n").replace(/\n{2,}/gu, "\n").replaceAll("-->", "--&gt;").trim();

/** Writes a WebVTT file, with the cues in the order of their times. Cues without text are left out. */
export function writeCaptions({ head, cues }) {
  const blocks = inOrder(cues).filter((cue) => payload(cue.text) !== "").map(({ id, start, end, settings, text }) => {
    const line = `${timeText(start)} --> ${timeText(end)}${settings ? ` ${settings}` : ""}`;
    return `${id ? `${id}\n` : ""}${line}\n${payload(text)}`;
  });
  return `${[head, ...blocks].join("\n\n")}\n`;
}

/** The cues by their start, and those with the same start in the order in which they were. */
function inOrder(cues) { return [...cues].sort((one, other) => one.start - other.start); }

/** What keeps the captions from being saved: the cue's index, the field and a message; null if nothing does. */
export function problem(cues) {
  for (const [index, cue] of cues.entries()) {
    if (payload(cue.text) === "") continue;
    if (cue.start === null) return { index, field: "start", message: "Enter a time such as 1:05.2." };
    if (cue.end === null) return { index, field: "end", message: "Enter a time such as 1:08.0." };
    if (cue.end <= cue.start) return { index, field: "end", message: "The end must be after the start." };
  }
  return cues.some((cue) => payload(cue.text) !== "") ? null : { index: -1, field: "", message: "Add at least one caption." };
}

/**
 * Divides a cue at a position in its text; the time is divided like the text.
 * @returns the two cues; null if one of them would be empty
 */
export function split(cue, position) {
  const [first, second] = [cue.text.slice(0, position).trim(), cue.text.slice(position).trim()];
  if (!first || !second || cue.start === null || cue.end === null || cue.end - cue.start < 2) return null;
  const share = first.length / (first.length + second.length);
  const middle = Math.min(cue.end - 1, Math.max(cue.start + 1, Math.round(cue.start + (cue.end - cue.start) * share)));
  return [{ ...cue, end: middle, text: first }, { ...cue, id: "", start: middle, text: second }];
}

/** One cue for two that follow each other. */
export function merge(cue, next) {
  return { ...cue, end: Math.max(cue.end ?? 0, next.end ?? 0), text: [cue.text.trim(), next.text.trim()].filter(Boolean).join("\n") };
}

/** A new cue after one, in the gap before the next one if there is a gap; two seconds long at most. */
export function following(cue, next) {
  const start = cue?.end ?? cue?.start ?? 0;
  const room = (next?.start ?? Infinity) - start;
  return { id: "", start, end: start + (room >= 200 ? Math.min(2000, room) : 2000), settings: "", text: "" };
}

/** All cues later by some time, or earlier if it is negative; none before 0. */
export function shift(cues, time) {
  const moved = (at) => (at === null ? null : Math.min(maxTime - 1, Math.max(0, at + time)));
  return cues.map((cue) => ({ ...cue, start: moved(cue.start), end: moved(cue.end) }));
}

/**
 * Replaces a text in all cues.
 * @returns the cues, and how often it was replaced
 */
export function replaceText(cues, found, text) {
  if (!found) return { cues, count: 0 };
  let count = 0;
  const changed = cues.map((cue) => {
    const parts = cue.text.split(found);
    count += parts.length - 1;
    return parts.length > 1 ? { ...cue, text: parts.join(text) } : cue;
  });
  return { cues: changed, count };
}

/** The index of the cue that is shown at a time, the last one of several; -1 without one. */
export function cueAt(cues, time) {
  return cues.findLastIndex((cue) => cue.start !== null && cue.end !== null && cue.start <= time && time < cue.end);
}
