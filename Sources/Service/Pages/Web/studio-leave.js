// SPDX-License-Identifier: Apache-2.0
import {ask} from './studio-api.js';

const changed = new Set();

/** A message that is half written is no loss; all else is. */
const counts = form => form?.dataset.path !== undefined && form.closest('.say') === null;

/** The form has something that is not saved. */
export function touch(form) { if (counts(form)) changed.add(form); }

/** What the form has is saved, or on its way. */
export function settle(form) { changed.delete(form); }

const isOpen = () => [...changed].some(form => form.isConnected);

for (const name of ['input', 'change']) {
  document.addEventListener(name, event => {
    // What is typed to find something is not part of a form.
    if (event.target.matches('[name], [data-place], [type=file]')) touch(event.target.closest('form'));
  });
}
document.addEventListener('reset', event => settle(event.target));

window.addEventListener('beforeunload', event => { if (isOpen()) event.preventDefault(); });

document.addEventListener('click', async event => {
  const link = event.target.closest('a[href]');
  const isPlain = event.button === 0 && !event.ctrlKey && !event.metaKey && !event.shiftKey && !event.altKey;
  if (!link || !isPlain || link.target || link.hasAttribute('download') || link.hash === link.getAttribute('href') || !isOpen()) return;
  event.preventDefault();
  if (!await ask('You have unsaved changes. Leave without saving them?', 'Leave', 'Stay')) return;
  changed.clear();
  location.assign(link.href);
});
