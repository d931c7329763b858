// SPDX-License-Identifier: Apache-2.0

/** Whether a field belongs to another choice than the one that is made. */
export const isOff = field => field.closest('[data-when][hidden]') !== null;

/** What is wrong with a field; empty: nothing. */
function fault(field) {
  const text = field.value;
  const {missing, most, pattern, mismatch, kind} = field.dataset;
  if (text.trim() === '') return field.required ? missing ?? 'Fill this in.' : '';
  const count = [...text].length;
  if (most && count > Number(most)) {
    return `This is too long: enter up to ${Number(most).toLocaleString('en')} characters, not ${count.toLocaleString('en')}.`;
  }
  if (pattern && !new RegExp(`^(?:${pattern})$`, 'u').test(text.trim())) return mismatch;
  if (field.type === 'url' && !/^(?:https?:\/\/[^\s/]|\/(?!\/))\S*$/u.test(text.trim())) {
    return 'Enter a web address that begins with https:// or http://.';
  }
  if (kind !== 'number') return '';
  const number = Number(text);
  if (!Number.isFinite(number)) return 'Enter a number.';
  const [least, largest] = [field.min, field.max].map(bound => bound === '' ? null : Number(bound));
  if ((least !== null && number < least) || (largest !== null && number > largest)) {
    return `Enter a number from ${least.toLocaleString('en')} to ${largest.toLocaleString('en')}.`;
  }
  return '';
}

/** Marks every field that is wrong, and goes to the first. A browser says itself what is no number. */
export function check(form) {
  let first = null;
  for (const field of form.querySelectorAll('[name][data-kind], input[required]')) {
    if (isOff(field) || field.type === 'hidden' || field.type === 'file') continue;
    const wrong = field.validity.badInput ? 'Enter a number.' : fault(field);
    if (!wrong) continue;
    const place = field.closest('.field')?.querySelector('.fault');
    if (!place) continue;
    place.textContent = wrong;
    place.hidden = false;
    field.setAttribute('aria-invalid', 'true');
    first ??= field;
  }
  first?.focus();
  return first === null;
}

/** Fields that belong to some choices are there with those alone. */
export function showKinds(root) {
  for (const part of root.querySelectorAll('[data-when]')) {
    const field = part.closest('form').querySelector(`[name="${CSS.escape(part.dataset.when)}"]`);
    part.hidden = !part.dataset.is.split(' ').includes(field.value);
  }
}

document.addEventListener('change', event => {
  const form = event.target.closest('form');
  if (form && event.target.matches('select')) showKinds(form);
});
document.addEventListener('studio-added', event => showKinds(event.target));
showKinds(document);
