// SPDX-License-Identifier: Apache-2.0

const known = new WeakSet();
/** The script that defines `<windowbox-player>`, if the service has it. */
const script = '/assets/player/current/windowbox-player.js';

/** Has our player show what a video element of the page would, or the browser where there is no such player. */
async function begin(video, load) {
  // There is no stream before the encoder sends anything, so retry.
  const retry = (player, again) => {
    if (video.autoplay) player.addEventListener('error', () => setTimeout(() => { if (player.isConnected) again(); }, 4000));
  };
  try { await load(script); } catch { return retry(video, () => video.load()); }
  const player = document.createElement('windowbox-player');
  for (const {name, value} of video.attributes) if (name !== 'controls') player.setAttribute(name, value);
  player.setAttribute('src', video.dataset.film);
  known.add(player);
  retry(player, () => player.retry());
  video.replaceWith(player);
}

/**
 * Starts the previews that are new below an element.
 * @param load imports a script
 */
export function previews(root, load = (address) => import(address)) {
  for (const video of root.querySelectorAll('video[data-film]')) {
    if (known.has(video)) continue;
    known.add(video);
    begin(video, load);
  }
}
