// SPDX-License-Identifier: Apache-2.0

public import WindowboxMedia

/// A session's decisions with their reasons, oldest first, until the caller drains them.
///
/// The same events produce the same text, byte for byte, so that a run can be replayed and compared.
public struct Journal: Hashable, Sendable {
    public struct Entry: Hashable, Sendable {
        public let at: Instant
        public let kind: Kind
        /// One human-readable line.
        public let text: String

        /// Time, kind and text, in the format of a journal file.
        public var line: String { line(since: Instant(nanoseconds: 0)) }

        /// The same line with the seconds since a given moment.
        public func line(since moment: Instant) -> String { decimalText(at - moment, decimals: 3) + " " + kind.name + " " + text }
    }

    /// What an entry is about; more kinds may be added.
    public struct Kind: Hashable, Sendable {
        public let name: String
        init(_ name: String) { self.name = name }
        public static let start = Kind("start")
        public static let playlist = Kind("playlist")
        public static let variant = Kind("variant")
        public static let rendition = Kind("rendition")
        public static let segment = Kind("segment")
        public static let seek = Kind("seek")
        public static let interstitial = Kind("interstitial")
        public static let trick = Kind("trick")
        public static let gap = Kind("gap")
        public static let blocked = Kind("blocked")
        public static let live = Kind("live")
        public static let rate = Kind("rate")
        public static let retry = Kind("retry")
        public static let penalty = Kind("penalty")
        public static let steering = Kind("steering")
        public static let stuck = Kind("stuck")
        public static let quality = Kind("quality")
        public static let end = Kind("end")
        public static let failure = Kind("failure")
        public static let diagnostic = Kind("diagnostic")
    }

    public private(set) var entries: [Entry] = []
    /// Entries that were dropped because nobody drained the journal.
    public private(set) var dropped = 0
    private let capacity: Int

    init(capacity: Int) { self.capacity = max(capacity, 2) }

    mutating func record(_ kind: Kind, at now: Instant, _ text: String) {
        if entries.count >= capacity {
            dropped += capacity / 2
            entries.removeFirst(capacity / 2)
        }
        entries.append(Entry(at: now, kind: kind, text: text))
    }

    mutating func drain() -> [Entry] {
        defer { entries.removeAll(keepingCapacity: true) }
        return entries
    }
}
