// SPDX-License-Identifier: Apache-2.0

public import WindowboxMedia

/// A named part of an item that the user can jump to.
public struct Chapter: Hashable, Sendable {
    /// The application's identifier; the player doesn't use it.
    public var identifier: String?
    /// The title for display; nil if it has none.
    public var title: String?
    /// Not fetched until it is displayed.
    public var image: ImageSource
    /// Seconds on the item's timeline.
    public var timeRange: TimeRange

    public init(identifier: String? = nil, title: String? = nil, image: ImageSource = .none, timeRange: TimeRange) {
        self.identifier = identifier
        self.title = title
        self.image = image
        self.timeRange = timeRange
    }
}

/// A range of an item that has a meaning to the player or the application.
public struct MarkedRange: Hashable, Sendable {
    /// What a range means; the player acts on blocked ranges only.
    public enum Kind: Hashable, Sendable {
        /// Must not be played: playback skips it, and a seek into it lands after it.
        case blocked
        /// Opening credits, which the user may want to skip. Playback doesn't skip them.
        case openingCredits
        /// Closing credits, after which an application may offer the next item. Playback doesn't skip them.
        case closingCredits
        /// A kind defined by the application.
        case custom(String)
    }

    /// What the range means.
    public var kind: Kind
    /// Seconds on the item's timeline; the end is exclusive.
    public var timeRange: TimeRange

    public init(_ kind: Kind, _ timeRange: TimeRange) {
        self.kind = kind
        self.timeRange = timeRange
    }
}

// Times are encoded in whole milliseconds, so that decoding returns what was encoded.
extension Chapter: Codable {
    private enum Key: String, CodingKey { case identifier, title, image, start, end }

    public init(from decoder: any Decoder) throws {
        let fields = try decoder.container(keyedBy: Key.self)
        identifier = try fields.decodeIfPresent(String.self, forKey: .identifier)
        title = try fields.decodeIfPresent(String.self, forKey: .title)
        image = try fields.decodeIfPresent(ImageSource.self, forKey: .image) ?? .none
        timeRange = try TimeRange(
            milliseconds: fields.decode(Int.self, forKey: .start), fields.decode(Int.self, forKey: .end), at: fields.codingPath)
    }

    public func encode(to encoder: any Encoder) throws {
        var fields = encoder.container(keyedBy: Key.self)
        try fields.encodeIfPresent(identifier, forKey: .identifier)
        try fields.encodeIfPresent(title, forKey: .title)
        if image != .none { try fields.encode(image, forKey: .image) }
        try fields.encode(timeRange.start.milliseconds, forKey: .start)
        try fields.encode(timeRange.end.milliseconds, forKey: .end)
    }
}

extension MarkedRange: Codable {
    private enum Key: String, CodingKey { case kind, start, end }

    public init(from decoder: any Decoder) throws {
        let fields = try decoder.container(keyedBy: Key.self)
        kind = try Kind(name: fields.decode(String.self, forKey: .kind))
        timeRange = try TimeRange(
            milliseconds: fields.decode(Int.self, forKey: .start), fields.decode(Int.self, forKey: .end), at: fields.codingPath)
    }

    public func encode(to encoder: any Encoder) throws {
        var fields = encoder.container(keyedBy: Key.self)
        try fields.encode(kind.name, forKey: .kind)
        try fields.encode(timeRange.start.milliseconds, forKey: .start)
        try fields.encode(timeRange.end.milliseconds, forKey: .end)
    }
}

extension MarkedRange.Kind {
    init(name: String) {
        switch name {
        case "blocked": self = .blocked
        case "openingCredits": self = .openingCredits
        case "closingCredits": self = .closingCredits
        default: self = .custom(name)
        }
    }

    var name: String {
        switch self {
        case .blocked: "blocked"
        case .openingCredits: "openingCredits"
        case .closingCredits: "closingCredits"
        case .custom(let name): name
        }
    }
}

extension Double {
    fileprivate var milliseconds: Int { Int(clamping: Int64(exactly: (self * 1000).rounded()) ?? (self < 0 ? .min : .max)) }
}

extension TimeRange {
    fileprivate init(milliseconds start: Int, _ end: Int, at path: [any CodingKey]) throws {
        guard start <= end else {
            throw DecodingError.dataCorrupted(
                DecodingError.Context(codingPath: path, debugDescription: "A range ends at \(end) ms, before its start at \(start) ms."))
        }
        self.init(start: Double(start) / 1000, end: Double(end) / 1000)
    }
}
