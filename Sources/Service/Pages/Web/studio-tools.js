// SPDX-License-Identifier: Apache-2.0
import {call, say, sayNext} from './studio-api.js';

/** Copies text; with `execCommand` if there is no clipboard API, as without HTTPS. */
async function copy(text) {
  if (navigator.clipboard) return navigator.clipboard.writeText(text);
  const area = document.createElement('textarea');
  area.value = text;
  document.body.append(area);
  area.select();
  const isDone = document.execCommand('copy');
  area.remove();
  if (!isDone) throw new Error('The browser did not copy it.');
}

/** The frame that a video shows, as a JPEG; null before there is one. */
export async function frame(video) {
  if (!video.videoWidth) return null;
  const canvas = document.createElement('canvas');
  [canvas.width, canvas.height] = [video.videoWidth, video.videoHeight];
  canvas.getContext('2d').drawImage(video, 0, 0);
  return new Promise(resolve => canvas.toBlob(resolve, 'image/jpeg', 0.9));
}

async function snapshot(button) {
  const picture = await frame(document.querySelector('video.preview'));
  if (!picture) { say('Play the preview to the frame you want, then press this again.', true); return; }
  button.disabled = true;
  try {
    await call('PUT', button.dataset.snapshot, picture);
    sayNext('Poster saved.');
    location.reload();
  } catch (error) { say(error.message, true); } finally { button.disabled = false; }
}

document.addEventListener('click', event => {
  const button = event.target.closest('[data-copy], [data-snapshot]');
  if (!button) return;
  if (button.dataset.snapshot) { snapshot(button); return; }
  copy(document.getElementById(button.dataset.copy).textContent)
    .then(() => say('Copied.'), () => say('The browser did not copy it. Select the text and copy it by hand.', true));
});
