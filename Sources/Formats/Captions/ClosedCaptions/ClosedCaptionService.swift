// SPDX-License-Identifier: Apache-2.0

import WindowboxMedia

/// A channel of CEA-608 or a service of CEA-708, by the names that HLS has for them (RFC 8216bis 4.4.6.1, INSTREAM-ID).
public struct ClosedCaptionService: Hashable, Sendable, Comparable {
    /// Whether it is of CEA-708.
    public let isDigital: Bool
    /// 1 to 4, or 1 to 63 of CEA-708.
    public let number: Int

    /// A channel of CEA-608, 1 to 4; nil for any other number.
    public init?(channel: Int) {
        guard (1...4).contains(channel) else { return nil }
        (isDigital, number) = (false, channel)
    }

    /// A service of CEA-708, 1 to 63; nil for any other number.
    public init?(service: Int) {
        guard (1...63).contains(service) else { return nil }
        (isDigital, number) = (true, service)
    }

    /// By its name: `CC1` to `CC4`, `SERVICE1` to `SERVICE63`.
    public init?(named name: String) {
        func number(behind prefix: String) -> Int? {
            guard name.hasPrefix(prefix), let number = Int(name.dropFirst(prefix.count)), name == "\(prefix)\(number)" else { return nil }
            return number
        }
        if let channel = number(behind: "CC") {
            self.init(channel: channel)
        } else if let service = number(behind: "SERVICE") {
            self.init(service: service)
        } else {
            return nil
        }
    }

    public var name: String { isDigital ? "SERVICE\(number)" : "CC\(number)" }

    /// Where the same captions are sent in the other format, for receivers that read only that one: the first language in `CC1` and
    /// `SERVICE1`, the second in `CC3` and `SERVICE2`. nil for others.
    public var counterpart: ClosedCaptionService? {
        switch (isDigital, number) {
        case (false, 1): ClosedCaptionService(service: 1)
        case (false, 3): ClosedCaptionService(service: 2)
        case (true, 1): ClosedCaptionService(channel: 1)
        case (true, 2): ClosedCaptionService(channel: 3)
        default: nil
        }
    }

    /// Channels before services, each by their numbers.
    public static func < (left: Self, right: Self) -> Bool {
        (left.isDigital ? 1 : 0, left.number) < (right.isDigital ? 1 : 0, right.number)
    }
}
