// SPDX-License-Identifier: Apache-2.0
// The model of the controls, without elements and clocks.

/** `1:05`, `1:02:03`; `0:00` if it isn't a number. */
export function timeText(seconds) {
  const whole = Number.isFinite(seconds) ? Math.max(0, Math.floor(seconds)) : 0;
  const [hours, minutes, rest] = [Math.floor(whole / 3600), Math.floor(whole / 60) % 60, whole % 60];
  const two = (number) => String(number).padStart(2, "0");
  return hours > 0 ? `${hours}:${two(minutes)}:${two(rest)}` : `${minutes}:${two(rest)}`;
}

/** The name of a quality: its height, and its frame rate if above 30. */
export function qualityText(variant) {
  const lines = Math.min(variant.width, variant.height) || variant.height;
  const rate = variant.frameRate > 31 ? String(Math.round(variant.frameRate)) : "";
  if (lines) return `${lines}p${rate}`;
  return variant.bandwidth >= 1e6 ? `${(variant.bandwidth / 1e6).toFixed(1)} Mbit/s` : `${Math.round(variant.bandwidth / 1000)} kbit/s`;
}

/**
 * The selectable qualities, best first. Of several with the same name, such as on two pathways, only the first is listed.
 * @param {Array<{ bandwidth: number, width: number, height: number, frameRate: ?number, excluded: ?string }>} variants
 */
export function qualities(variants) {
  const list = [];
  variants.forEach((variant, index) => {
    const label = qualityText(variant);
    if (variant.excluded === null && !list.some((known) => known.label === label)) list.push({ index, label, bandwidth: variant.bandwidth });
  });
  return list.sort((left, right) => right.bandwidth - left.bandwidth);
}

/**
 * The seekable range, and whether the position counts as live.
 * @param {?object} timeline of the core
 * @param {number} position seconds
 */
export function seekBar(timeline, position) {
  if (!timeline) return { start: 0, end: 0, isLive: false, isAtEdge: false };
  const isLive = timeline.kind !== "on-demand";
  const edge = timeline.livePosition ?? timeline.end;
  return { start: timeline.start, end: isLive ? edge : timeline.end, isLive, isAtEdge: isLive && position >= edge - 3 * liveTolerance };
}

const liveTolerance = 2;

/** Seconds by which the hidden bar and clock may lag; screen readers still read them. */
const unseen = 5;

/**
 * Whether to redraw the bar and the clock: drawing costs more than everything else that the page does during playback.
 * @param {number} position seconds
 * @param {number} shown the position that was drawn last
 * @param {boolean} isSeen whether controls and page are visible
 */
export const isWorthDrawing = (position, shown, isSeen) => isSeen || !(Math.abs(position - shown) < unseen);

/** A fraction of the bar in percent, with visible precision. */
export const percent = (part, whole) => (whole > 0 ? `${Math.round(Math.min(1, Math.max(0, part / whole)) * 1000) / 10}%` : "0%");

export const speeds = [0.5, 0.75, 1, 1.25, 1.5, 2];

/**
 * The command of a key while the player has the focus.
 * @param {string} key as in `KeyboardEvent.key`
 * @returns {?{ command: string, value?: number }}
 */
export function commandOf(key) {
  switch (key) {
    case " ": case "k": case "K": case "MediaPlayPause": return { command: "toggle" };
    case "ArrowLeft": return { command: "skip", value: -5 };
    case "ArrowRight": return { command: "skip", value: 5 };
    case "j": case "J": return { command: "skip", value: -10 };
    case "l": case "L": return { command: "skip", value: 10 };
    case "ArrowUp": return { command: "volume", value: 0.05 };
    case "ArrowDown": return { command: "volume", value: -0.05 };
    case "m": case "M": return { command: "mute" };
    case "c": case "C": return { command: "captions" };
    case "f": case "F": return { command: "fullscreen" };
    case "i": case "I": return { command: "picture-in-picture" };
    case "Home": return { command: "fraction", value: 0 };
    case "End": return { command: "fraction", value: 1 };
    case "<": return { command: "speed", value: -1 };
    case ">": return { command: "speed", value: 1 };
    default: return /^[0-9]$/.test(key) ? { command: "fraction", value: Number(key) / 10 } : null;
  }
}

/** The next speed in the list, in a direction. */
export function nextSpeed(speed, direction) {
  const list = direction > 0 ? speeds.filter((one) => one > speed) : speeds.filter((one) => one < speed).reverse();
  return list[0] ?? speed;
}

/** The description of a position for screen readers. */
export function spokenTime(seconds, phrases) {
  const whole = Math.max(0, Math.floor(Number.isFinite(seconds) ? seconds : 0));
  return phrases("{minutes} minutes {seconds} seconds", { minutes: Math.floor(whole / 60), seconds: whole % 60 });
}
