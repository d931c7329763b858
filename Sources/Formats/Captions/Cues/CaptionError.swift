// SPDX-License-Identifier: Apache-2.0

/// Something in a caption file that could not be read, or is not as its format demands.
public struct CaptionError: Error, Hashable, Sendable {
    /// What kind of fault it is; more may come, so match with the static members.
    public struct Code: Hashable, Sendable {
        /// A stable word for reports.
        public let name: String
        init(_ name: String) { self.name = name }
        /// The file does not begin as its format demands; nothing else is read.
        public static var signature: Code { Code("signature") }
        public static var unknownFormat: Code { Code("unknown-format") }
        public static var encoding: Code { Code("encoding") }
        /// Larger than the reader's limits.
        public static var limit: Code { Code("limit") }
        /// A time that cannot be read; its cue is left out.
        public static var timing: Code { Code("timing") }
        /// A cue that ends before it starts.
        public static var order: Code { Code("order") }
        /// Cues that are not counted one by one.
        public static var numbering: Code { Code("numbering") }
        public static var setting: Code { Code("setting") }
        /// A cue that names a region which the file does not define.
        public static var region: Code { Code("region") }
        public static var style: Code { Code("style") }
        public static var tag: Code { Code("tag") }
        /// Text that belongs to no cue.
        public static var strayText: Code { Code("stray-text") }
        /// Something that the cue model has no place for.
        public static var unsupported: Code { Code("unsupported") }
        /// What is not well-formed XML.
        public static var markup: Code { Code("markup") }
        /// Captions as bytes with a wrong parity or length.
        public static var data: Code { Code("data") }
        /// What the target of a conversion cannot hold.
        public static var lost: Code { Code("lost") }
    }

    public var code: Code
    /// From 1; 0 when it is about the file as a whole.
    public var line: Int
    public var message: String
    /// What to change.
    public var cure: String

    public init(code: Code, line: Int, message: String, cure: String) {
        self.code = code
        self.line = line
        self.message = message
        self.cure = cure
    }
}

/// A list of errors that stops growing.
struct ErrorList: Hashable, Sendable {
    private(set) var errors: [CaptionError] = []
    let limit: Int

    mutating func report(_ code: CaptionError.Code, _ line: Int, _ message: @autoclosure () -> String, _ cure: @autoclosure () -> String) {
        guard errors.count < limit else { return }
        errors.append(CaptionError(code: code, line: line, message: message(), cure: cure()))
    }
}
