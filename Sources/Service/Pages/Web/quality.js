// SPDX-License-Identifier: Apache-2.0

/** Seconds of buffer below which an unaffordable quality is dropped at once, and above which a better one may be tried. */
const shortBuffer = 10, longBuffer = 5;
/** Shares of the estimated throughput that a quality may use to be kept, and to be switched up to. */
const keptShare = 0.95, upShare = 0.7;

/** An exponentially weighted moving average; the half-life is in seconds of transfer. */
class Average {
  constructor(halfLife) { [this.halfLife, this.sum, this.weight] = [halfLife, 0, 0]; }
  add(value, seconds) {
    const keeps = 0.5 ** (seconds / this.halfLife);
    this.sum = keeps * this.sum + (1 - keeps) * value;
    this.weight = keeps * this.weight + (1 - keeps);
  }
  get value() { return this.weight > 0 ? this.sum / this.weight : null; }
}

/**
 * Estimates throughput in bits per second over the time during which any request is active, so concurrent requests count together.
 * Of a fast and a slow average the lower one counts: the estimate falls quickly and rises slowly.
 */
export class Throughput {
  /** @param remembered the estimate of an earlier page, used until the first measurement; null for none. */
  constructor(remembered = null) {
    this.remembered = remembered;
    [this.fast, this.slow] = [new Average(2), new Average(6)];
    [this.active, this.since, this.bytes, this.seconds] = [0, 0, 0, 0];
  }

  /** A request has started. Times are in milliseconds. */
  began(now) {
    this.count(now);
    this.active += 1;
  }

  received(bytes) { this.bytes += bytes; }

  ended(now) {
    this.count(now);
    this.active -= 1;
    // Small responses measure latency rather than bandwidth.
    if (this.bytes < 16384 || this.seconds < 0.005) return;
    for (const average of [this.fast, this.slow]) average.add((this.bytes * 8) / this.seconds, this.seconds);
    [this.bytes, this.seconds] = [0, 0];
  }

  count(now) {
    if (this.active > 0) this.seconds += Math.max(0, now - this.since) / 1000;
    this.since = now;
  }

  /** Bits per second; null when unknown. */
  get estimate() {
    if (this.fast.value === null) return this.remembered;
    return Math.min(this.fast.value, this.slow.value);
  }
}

/**
 * Picks the quality of the next segment.
 * @param variants sorted by `rate` (bits per second), each with a `size` (pixels of the shorter side).
 * `current`: the variant of the previous segment; null at the start.
 * `estimate`: bits per second; null when unknown.
 * `buffered`: seconds.
 * `maxSize`: the largest size worth showing.
 */
export function chooseVariant(variants, { current = null, estimate = null, buffered = 0, maxSize = Infinity }) {
  const useful = variants.filter((variant) => variant.size <= maxSize);
  const fit = useful.length > 0 ? useful : variants.slice(0, 1);
  const best = (share) => fit.filter((variant) => variant.rate <= estimate * share).at(-1) ?? fit[0];
  const isKnown = estimate !== null;
  if (current === null) return isKnown ? best(upShare) : fit[0];
  if (!fit.includes(current)) return isKnown ? best(keptShare) : fit.at(-1);
  if (!isKnown) return current;
  if (current.rate > estimate * keptShare) return buffered < shortBuffer ? best(keptShare) : current;
  const better = best(upShare);
  return better.rate > current.rate && buffered >= longBuffer ? better : current;
}

/**
 * Whether to abandon a segment that is loading and fetch it in a lower quality.
 * `received`, `size`: bytes; a size of 0 means unknown.
 * `elapsed`: milliseconds since the request.
 * `buffered`: seconds.
 * `rate`, `lowerRate`: bits per second of its quality and the next lower one; null if there is none.
 */
export function isTooSlow({ received, size, elapsed, buffered, rate, lowerRate }) {
  if (lowerRate === null || size <= 0 || received <= 0 || elapsed < 1500) return false;
  const left = size - received;
  const seconds = left / (received / elapsed) / 1000;
  if (seconds <= Math.max(1, buffered - 1)) return false;
  return (size * lowerRate) / rate < left;
}
