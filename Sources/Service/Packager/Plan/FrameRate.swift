// SPDX-License-Identifier: Apache-2.0

/// An exact frame rate: 30000/1001 has no finite decimal form.
public struct FrameRate: Hashable, Sendable, CustomStringConvertible {
    public let numerator: Int
    public let denominator: Int

    /// - Parameters:
    ///   - numerator: greater than 0.
    ///   - denominator: greater than 0.
    public init(_ numerator: Int, _ denominator: Int = 1) {
        self.numerator = max(1, numerator)
        self.denominator = max(1, denominator)
    }

    /// ffprobe's format, such as `30/1`; nil for `0/0` and anything else that isn't a rate.
    public init?(text: String) {
        let parts = text.split(separator: "/", omittingEmptySubsequences: false)
        guard parts.count == 2, let numerator = Int(parts[0]), let denominator = Int(parts[1]), numerator > 0, denominator > 0 else {
            return nil
        }
        self.init(numerator, denominator)
    }

    public var value: Double { Double(numerator) / Double(denominator) }
    public var description: String { denominator == 1 ? "\(numerator)" : "\(numerator)/\(denominator)" }

    /// A timescale in which every frame lasts a whole number of ticks.
    public var timescale: Int { numerator >= 10_000 ? numerator : numerator * 1000 }

    /// The usual rates of displays and encoders.
    static let usual = [
        FrameRate(24000, 1001), FrameRate(24), FrameRate(25), FrameRate(30000, 1001), FrameRate(30), FrameRate(48), FrameRate(50),
        FrameRate(60000, 1001), FrameRate(60),
    ]
}
