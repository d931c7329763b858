// SPDX-License-Identifier: Apache-2.0
// Values and validation of Studio's form fields, independent of the page.

const grouped = (number) => number.toLocaleString('en');

/**
 * The error message for a field; empty if it is valid. The service validates everything again.
 * @param rule `missing` and `mismatch` are messages; `most` counts Unicode code points; `min` and `max` are strings, empty for no limit
 */
export function problem(text, {isRequired = false, missing, most, pattern, mismatch, isAddress = false, isNumber = false, min = '', max = ''}) {
  const trimmed = text.trim();
  if (trimmed === '') return isRequired ? missing ?? 'Fill this in.' : '';
  const count = [...text].length;
  if (most && count > Number(most)) return `This is too long: enter up to ${grouped(Number(most))} characters, not ${grouped(count)}.`;
  if (pattern && !new RegExp(`^(?:${pattern})$`, 'u').test(trimmed)) return mismatch;
  if (isAddress && !/^(?:https?:\/\/[^\s/]|\/(?!\/))\S*$/u.test(trimmed)) return 'Enter a web address that begins with https:// or http://.';
  if (!isNumber) return '';
  const number = Number(text);
  if (!Number.isFinite(number)) return 'Enter a number.';
  const [least, largest] = [min, max].map(bound => bound === '' ? null : Number(bound));
  if ((least === null || number >= least) && (largest === null || number <= largest)) return '';
  if (largest === null) return `Enter a number from ${grouped(least)}.`;
  return least === null ? `Enter a number up to ${grouped(largest)}.` : `Enter a number from ${grouped(least)} to ${grouped(largest)}.`;
}

/**
 * The value of a field in the format of the service.
 * @param kind of the field, as the form names it
 * @param more `isChecked` of a checkbox; of a moment, `shown` is its initial text and `moment` the exact time
 */
export function fieldValue(kind, text, {isChecked = false, shown, moment} = {}) {
  const trimmed = text.trim();
  switch (kind) {
    case 'flag': return isChecked;
    case 'optional': return trimmed === '' ? null : trimmed;
    // Invalid numbers are sent unchanged: the service reports the error.
    case 'number': return trimmed === '' ? null : Number.isFinite(Number(text)) ? Number(text) : text;
    case 'words': return text.split(/[\s,]+/u).map(word => word.replace(/^#/u, '')).filter(word => word !== '');
    case 'lines': return text.split('\n').map(line => line.trim()).filter(line => line !== '');
    // An untouched moment stays as exact as it was: the field shows no fractions of a second.
    case 'moment': return text === '' ? null : text === shown ? moment : new Date(text).toISOString();
    default: return text;
  }
}

/** A moment as a field of the type `datetime-local` shows it, in the browser's time zone. */
export function localMoment(date) { return new Date(date.valueOf() - date.getTimezoneOffset() * 60000).toISOString().slice(0, 19); }

/** The names in a path such as `units[0].price`, without indices. */
export const namesIn = path => path.split('.').map(name => name.replace(/\[[^\]]*\]$/u, ''));

/** Sets a member by its path, and creates missing objects. */
export function put(target, names, value) {
  let place = target;
  for (const name of names.slice(0, -1)) place = place[name] ??= {};
  place[names.at(-1)] = value;
}

/** The names that an error's path may refer to, from the path itself to its first name: `tags[3].a`, `tags[3]`, `tags`. */
export function namesOf(path) {
  const found = [];
  for (let name = path; name !== ''; name = name.replace(/(?:\[\d+\]|\.?[^.[\]]+)$/u, '')) {
    if (found.at(-1) === name) break;
    found.push(name);
  }
  return found;
}

/** The row of a list that an error's path names, such as `units[2].price`; null when it names none. */
export function rowIn(path) {
  const found = path.match(/^([^[\].]+)\[(\d+)\](?:\.(.+))?$/u);
  return found && {list: found[1], index: Number(found[2]), member: found[3] ?? null};
}
