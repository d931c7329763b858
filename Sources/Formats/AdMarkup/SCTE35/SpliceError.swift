// SPDX-License-Identifier: Apache-2.0

/// Why a section cannot be read.
public struct SpliceError: Error, Hashable, Sendable, CustomStringConvertible {
    /// The kind of error. More may be added, so match with the static members.
    public struct Code: Hashable, Sendable {
        /// The code's name in reports.
        public let name: String
        private init(_ name: String) { self.name = name }
        /// Neither base64 nor hexadecimal.
        public static let text = Code("text")
        /// Not a splice information section.
        public static let table = Code("table")
        /// The section is truncated, or an inner length exceeds it.
        public static let length = Code("length")
        /// The checksum does not match.
        public static let checksum = Code("checksum")
        /// An unknown protocol version.
        public static let version = Code("version")
    }

    /// The kind of error, to be matched with the static members of ``Code``.
    public let code: Code
    /// The offset in the section where the error was found.
    public let offset: Int
    /// What is wrong.
    public let message: String
    /// How the author can fix it.
    public let remedy: String

    init(_ code: Code, at offset: Int = 0, _ message: String, remedy: String) {
        self.code = code
        self.offset = offset
        self.message = message
        self.remedy = remedy
    }

    public var description: String { "SCTE 35, byte \(offset): \(message); \(remedy)" }

    static func short(at offset: Int) -> SpliceError {
        SpliceError(.length, at: offset, "the section ends too early", remedy: "send all of its bytes")
    }
}
