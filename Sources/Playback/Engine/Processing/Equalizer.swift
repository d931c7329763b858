// SPDX-License-Identifier: Apache-2.0

/// The gains of a ten-band equalizer.
public struct Equalizer: Hashable, Sendable, Codable {
    /// The centres of the bands in Hz, one octave apart (ISO 266).
    public static let frequencies = [31.25, 62.5, 125, 250, 500, 1000, 2000, 4000, 8000, 16000]
    /// The gains that a band may have, in dB.
    public static let range = -12.0...12.0

    /// In dB, for each of ``frequencies``; within ``range``.
    public private(set) var gains: [Double]

    /// - Parameter gains: in dB. Missing ones are 0, surplus ones are ignored, others are clamped to ``range``.
    public init(gains: [Double] = []) {
        self.gains = Self.frequencies.indices.map { gains.indices.contains($0) ? Self.clamped(gains[$0]) : 0 }
    }

    /// Sets the gain of a band, in dB. Does nothing for a band that doesn't exist.
    public mutating func set(_ gain: Double, ofBand band: Int) {
        if gains.indices.contains(band) { gains[band] = Self.clamped(gain) }
    }

    /// Whether it changes nothing.
    public var isFlat: Bool { gains.allSatisfy { $0 == 0 } }

    private static func clamped(_ gain: Double) -> Double {
        gain.isFinite ? min(max(gain, range.lowerBound), range.upperBound) : 0
    }

    public init(from decoder: any Decoder) throws { self.init(gains: try decoder.singleValueContainer().decode([Double].self)) }

    public func encode(to encoder: any Encoder) throws {
        var container = encoder.singleValueContainer()
        try container.encode(gains)
    }
}
