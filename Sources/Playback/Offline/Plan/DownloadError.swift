// SPDX-License-Identifier: Apache-2.0

import WindowboxTransport

/// Why a download can't continue, or can't be played.
public struct DownloadError: Error, Hashable, Codable, Sendable {
    /// The kind of error. There may be more in the future, so match with the static members.
    public struct Code: Hashable, Codable, Sendable {
        /// The code's name in logs, such as `quota`. It is not meant for users.
        public let name: String
        private init(_ name: String) { self.name = name }

        /// The stream is live and still growing, so there is no complete one to download.
        public static let live = Code("live")
        /// Nothing in the stream is playable on this machine, or its protection can't be stored.
        public static let unsupported = Code("unsupported")
        /// A key is missing or invalid.
        public static let key = Code("key")
        /// The data is neither a playlist nor media, or is damaged.
        public static let malformed = Code("malformed")
        /// The server has nothing at a URL (HTTP 404 or 410), even after retries.
        public static let notFound = Code("notFound")
        /// The server denies access to this user (HTTP 401, 403 or 451).
        public static let forbidden = Code("forbidden")
        /// The URL is not allowed, such as plain HTTP if the downloader's transport forbids it.
        public static let refused = Code("refused")
        /// The URL is empty or invalid, or its scheme is not supported.
        public static let invalidAddress = Code("invalidAddress")
        /// There is no connection, or no complete response, even after retries.
        public static let network = Code("network")
        /// The server's version changes repeatedly during the download.
        public static let changed = Code("changed")
        /// The disk is full. What was loaded is kept, and ``Download/resume()`` continues from it.
        public static let diskFull = Code("diskFull")
        /// The folder can't be read or written.
        public static let disk = Code("disk")
        /// ``DownloaderConfiguration/quota`` is reached. What was loaded is kept, and ``Download/resume()`` continues from it.
        public static let quota = Code("quota")
        /// Files of a completed download are missing or truncated.
        public static let missing = Code("missing")
        /// Another process uses the folder.
        public static let inUse = Code("inUse")
        /// It is not complete, so it can't be played.
        public static let incomplete = Code("incomplete")
    }

    /// The kind of error, to be matched with the static members of ``Code``.
    public let code: Code
    /// The cause, where it occurred, and what to do, for display.
    public let message: String
    /// The URL or path at which it occurred.
    public let url: String?

    init(_ code: Code, _ message: String, url: String? = nil) {
        self.code = code
        self.message = message
        self.url = url
    }

    /// Matches by code, as in `catch let error as DownloadError where .diskFull ~= error`.
    public static func ~= (code: Code, error: DownloadError) -> Bool { error.code == code }
}

extension DownloadError: CustomStringConvertible {
    public var description: String { message }
}

extension DownloadError {
    static func live(_ url: String) -> DownloadError {
        DownloadError(.live, "The stream is live and still growing; download it after it has ended.", url: url)
    }

    init(_ error: TransportError) {
        let code: Code =
            switch error.cause {
            case .status:
                switch error.status {
                case 404, 410: .notFound
                case 401, 403, 451: .forbidden
                default: .network
                }
            case .notFound: .notFound
            case .unreadable: .forbidden
            case .refused: .refused
            case .address: .invalidAddress
            case .connection, .untrusted, .timeout, .truncated, .cancelled: .network
            case .key, .decryption: .key
            case .unsupported: .unsupported
            default: .malformed
            }
        self.init(code, error.message, url: error.url)
    }
}
