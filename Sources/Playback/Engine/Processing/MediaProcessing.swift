// SPDX-License-Identifier: Apache-2.0

import Glibc
public import WindowboxCodec
import WindowboxMedia

/// What is done to sound and pictures beyond decoding them.
public struct MediaProcessing: Hashable, Sendable {
    /// Whose loudness the gain in a medium's tags brings to the reference.
    public enum Normalization: String, Hashable, Sendable, CaseIterable, Codable {
        /// Tags are not followed.
        case off
        /// That of each medium by itself.
        case track
        /// That of its album, within which quiet tracks stay quiet.
        case album
    }

    /// The tags are ReplayGain, or R128 in Opus; media without them play as they are. Where only the other gain is tagged, it is used. The
    /// gain never lifts the tagged peak above full scale.
    public var normalization: Normalization
    /// Added to the gain of tags, in dB; -15...15, other values are clamped.
    public var preamp: Double { didSet { preamp = Self.clamped(preamp) } }
    /// Quiet sound becomes louder and loud sound quieter: below -36 dB of full scale by 10 dB louder, above -28 dB compressed 4:1.
    public var isNightMode: Bool
    /// Each interlaced picture becomes two, one for each field. Where libavfilter is not installed, they are shown as they are.
    public var deinterlacing: Deinterlacing

    /// - Parameter preamp: as for ``preamp``.
    public init(
        normalization: Normalization = .off, preamp: Double = 0, isNightMode: Bool = false, deinterlacing: Deinterlacing = .off
    ) {
        self.normalization = normalization
        self.preamp = Self.clamped(preamp)
        self.isNightMode = isNightMode
        self.deinterlacing = deinterlacing
    }

    private static func clamped(_ preamp: Double) -> Double { preamp.isFinite ? min(max(preamp, -15), 15) : 0 }

    /// What samples are multiplied by for the tags of their medium.
    func gain(for tags: LoudnessTags?) -> Float {
        let chosen: LoudnessTags.Gain? =
            switch normalization {
            case .off: nil
            case .track: tags?.track ?? tags?.album
            case .album: tags?.album ?? tags?.track
            }
        guard let chosen else { return 1 }
        let wanted = pow(10, (chosen.decibels + preamp) / 20)
        return Float(chosen.peak.map { min(wanted, max(1 / $0, Self.leastPeakGain)) } ?? wanted)
    }

    /// A peak in the tags is not to silence what it stands in.
    private static let leastPeakGain = 0.01
}
