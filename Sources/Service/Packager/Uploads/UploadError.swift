// SPDX-License-Identifier: Apache-2.0

/// Why an upload or an import is refused.
public struct UploadError: Error, Hashable, Sendable, CustomStringConvertible {
    /// More may come; match with the static members.
    public struct Code: Hashable, Sendable {
        /// A stable word for answers.
        public let name: String
        init(_ name: String) { self.name = name }
        public static let unknown = Code("upload_unknown")
        public static let tooLarge = Code("too_large")
        public static let invalidPart = Code("invalid_part")
        public static let checksum = Code("checksum_mismatch")
        public static let incomplete = Code("upload_incomplete")
        public static let completed = Code("upload_completed")
        public static let tooMany = Code("too_many_uploads")
        public static let address = Code("address_refused")
        public static let picture = Code("invalid_picture")
        public static let fetch = Code("fetch_failed")
    }

    public let code: Code
    /// Cause, place and cure.
    public let description: String

    /// It may go well when it is tried again.
    public var canRetry: Bool { code == .fetch }

    init(_ code: Code, _ description: String) {
        self.code = code
        self.description = description
    }

    static let playlist = Self(
        .address, "This is a playlist, which names other files. Nothing is fetched because a file says so: send the video itself.")

    static func unknown(_ id: String) -> Self { Self(.unknown, "There is no upload of that id, or it was forgotten. Begin a new one.") }
}
