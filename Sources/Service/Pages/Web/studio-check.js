// SPDX-License-Identifier: Apache-2.0
import {problem} from './studio-fields.js';

/** Whether a field belongs to a choice that is not selected. */
export const isOff = field => field.closest('[data-when][hidden]') !== null;

/** The error message for a field; empty if it is valid. */
function fault(field) {
  const {missing, most, pattern, mismatch, kind} = field.dataset;
  return problem(field.value, {
    isRequired: field.required, missing, most, pattern, mismatch, isAddress: field.type === 'url', isNumber: kind === 'number',
    min: field.min, max: field.max,
  });
}

/**
 * Marks every field with a problem, and focuses the first.
 * @returns whether there are none
 */
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

/** Shows the fields that belong to the selected choices, and hides the others. */
function showKinds(root) {
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
