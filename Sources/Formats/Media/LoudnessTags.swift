// SPDX-License-Identifier: Apache-2.0

/// ReplayGain tags: the gain that brings the media to ReplayGain 2's reference of -18 LUFS.
public struct LoudnessTags: Hashable, Sendable {
    /// A gain, with the peak that limits it.
    public struct Gain: Hashable, Sendable {
        /// The gain to apply in dB; -60...60.
        public var decibels: Double
        /// The sample peak before the gain, where 1 is full scale; it may be higher. nil if not measured.
        public var peak: Double?

        public init(decibels: Double, peak: Double? = nil) {
            self.decibels = decibels
            self.peak = peak
        }
    }

    /// The gain of this track.
    public var track: Gain?
    /// The gain of its album, the same for all tracks of it.
    public var album: Gain?

    public init(track: Gain? = nil, album: Gain? = nil) {
        self.track = track
        self.album = album
    }
}
