// SPDX-License-Identifier: Apache-2.0
import {ask} from './studio-api.js';

const changed = new Set();

/** Half a chat message may be lost; other input may not. */
const counts = form => form?.dataset.path !== undefined && form.closest('.say') === null;

/** Notes that a form has unsaved changes. */
export function touch(form) { if (counts(form)) changed.add(form); }

/** Notes that a form's changes are saved or being sent. */
export function settle(form) { changed.delete(form); }

const isOpen = () => [...changed].some(form => form.isConnected);

for (const name of ['input', 'change']) {
  document.addEventListener(name, event => {
    // Search fields are not part of a form's values.
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
