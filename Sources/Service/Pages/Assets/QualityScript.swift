// SPDX-License-Identifier: Apache-2.0

extension PageAsset {
    /// Which quality the page's own loader takes. Functions and values alone: no element, no network, no clock.
    static let qualityScript = #"""
        // SPDX-License-Identifier: Apache-2.0

        /// Seconds in the buffer below which a quality that the network can't carry is left at once, and above which a better one is tried.
        const shortBuffer = 10, longBuffer = 5;
        /// Shares of the measured throughput that a quality may need: to be kept, and, lower, to be newly taken.
        const keptShare = 0.95, takenShare = 0.7;

        /// A moving average that forgets half of what it knew within some seconds of transfer.
        class Average {
          constructor(halfLife) { [this.halfLife, this.sum, this.weight] = [halfLife, 0, 0]; }
          add(value, seconds) {
            const keeps = 0.5 ** (seconds / this.halfLife);
            this.sum = keeps * this.sum + (1 - keeps) * value;
            this.weight = keeps * this.weight + (1 - keeps);
          }
          get value() { return this.weight > 0 ? this.sum / this.weight : null; }
        }

        /// Bits per second that come in, measured while anything is on its way: requests beside each other share one network.
        ///
        /// A fast and a slow average are kept, and the lower one counts: it falls quickly and rises slowly.
        export class Throughput {
          /// - remembered: bits per second that an earlier page measured; null for none. The first measurement takes its place.
          constructor(remembered = null) {
            this.remembered = remembered;
            [this.fast, this.slow] = [new Average(2), new Average(6)];
            [this.active, this.since, this.bytes, this.seconds] = [0, 0, 0, 0];
          }

          /// A request was sent. Times are in milliseconds.
          began(now) {
            this.count(now);
            this.active += 1;
          }

          received(bytes) { this.bytes += bytes; }

          ended(now) {
            this.count(now);
            this.active -= 1;
            // Small answers tell of the way there and back rather than of its width.
            if (this.bytes < 16384 || this.seconds < 0.005) return;
            for (const average of [this.fast, this.slow]) average.add((this.bytes * 8) / this.seconds, this.seconds);
            [this.bytes, this.seconds] = [0, 0];
          }

          count(now) {
            if (this.active > 0) this.seconds += Math.max(0, now - this.since) / 1000;
            this.since = now;
          }

          /// Bits per second; null while nothing is known.
          get estimate() {
            if (this.fast.value === null) return this.remembered;
            return Math.min(this.fast.value, this.slow.value);
          }
        }

        /// The quality of the next segment.
        ///
        /// - rungs: from the lowest `rate` (bits per second) to the highest, each with a `size` (pixels of the shorter side).
        /// - current: of the segment before; null at the start.
        /// - estimate: bits per second; null while nothing is known.
        /// - buffered: seconds.
        /// - mostSize: pixels that are of use where the picture is shown.
        export function chooseRung(rungs, { current = null, estimate = null, buffered = 0, mostSize = Infinity }) {
          const useful = rungs.filter((rung) => rung.size <= mostSize);
          const fit = useful.length > 0 ? useful : rungs.slice(0, 1);
          const best = (share) => fit.filter((rung) => rung.rate <= estimate * share).at(-1) ?? fit[0];
          const isKnown = estimate !== null;
          if (current === null) return isKnown ? best(takenShare) : fit[0];
          if (!fit.includes(current)) return isKnown ? best(keptShare) : fit.at(-1);
          if (!isKnown) return current;
          if (current.rate > estimate * keptShare) return buffered < shortBuffer ? best(keptShare) : current;
          const better = best(takenShare);
          return better.rate > current.rate && buffered >= longBuffer ? better : current;
        }

        /// Whether a segment that is on its way is better left and asked for in a lower quality.
        ///
        /// - received, size: bytes; a size of 0 is unknown.
        /// - elapsed: milliseconds since it was asked for.
        /// - buffered: seconds that play meanwhile.
        /// - rate, lowerRate: bits per second of its quality and of the lower one; null where there is none.
        export function isTooSlow({ received, size, elapsed, buffered, rate, lowerRate }) {
          if (lowerRate === null || size <= 0 || received <= 0 || elapsed < 1500) return false;
          const left = size - received;
          const seconds = left / (received / elapsed) / 1000;
          if (seconds <= Math.max(1, buffered - 1)) return false;
          return (size * lowerRate) / rate < left;
        }
        """#
}
