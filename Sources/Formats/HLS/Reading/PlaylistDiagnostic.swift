// SPDX-License-Identifier: Apache-2.0

/// Something in a playlist that the standard does not allow, or that could not be understood.
public struct PlaylistDiagnostic: Error, Hashable, Sendable {
    public enum Severity: UInt8, Hashable, Sendable { case warning, error }

    /// What kind of fault it is; more may come, so match with the static members.
    public struct Code: Hashable, Sendable {
        /// A stable word for reports.
        public let name: String
        init(_ name: String) { self.name = name }
        /// The first line is not `#EXTM3U`.
        public static var missingHeader: Code { Code("missing-header") }
        /// There is no playlist in the bytes at all.
        public static var notAPlaylist: Code { Code("not-a-playlist") }
        /// Larger than the reader's limits.
        public static var limit: Code { Code("limit") }
        public static var encoding: Code { Code("encoding") }
        /// A tag that must be there is not.
        public static var missingTag: Code { Code("missing-tag") }
        /// A tag stands twice, in the wrong place, or in the wrong kind of playlist.
        public static var misplacedTag: Code { Code("misplaced-tag") }
        /// A tag's value cannot be read.
        public static var value: Code { Code("value") }
        public static var missingAttribute: Code { Code("missing-attribute") }
        public static var attribute: Code { Code("attribute") }
        public static var missingURI: Code { Code("missing-uri") }
        public static var missingDuration: Code { Code("missing-duration") }
        public static var duration: Code { Code("duration") }
        public static var byteRange: Code { Code("byte-range") }
        /// A variable that nothing defines.
        public static var variable: Code { Code("variable") }
        /// A feature that needs a higher EXT-X-VERSION.
        public static var version: Code { Code("version") }
        /// Values that contradict each other.
        public static var consistency: Code { Code("consistency") }
        /// A tag of older versions that no longer means anything.
        public static var obsolete: Code { Code("obsolete") }
    }

    public var severity: Severity
    public var code: Code
    /// From 1; 0 when it is about the playlist as a whole.
    public var line: Int
    /// In bytes, from 1.
    public var column: Int
    public var message: String
    /// What to change in the playlist.
    public var cure: String

    public init(severity: Severity, code: Code, line: Int, column: Int = 1, message: String, cure: String) {
        self.severity = severity
        self.code = code
        self.line = line
        self.column = column
        self.message = message
        self.cure = cure
    }
}
