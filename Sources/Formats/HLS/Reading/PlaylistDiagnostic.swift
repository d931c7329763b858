// SPDX-License-Identifier: Apache-2.0

/// A violation of the standard in a playlist, or something that could not be parsed.
public struct PlaylistDiagnostic: Error, Hashable, Sendable {
    /// A warning leaves the playlist usable; an error, in ``PlaylistReading/get()``, is thrown.
    public enum Severity: UInt8, Hashable, Sendable { case warning, error }

    /// The kind of problem. More may be added, so match with the static members.
    public struct Code: Hashable, Sendable {
        /// A stable identifier for reports.
        public let name: String
        init(_ name: String) { self.name = name }
        /// The first line is not `#EXTM3U`.
        public static var missingHeader: Code { Code("missing-header") }
        /// The text is not a playlist at all.
        public static var notAPlaylist: Code { Code("not-a-playlist") }
        /// The playlist exceeds the reader's limits.
        public static var limit: Code { Code("limit") }
        /// Text that is not well-formed UTF-8, a byte order mark, a control character, or white space at the start of a line.
        public static var encoding: Code { Code("encoding") }
        /// A required tag is missing.
        public static var missingTag: Code { Code("missing-tag") }
        /// A tag is duplicated, in the wrong position, or in the wrong kind of playlist.
        public static var misplacedTag: Code { Code("misplaced-tag") }
        /// A tag's value cannot be parsed.
        public static var value: Code { Code("value") }
        /// A tag lacks an attribute that the standard requires.
        public static var missingAttribute: Code { Code("missing-attribute") }
        /// An attribute's value can't be parsed, or is repeated.
        public static var attribute: Code { Code("attribute") }
        /// A tag that needs a URI line is not followed by one.
        public static var missingURI: Code { Code("missing-uri") }
        /// A segment has no EXTINF.
        public static var missingDuration: Code { Code("missing-duration") }
        /// A segment's duration can't be parsed, or isn't positive.
        public static var duration: Code { Code("duration") }
        /// A byte range can't be parsed, or has no offset and no predecessor.
        public static var byteRange: Code { Code("byte-range") }
        /// An undefined variable.
        public static var variable: Code { Code("variable") }
        /// A feature that needs a higher EXT-X-VERSION.
        public static var version: Code { Code("version") }
        /// Contradictory values.
        public static var consistency: Code { Code("consistency") }
        /// A tag of older versions that no longer has a meaning.
        public static var obsolete: Code { Code("obsolete") }
    }

    /// An error in strict reading may be a warning in lenient reading.
    public var severity: Severity
    /// The kind of problem, to be matched with the static members of ``Code``.
    public var code: Code
    /// The line from 1; 0 for the whole playlist.
    public var line: Int
    /// The byte column, from 1.
    public var column: Int
    /// What is wrong.
    public var message: String
    /// How to fix the playlist.
    public var remedy: String

    public init(severity: Severity, code: Code, line: Int, column: Int = 1, message: String, remedy: String) {
        self.severity = severity
        self.code = code
        self.line = line
        self.column = column
        self.message = message
        self.remedy = remedy
    }
}
