// SPDX-License-Identifier: Apache-2.0
// Thumbnails over the seek bar: a WebVTT file whose cues name images, or parts of them (`sprite.jpg#xywh=160,90,160,90`).

/** Far more than any video has; an untrusted file must not fill the memory. */
const maxCues = 20_000;

/** `1:02.500` or `01:02:03.500`, as seconds; NaN for anything else. */
function seconds(text) {
  const found = /^(?:(\d+):)?(\d{1,2}):(\d{1,2})[.,](\d{1,3})$/.exec(text);
  return found ? Number(found[1] ?? 0) * 3600 + Number(found[2]) * 60 + Number(found[3]) + Number(found[4].padEnd(3, "0")) / 1000 : Number.NaN;
}

/**
 * The thumbnails of a file, in the order of their times. Invalid cues are left out.
 * @param {string} text
 * @param {string|URL} base the address of the file
 * @returns {Array<{ start: number, end: number, url: string, part: ?{ x: number, y: number, width: number, height: number } }>}
 */
export function readThumbnails(text, base) {
  const pictures = [];
  for (const block of text.replace(/^\uFEFF/, "").replace(/\r\n?/g, "\n").split(/\n{2,}/)) {
    if (pictures.length === maxCues) break;
    const lines = block.split("\n");
    const index = lines.findIndex((line) => line.includes("-->"));
    const address = lines[index + 1]?.trim();
    if (index < 0 || !address) continue;
    const [start, end] = lines[index].split("-->").map((part) => seconds(part.trim().split(/[ \t]/)[0]));
    if (!(start >= 0 && end > start)) continue;
    let url;
    try { url = new URL(address, base); } catch { continue; }
    // Only images may be loaded.
    if (!["http:", "https:", "data:", "blob:"].includes(url.protocol)) continue;
    const area = /^#xywh=(?:pixel:)?(\d+),(\d+),(\d+),(\d+)$/.exec(url.hash)?.slice(1).map(Number);
    if (url.hash.startsWith("#xywh=") && !(area?.[2] > 0 && area[3] > 0)) continue;
    if (area) url.hash = "";
    pictures.push({ start, end, url: url.href, part: area ? { x: area[0], y: area[1], width: area[2], height: area[3] } : null });
  }
  return pictures.sort((left, right) => left.start - right.start);
}

/** The thumbnail at a time: the last one that begins before it; null if there is none, or if it ended long before. */
export function thumbnailAt(pictures, time) {
  let [low, high] = [0, pictures.length];
  while (low < high) {
    const middle = (low + high) >> 1;
    if (pictures[middle].start <= time) low = middle + 1; else high = middle;
  }
  const found = pictures[low - 1];
  // Files often have short gaps between two thumbnails.
  return found && time < found.end + 10 ? found : null;
}

/** Fetches the thumbnails once, when they are first needed. */
export class Thumbnails {
  #address;
  #credentials;
  #warn;
  #pictures = null;
  #abort = null;

  /**
   * @param {?string} address of the file; null for none
   * @param {RequestCredentials} credentials
   * @param {(text: string) => void} warn
   */
  constructor(address, credentials, warn) {
    this.#address = address;
    this.#credentials = credentials;
    this.#warn = warn;
  }

  /** The thumbnails that an element names; problems are reported by its `warning` event. */
  static of(element) {
    const warn = (text) => element.dispatchEvent(new CustomEvent("warning", { detail: text }));
    const text = element.getAttribute("thumbnails");
    let address = null;
    try {
      if (text) address = new URL(text, document.baseURI).href;
    } catch {
      warn(`"${text}" is no address. Check the attribute "thumbnails".`);
    }
    return new Thumbnails(address, element.getAttribute("crossorigin") === "use-credentials" ? "include" : "same-origin", warn);
  }

  /** @returns the thumbnail at a time, if it is loaded already */
  at(time) { return this.#pictures ? thumbnailAt(this.#pictures, time) : null; }

  /** @param {() => void} done called once the thumbnails are loaded */
  async load(done) {
    if (!this.#address || this.#abort) return;
    this.#abort = new AbortController();
    try {
      const response = await fetch(this.#address, { signal: this.#abort.signal, credentials: this.#credentials });
      if (!response.ok) throw new Error(`HTTP ${response.status}`);
      this.#pictures = readThumbnails(await response.text(), response.url || this.#address);
      if (this.#pictures.length === 0) throw new Error("it names no pictures");
      done();
    } catch (fault) {
      if (this.#abort.signal.aborted) return;
      this.#warn(`The pictures of the seek bar can't be loaded from ${this.#address}: ${fault.message}. Check the address in "thumbnails".`);
    }
  }

  close() { this.#abort?.abort(); }
}
