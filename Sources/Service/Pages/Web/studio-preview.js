// SPDX-License-Identifier: Apache-2.0
import {SourceLoader} from './loader.js';
import {readMultivariant} from './playlist.js';

const known = new WeakSet();

async function begin(film, isAgain) {
  // Before an encoder sends there is no picture yet: it is asked for again.
  const later = () => { if (film.autoplay) setTimeout(() => { if (film.isConnected) begin(film, true); }, 4000); };
  if (film.canPlayType('application/vnd.apple.mpegurl') !== '' || !SourceLoader.isPossible) {
    film.onerror = later;
    if (isAgain) film.load();
    return;
  }
  try {
    const answer = await fetch(film.dataset.film);
    if (!answer.ok) throw new Error(String(answer.status));
    new SourceLoader(film, readMultivariant(await answer.text(), answer.url), answer.url, null, 0, later);
  } catch { later(); }
}

/** Begins with all films that are new on the page. */
export function previews(root) {
  for (const film of root.querySelectorAll('video[data-film]')) {
    if (known.has(film)) continue;
    known.add(film);
    begin(film, false);
  }
}
