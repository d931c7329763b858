// SPDX-License-Identifier: Apache-2.0

public import WindowboxMedia

/// A session's decisions with their reasons, oldest first, until the caller drains them.
///
/// The same events produce the same text, byte for byte, so that a run can be replayed and compared.
public struct Journal: Hashable, Sendable {
    /// One decision or event.
    public struct Entry: Hashable, Sendable {
        /// When it happened, on the session's clock.
        public let at: Instant
        /// The subject of the entry.
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
        /// The word in the journal's lines, such as `segment`.
        public let name: String
        init(_ name: String) { self.name = name }
        /// The session starts.
        public static let start = Kind("start")
        /// A playlist was loaded or reloaded.
        public static let playlist = Kind("playlist")
        /// A variant was chosen.
        public static let variant = Kind("variant")
        /// An audio or subtitle rendition was chosen.
        public static let rendition = Kind("rendition")
        /// A segment or part was requested, or has arrived.
        public static let segment = Kind("segment")
        /// A seek, and where it leads.
        public static let seek = Kind("seek")
        /// An interstitial of the playlist.
        public static let interstitial = Kind("interstitial")
        /// A single frame for fast or reverse playback.
        public static let trick = Kind("trick")
        /// Media that the playlist marks as missing, or that can't be had.
        public static let gap = Kind("gap")
        /// Ranges that playback skips.
        public static let blocked = Kind("blocked")
        /// The position in the live window has changed other than by playing.
        public static let live = Kind("live")
        /// The playback rate was adjusted to keep the distance to the live edge.
        public static let rate = Kind("rate")
        /// A failed load is repeated.
        public static let retry = Kind("retry")
        /// A variant, segment or pathway is excluded for a while.
        public static let penalty = Kind("penalty")
        /// Content steering (RFC 8216bis 7).
        public static let steering = Kind("steering")
        /// Playback doesn't advance although samples are there.
        public static let stuck = Kind("stuck")
        /// A choice of quality and its reason.
        public static let quality = Kind("quality")
        /// The end of the presentation.
        public static let end = Kind("end")
        /// The session can't continue.
        public static let failure = Kind("failure")
        /// A playlist breaks a rule without preventing playback.
        public static let diagnostic = Kind("diagnostic")
    }

    /// The entries since the journal was last drained, oldest first.
    public private(set) var entries: [Entry] = []
    /// The number of entries that were dropped because the journal was not drained.
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
