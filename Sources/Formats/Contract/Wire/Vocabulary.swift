// SPDX-License-Identifier: Apache-2.0

/// Words of the wire that may grow: an unknown one is kept as it came, so that an older program can read what a newer one says.
public protocol Vocabulary: RawRepresentable<String>, Codable, Hashable, Sendable {
    /// What this version knows; a service takes nothing else.
    static var known: [Self] { get }
    /// Whether a service takes others too.
    static var isOpen: Bool { get }
    init(rawValue: String)
}

extension Vocabulary {
    public static var isOpen: Bool { false }
    public var isKnown: Bool { Self.known.contains(self) }

    public init(from decoder: any Decoder) throws {
        self.init(rawValue: try decoder.singleValueContainer().decode(String.self))
    }

    public func encode(to encoder: any Encoder) throws {
        var container = encoder.singleValueContainer()
        try container.encode(rawValue)
    }
}
