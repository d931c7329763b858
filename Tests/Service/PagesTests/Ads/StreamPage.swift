// SPDX-License-Identifier: Apache-2.0

import WindowboxServiceKit

/// A page with only a stream, which the browser plays natively, and the script that this needs.
enum StreamPage {
    static let path = "/page.html"

    /// The fragment is the stream's URL. The page records events, to explain failures.
    static let text = """
        <!doctype html><html lang="en"><head><meta charset="utf-8"><title>A stream</title></head><body>
        <video crossorigin="anonymous" muted playsinline width="320" height="180"></video>
        <script>
        const video = document.querySelector("video");
        const address = location.hash.slice(1);
        window.seen = [];
        let again = 0;
        const note = (what) => {
          const ranges = [...Array(video.buffered.length).keys()]
            .map((i) => `${video.buffered.start(i).toFixed(2)}-${video.buffered.end(i).toFixed(2)}`).join(" ");
          seen.push(`${(performance.now() / 1000).toFixed(1)} ${what} at ${video.currentTime.toFixed(2)} of ${ranges}`);
        };
        // A browser stops at the smallest hole in the sound, such as a cut leaves.
        const jump = () => {
          if (video.paused || video.seeking || video.readyState >= 3) return;
          for (let i = 0; i < video.buffered.length; i += 1) {
            const start = video.buffered.start(i);
            if (start > video.currentTime && start - video.currentTime < 1) {
              note("jump");
              video.currentTime = start + 0.01;
              return;
            }
          }
        };
        for (const name of ["loadedmetadata", "playing", "waiting", "stalled", "seeked", "ended"]) {
          video.addEventListener(name, () => note(name));
        }
        for (const name of ["waiting", "progress", "timeupdate", "stalled"]) video.addEventListener(name, jump);
        setInterval(jump, 250);
        const begin = () => {
          video.src = address;
          video.play().catch((fault) => note(`play: ${fault.name}`));
        };
        // Who serves the playlists may be away for a moment.
        video.addEventListener("error", () => {
          note(`error ${video.error.code} ${video.error.message}`);
          again += 1;
          if (again <= 20) setTimeout(begin, 250);
        });
        begin();
        </script></body></html>
        """

    static func address(_ origin: AdOrigin, _ stream: String) -> String { "\(origin.address)\(path)#\(stream)" }
}
