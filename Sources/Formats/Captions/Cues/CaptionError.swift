// SPDX-License-Identifier: Apache-2.0

/// An error in a caption file: unreadable input, or a violation of its format.
public struct CaptionError: Error, Hashable, Sendable {
    /// The kind of error. More may be added, so match with the static members.
    public struct Code: Hashable, Sendable {
        /// A stable identifier for reports.
        public let name: String
        init(_ name: String) { self.name = name }
        /// The file lacks its format's signature; nothing else is read.
        public static var signature: Code { Code("signature") }
        /// No format of captions is recognized.
        public static var unknownFormat: Code { Code("unknown-format") }
        /// The text is not UTF-8; it is read in another encoding.
        public static var encoding: Code { Code("encoding") }
        /// The file exceeds the reader's limits.
        public static var limit: Code { Code("limit") }
        /// A time that cannot be parsed; the cue is skipped.
        public static var timing: Code { Code("timing") }
        /// A cue that ends before it starts.
        public static var order: Code { Code("order") }
        /// Cues that are not numbered consecutively.
        public static var numbering: Code { Code("numbering") }
        /// A cue setting that can't be parsed; the others of the cue are used.
        public static var setting: Code { Code("setting") }
        /// A cue that names a region which the file does not define.
        public static var region: Code { Code("region") }
        /// A style that can't be parsed; it has no effect.
        public static var style: Code { Code("style") }
        /// A tag in a cue's text that can't be parsed or isn't closed.
        public static var tag: Code { Code("tag") }
        /// Text outside any cue.
        public static var strayText: Code { Code("stray-text") }
        /// A feature that the cue model does not represent.
        public static var unsupported: Code { Code("unsupported") }
        /// Malformed XML.
        public static var markup: Code { Code("markup") }
        /// Caption bytes with a wrong parity or length.
        public static var data: Code { Code("data") }
        /// Something that the target format of a conversion cannot represent.
        public static var lost: Code { Code("lost") }
    }

    /// The kind of error, to be matched with the static members of ``Code``.
    public var code: Code
    /// The line number from 1; 0 for the whole file.
    public var line: Int
    /// What is wrong.
    public var message: String
    /// How to fix it.
    public var remedy: String

    public init(code: Code, line: Int, message: String, remedy: String) {
        self.code = code
        self.line = line
        self.message = message
        self.remedy = remedy
    }
}

/// A list of errors with a maximum length.
struct ErrorList: Hashable, Sendable {
    private(set) var errors: [CaptionError] = []
    let limit: Int

    mutating func report(_ code: CaptionError.Code, _ line: Int, _ message: @autoclosure () -> String, _ remedy: @autoclosure () -> String)
    {
        guard errors.count < limit else { return }
        errors.append(CaptionError(code: code, line: line, message: message(), remedy: remedy()))
    }
}
