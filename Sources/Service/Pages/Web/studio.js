// SPDX-License-Identifier: Apache-2.0
import {isLeaving, localTimes} from './studio-api.js';
import {previews} from './studio-preview.js';
import './studio-check.js';
import './studio-leave.js';
import './studio-tools.js';
import './studio-form.js';
import './studio-list.js';
import './studio-room.js';
import './studio-upload.js';
import './studio-captions.js';
import './studio-bulk.js';

// The control room shows the times of its changing parts itself.
localTimes(document);
previews(document);

const menu = document.querySelector('.menu');
menu?.addEventListener('click', () => {
  const isOpen = menu.getAttribute('aria-expanded') !== 'true';
  menu.setAttribute('aria-expanded', String(isOpen));
});

// A video that is being processed is checked until it is ready.
if (document.querySelector('[data-waits]')) {
  setInterval(async () => {
    if (document.hidden || document.activeElement?.closest('form[data-path]')) return;
    const page = await fetch(location.href).then(response => response.text()).catch(() => '');
    if (page && !page.includes('data-waits') && !isLeaving()) location.reload();
  }, 3000);
}
