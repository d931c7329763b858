// SPDX-License-Identifier: Apache-2.0

/// An extensible enumeration on the wire: unknown values are kept, so that older programs can read messages of newer ones.
public protocol Vocabulary: RawRepresentable<String>, Codable, Hashable, Sendable {
    /// The values known to this version; a service accepts no others, unless `isOpen`.
    static var known: [Self] { get }
    /// Whether a service accepts unknown values.
    static var isOpen: Bool { get }
    /// Any text, also a value that isn't known.
    init(rawValue: String)
}

extension Vocabulary {
    public static var isOpen: Bool { false }
    /// Whether the value is one of ``known``.
    public var isKnown: Bool { Self.known.contains(self) }

    public init(from decoder: any Decoder) throws {
        self.init(rawValue: try decoder.singleValueContainer().decode(String.self))
    }

    public func encode(to encoder: any Encoder) throws {
        var container = encoder.singleValueContainer()
        try container.encode(rawValue)
    }
}
