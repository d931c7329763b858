// SPDX-License-Identifier: Apache-2.0

import WindowboxMedia

/// A CEA-608 channel or a CEA-708 service, with its HLS name (RFC 8216bis 4.4.6.1, INSTREAM-ID).
public struct ClosedCaptionService: Hashable, Sendable, Comparable {
    /// Whether this is a CEA-708 service.
    public let isDigital: Bool
    /// 1 to 4 for CEA-608, 1 to 63 for CEA-708.
    public let number: Int

    /// Creates a CEA-608 channel, 1 to 4; nil for any other number.
    public init?(channel: Int) {
        guard (1...4).contains(channel) else { return nil }
        (isDigital, number) = (false, channel)
    }

    /// Creates a CEA-708 service, 1 to 63; nil for any other number.
    public init?(service: Int) {
        guard (1...63).contains(service) else { return nil }
        (isDigital, number) = (true, service)
    }

    /// Creates a service from its name: `CC1` to `CC4`, `SERVICE1` to `SERVICE63`.
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

    /// The name in playlists: `CC1` to `CC4`, or `SERVICE1` to `SERVICE63`.
    public var name: String { isDigital ? "SERVICE\(number)" : "CC\(number)" }

    /// The service that carries the same captions in the other format, for receivers that read only one: the first language is in `CC1`
    /// and `SERVICE1`, the second in `CC3` and `SERVICE2`. nil for other services.
    public var counterpart: ClosedCaptionService? {
        switch (isDigital, number) {
        case (false, 1): ClosedCaptionService(service: 1)
        case (false, 3): ClosedCaptionService(service: 2)
        case (true, 1): ClosedCaptionService(channel: 1)
        case (true, 2): ClosedCaptionService(channel: 3)
        default: nil
        }
    }

    /// Sorts CEA-608 channels before CEA-708 services, each by number.
    public static func < (left: Self, right: Self) -> Bool {
        (left.isDigital ? 1 : 0, left.number) < (right.isDigital ? 1 : 0, right.number)
    }
}
