// SPDX-License-Identifier: Apache-2.0

/// Pictures per second, exactly: 30000/1001 is no decimal number.
public struct FrameRate: Hashable, Sendable, CustomStringConvertible {
    public let numerator: Int
    public let denominator: Int

    /// - Parameters:
    ///   - numerator: above 0.
    ///   - denominator: above 0.
    public init(_ numerator: Int, _ denominator: Int = 1) {
        self.numerator = max(1, numerator)
        self.denominator = max(1, denominator)
    }

    /// As ffprobe writes it: `30/1`; nil for `0/0` and other things that are no rate.
    public init?(text: String) {
        let parts = text.split(separator: "/", omittingEmptySubsequences: false)
        guard parts.count == 2, let numerator = Int(parts[0]), let denominator = Int(parts[1]), numerator > 0, denominator > 0 else {
            return nil
        }
        self.init(numerator, denominator)
    }

    public var value: Double { Double(numerator) / Double(denominator) }
    public var description: String { denominator == 1 ? "\(numerator)" : "\(numerator)/\(denominator)" }

    /// Ticks per second in which every picture lasts a whole number of ticks.
    public var timescale: Int { numerator >= 10_000 ? numerator : numerator * 1000 }

    /// The rates that displays and encoders are made for.
    static let usual = [
        FrameRate(24000, 1001), FrameRate(24), FrameRate(25), FrameRate(30000, 1001), FrameRate(30), FrameRate(48), FrameRate(50),
        FrameRate(60000, 1001), FrameRate(60),
    ]
}
