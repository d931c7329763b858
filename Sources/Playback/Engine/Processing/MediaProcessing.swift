// SPDX-License-Identifier: Apache-2.0

import Glibc
public import WindowboxCodec
import WindowboxMedia

/// Processing of audio and video after decoding.
public struct MediaProcessing: Hashable, Sendable {
    /// How the loudness tags of media are applied.
    public enum Normalization: String, Hashable, Sendable, CaseIterable, Codable {
        /// Tags are ignored.
        case off
        /// The gain of each track by itself.
        case track
        /// The gain of the album, within which quiet tracks stay quiet.
        case album
    }

    /// Loudness normalization by tags: ReplayGain, or R128 in Opus. Media without tags play unchanged. When only the other gain is tagged,
    /// it is used. The gain never lifts the tagged peak above full scale.
    public var normalization: Normalization
    /// Added to the gain of tags, in dB; -15...15, other values are clamped.
    public var preamp: Double { didSet { preamp = Self.clamped(preamp) } }
    /// Makes quiet audio louder and loud audio quieter: 10 dB gain below -36 dBFS, 4:1 compression above -28 dBFS.
    public var isNightMode: Bool
    /// The gains of frequency bands; nil changes nothing.
    public var equalizer: Equalizer?
    /// Makes two frames of each interlaced one, one per field. Without libavfilter, interlaced frames are shown unchanged.
    public var deinterlacing: Deinterlacing

    /// - Parameter preamp: as for ``preamp``.
    public init(
        normalization: Normalization = .off, preamp: Double = 0, isNightMode: Bool = false, deinterlacing: Deinterlacing = .off,
        equalizer: Equalizer? = nil
    ) {
        self.normalization = normalization
        self.preamp = Self.clamped(preamp)
        self.isNightMode = isNightMode
        self.deinterlacing = deinterlacing
        self.equalizer = equalizer
    }

    private static func clamped(_ preamp: Double) -> Double { preamp.isFinite ? min(max(preamp, -15), 15) : 0 }

    /// The factor for samples of media with these tags.
    func gain(for tags: LoudnessTags?) -> Float {
        let chosen: LoudnessTags.Gain? =
            switch normalization {
            case .off: nil
            case .track: tags?.track ?? tags?.album
            case .album: tags?.album ?? tags?.track
            }
        guard let chosen else { return 1 }
        let gain = pow(10, (chosen.decibels + preamp) / 20)
        return Float(chosen.peak.map { min(gain, max(1 / $0, Self.minimumPeakGain)) } ?? gain)
    }

    /// Keeps an implausible peak tag from silencing the media.
    private static let minimumPeakGain = 0.01
}
