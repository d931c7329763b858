// SPDX-License-Identifier: Apache-2.0

/// Why a subtitle file can't be used.
public struct SubtitleFileError: Error, Hashable, Sendable, CustomStringConvertible {
    /// Cases may be added, so match against the static members.
    public struct Code: Hashable, Sendable {
        private let name: String
        private init(_ name: String) { self.name = name }
        /// The file doesn't exist or can't be read.
        public static let unreadable = Code("unreadable")
        /// The file is too large for subtitles.
        public static let tooLarge = Code("tooLarge")
        /// The file contains no subtitles in a known format.
        public static let noSubtitles = Code("noSubtitles")
        /// There is no current item to add it to.
        public static let nothingPlays = Code("nothingPlays")
    }

    /// The kind of error, to be matched with the static members of ``Code``.
    public let code: Code
    /// Cause, file and remedy, human-readable.
    public let description: String

    private init(_ code: Code, _ description: String) {
        self.code = code
        self.description = description
    }

    static func unreadable(_ name: String, _ reason: String) -> Self {
        Self(.unreadable, translated("“{name}” can’t be read: {reason}", ["name": name, "reason": reason]))
    }

    static func tooLarge(_ name: String) -> Self {
        Self(
            .tooLarge,
            translated(
                "“{name}” is too large for a subtitle file: choose an SRT, WebVTT, SSA, TTML, SCC, PGS or VobSub file", ["name": name]))
    }

    static func noSubtitles(_ name: String) -> Self {
        Self(
            .noSubtitles,
            translated("There are no subtitles in “{name}”: choose an SRT, WebVTT, SSA, TTML, SCC, PGS or VobSub file", ["name": name]))
    }

    static func nothingPlays(_ name: String) -> Self {
        Self(.nothingPlays, translated("Open a video before adding the subtitles “{name}”", ["name": name]))
    }
}
