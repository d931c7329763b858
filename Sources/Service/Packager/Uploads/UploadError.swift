// SPDX-License-Identifier: Apache-2.0

/// Why an upload or import is rejected.
public struct UploadError: Error, Hashable, Sendable, CustomStringConvertible {
    /// May be extended; compare with the static members.
    public struct Code: Hashable, Sendable {
        /// A stable identifier for responses.
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
    /// Cause, location and remedy.
    public let description: String

    /// Retrying may succeed.
    public var canRetry: Bool { code == .fetch }

    init(_ code: Code, _ description: String) {
        self.code = code
        self.description = description
    }

    static let playlist = Self(
        .address, "This is a playlist, which names other files. Nothing is fetched because a file says so: send the video itself.")

    static func unknown(_ id: String) -> Self { Self(.unknown, "There is no upload of that id, or it was forgotten. Begin a new one.") }
}
