// SPDX-License-Identifier: Apache-2.0

/// Why a file with subtitles is of no use.
public struct SubtitleFileError: Error, Hashable, Sendable, CustomStringConvertible {
    /// More may come, so match with the static members.
    public struct Code: Hashable, Sendable {
        private let name: String
        private init(_ name: String) { self.name = name }
        /// It is not there, or can't be read.
        public static let unreadable = Code("unreadable")
        /// It has more bytes than subtitles ever have.
        public static let tooLarge = Code("tooLarge")
        /// Nothing in it is a subtitle of a kind that is known.
        public static let noSubtitles = Code("noSubtitles")
        /// Nothing plays that it could belong to.
        public static let nothingPlays = Code("nothingPlays")
    }

    public let code: Code
    /// Cause, place and cure, for people.
    public let description: String

    private init(_ code: Code, _ description: String) {
        self.code = code
        self.description = description
    }

    static func unreadable(_ name: String, _ reason: String) -> Self {
        Self(.unreadable, "“\(name)” can’t be read: \(reason)")
    }

    static func tooLarge(_ name: String) -> Self {
        Self(.tooLarge, "“\(name)” is too large to be subtitles: choose a file with SRT, WebVTT, SSA, TTML, SCC or PGS")
    }

    static func noSubtitles(_ name: String) -> Self {
        Self(.noSubtitles, "There are no subtitles in “\(name)”: choose a file with SRT, WebVTT, SSA, TTML, SCC or PGS")
    }

    static func nothingPlays(_ name: String) -> Self {
        Self(.nothingPlays, "Open a video first: “\(name)” belongs to one")
    }
}
