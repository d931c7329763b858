// SPDX-License-Identifier: Apache-2.0
import {SourceLoader} from './loader.js';
import {readMultivariant} from './playlist.js';

const known = new WeakSet();

async function begin(video, isRetry) {
  // There is no stream before the encoder sends anything, so retry.
  const retryLater = () => { if (video.autoplay) setTimeout(() => { if (video.isConnected) begin(video, true); }, 4000); };
  if (video.canPlayType('application/vnd.apple.mpegurl') !== '' || !SourceLoader.isPossible) {
    video.onerror = retryLater;
    if (isRetry) video.load();
    return;
  }
  try {
    const response = await fetch(video.dataset.preview);
    if (!response.ok) throw new Error(String(response.status));
    new SourceLoader(video, readMultivariant(await response.text(), response.url), response.url,
      {audio: null, quality: null, position: 0, onFailure: retryLater});
  } catch { retryLater(); }
}

/** Starts the previews that are new below an element. */
export function previews(root) {
  for (const video of root.querySelectorAll('video[data-preview]')) {
    if (known.has(video)) continue;
    known.add(video);
    begin(video, false);
  }
}
