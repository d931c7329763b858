// SPDX-License-Identifier: Apache-2.0
// Changes the selected videos of the list at once.
import {ask, call, say, sayNext} from './studio-api.js';
import {bulkRequest, bulkResult, tagsIn} from './bulk-model.js';
import {route} from './routes.js';

const bar = document.getElementById('bulk');
const boxes = [...document.querySelectorAll('input[data-video]')];
const chosen = () => boxes.filter(box => box.checked);

function show() {
  const count = chosen().length;
  bar.querySelector('output').textContent = count === 1 ? '1 video selected' : `${count} videos selected`;
  for (const button of bar.querySelectorAll('button')) button.disabled = count === 0;
  const all = document.getElementById('bulk-all');
  all.checked = count === boxes.length;
  all.indeterminate = count > 0 && count < boxes.length;
}

/** The question for changes that viewers notice at once; null for others. */
function question(action, count) {
  const videos = count === 1 ? 'this video' : `these ${count} videos`;
  switch (action) {
  case 'publish': return `Publish ${videos}? Everyone can find them then.`;
  case 'hide': return `Hide ${videos}? Only you see them then.`;
  case 'archive': return `Archive ${videos}? Viewers can’t find them until you restore them.`;
  case 'delete': return `Delete ${videos}? Their files are deleted, too. This can’t be undone.`;
  default: return null;
  }
}

async function perform(button) {
  const {bulk: action} = button.dataset;
  const selected = chosen();
  const tags = tagsIn(bar.querySelector('#bulk-tags').value);
  if (['tag', 'untag'].includes(action) && !tags.length) { say('Enter the hashtags first.', true); bar.querySelector('#bulk-tags').focus(); return; }
  const asked = question(action, selected.length);
  if (asked && !await ask(asked, button.textContent)) return;
  bar.setAttribute('aria-busy', 'true');
  const result = {done: 0, same: 0, failed: []};
  // One after the other, so that the first refusal for too many requests does not lose the rest.
  for (const [index, box] of selected.entries()) {
    const video = JSON.parse(box.dataset.video);
    const request = bulkRequest(action, video, {tags, now: new Date().toISOString()});
    if (!request) { result.same += 1; continue; }
    say(`${index + 1} of ${selected.length}…`);
    try {
      await call(request.method, route(request.method === 'DELETE' ? 'deleteVideo' : 'updateVideo', video.id), request.body);
      result.done += 1;
    } catch (error) { result.failed.push(`${box.dataset.name}: ${error.message}`); }
  }
  bar.removeAttribute('aria-busy');
  if (!result.done) { say(bulkResult(result), result.failed.length > 0); return; }
  sayNext(bulkResult(result));
  location.reload();
}

if (bar) {
  bar.hidden = false;
  document.addEventListener('change', event => {
    if (event.target.id === 'bulk-all') for (const box of boxes) box.checked = event.target.checked;
    if (event.target.id === 'bulk-all' || boxes.includes(event.target)) show();
  });
  bar.addEventListener('click', event => {
    const button = event.target.closest('[data-bulk]');
    if (button && !bar.hasAttribute('aria-busy')) perform(button);
  });
  // Browsers restore check marks after a reload.
  show();
}
