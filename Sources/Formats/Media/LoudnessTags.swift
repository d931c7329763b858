// SPDX-License-Identifier: Apache-2.0

/// How loud a medium was measured to be by whoever tagged it, as ReplayGain: what brings it to the reference of ReplayGain 2, -18 LUFS.
public struct LoudnessTags: Hashable, Sendable {
    public struct Gain: Hashable, Sendable {
        /// To be added, in dB; -60...60.
        public var decibels: Double
        /// The largest magnitude of a sample before the gain, 1 being full scale; it may be above. nil when it was not measured.
        public var peak: Double?

        public init(decibels: Double, peak: Double? = nil) {
            self.decibels = decibels
            self.peak = peak
        }
    }

    /// Of this medium by itself.
    public var track: Gain?
    /// Of the album that it belongs to: the same for all of its tracks.
    public var album: Gain?

    public init(track: Gain? = nil, album: Gain? = nil) {
        self.track = track
        self.album = album
    }
}
