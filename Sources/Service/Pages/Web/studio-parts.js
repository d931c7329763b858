// SPDX-License-Identifier: Apache-2.0
// The bookkeeping of uploads, independent of the page: which parts are missing, when to retry, and which files are refused.

/** The limit of attempts per part. */
const maxAttempts = 6;

/**
 * The parts of an upload that remain to be sent.
 * @param upload the state reported by the service: `size` and `part_size` in bytes, `parts` the numbers (from 1) that it has
 * @returns `sent`: bytes that it has; `missing`: parts with their number, and their start and length in bytes
 */
export function remaining({size, part_size: partSize, parts}) {
  const has = new Set(parts);
  const missing = [];
  let sent = 0;
  for (let number = 1, start = 0; start < size; number += 1, start += partSize) {
    const length = Math.min(partSize, size - start);
    if (has.has(number)) sent += length; else missing.push({number, start, length});
  }
  return {sent, missing};
}

/**
 * Seconds to wait before a part is sent again; null when that would not help.
 * @param attempt that failed, from 1
 */
export function retryWait({name, status, code, wait}, attempt) {
  const isLasting = status >= 400 && status < 500 && status !== 429 && code !== 'checksum_mismatch';
  if (name === 'AbortError' || isLasting || attempt >= maxAttempts) return null;
  return wait || 2 ** attempt;
}

/** The storage key of an upload, by which the same file is resumed. */
export const resumeKey = file => `studio-upload ${file.name} ${file.size} ${file.lastModified}`;

/** Why a file is refused before it is sent; empty if it is accepted. */
export function refusal({name, size, type}) {
  if (size === 0) return `${name} is empty. Choose another file.`;
  const kind = type.split('/')[0];
  if (kind === 'image') return `${name} is a picture, not a video. Choose a video; a picture can become its poster later.`;
  if (kind === 'text' || type === 'application/pdf') return `${name} is not a video. Choose a video file.`;
  return '';
}

/** A title from a file's name: without its extension, and with spaces instead of underscores. */
export function titleOf(name) {
  const words = name.replace(/\.[^.]*$/u, '').replace(/[_]+/gu, ' ').trim();
  return words || name;
}
