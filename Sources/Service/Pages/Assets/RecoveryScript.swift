// SPDX-License-Identifier: Apache-2.0

extension PageAsset {
    /// When to try again, and when playing has stopped without saying so. Values alone: the time is told to them.
    static let recoveryScript = #"""
        // SPDX-License-Identifier: Apache-2.0

        /// Milliseconds to wait before a further attempt: twice as long each time up to a limit, and never the same for all viewers, who
        /// would otherwise come back to a restarted service at one moment.
        export function retryDelay(attempt, { most = 5000, random = Math.random() } = {}) {
          return Math.min(most, 500 * 2 ** Math.min(attempt, 16)) * (0.75 + random * 0.5);
        }

        /// An answer that will be the same next time, such as 404.
        export const isRefusal = (status) => status >= 400 && status < 500 && status !== 408 && status !== 425 && status !== 429;

        /// For how long a video that should play has neither moved nor loaded anything.
        export class StallWatch {
          constructor() { this.reset(); }
          reset() { [this.last, this.known, this.stood] = [null, null, 0]; }

          /// To be called each second.
          /// - isWanted: whether the picture should move.
          /// - facts: numbers that change while there is progress: the position, what is loaded.
          /// - returns: milliseconds.
          look(now, isWanted, ...facts) {
            const told = facts.join(" ");
            if (!isWanted) {
              this.reset();
              return 0;
            }
            // A machine that slept, or had no time for this page, had none for the picture either.
            const passed = this.last === null ? 0 : Math.min(now - this.last, 2000);
            this.stood = told === this.known ? this.stood + passed : 0;
            [this.last, this.known] = [now, told];
            return this.stood;
          }
        }

        /// What is done about a stall: nothing, "ask" whether there is anything to play, or begin "anew".
        ///
        /// A loader of our own tells of each byte. Browsers tell of whole segments, and on a slow network one takes its time; in a live stream
        /// that is not worth waiting for.
        export function stallStep(stood, { isOwn, isLive, restarts }) {
          const patience = (isOwn || isLive ? 6000 : 20000) * 2 ** Math.min(restarts, 3);
          if (stood >= patience) return "anew";
          return stood >= 2500 ? "ask" : null;
        }
        """#
}
