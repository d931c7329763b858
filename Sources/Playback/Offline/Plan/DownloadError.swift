// SPDX-License-Identifier: Apache-2.0

import WindowboxTransport

/// Why a download can't go on, or can't be played.
public struct DownloadError: Error, Hashable, Codable, Sendable {
    /// What kind of thing went wrong; more may come, so match with the static members.
    public struct Code: Hashable, Codable, Sendable {
        public let name: String
        private init(_ name: String) { self.name = name }

        /// A stream that still grows: there is no whole of it to keep.
        public static let live = Code("live")
        /// Nothing in the stream can be played here, or its protection can't be kept.
        public static let unsupported = Code("unsupported")
        /// A key is missing or is none.
        public static let key = Code("key")
        /// What was found is no playlist and no media, or is broken.
        public static let malformed = Code("malformed")
        /// The server has nothing at an address (HTTP 404 or 410), also after further tries.
        public static let notFound = Code("notFound")
        /// The server does not give it to this user (HTTP 401, 403 or 451).
        public static let forbidden = Code("forbidden")
        /// The address may not be used here, such as plain HTTP where the downloader's transport does not allow it.
        public static let refused = Code("refused")
        /// The address is empty or can't be read, or nothing here loads its scheme.
        public static let invalidAddress = Code("invalidAddress")
        /// No connection, or no whole answer, also after further tries.
        public static let network = Code("network")
        /// What the server has at an address changes again and again while it is loaded.
        public static let changed = Code("changed")
        /// No room on the disk. What is there is kept; ``Download/resume()`` goes on from it.
        public static let diskFull = Code("diskFull")
        /// The folder can't be read or written.
        public static let disk = Code("disk")
        /// ``DownloaderConfiguration/quota`` is reached. What is there is kept; ``Download/resume()`` goes on from it.
        public static let quota = Code("quota")
        /// Files of a completed download are gone or cut.
        public static let missing = Code("missing")
        /// Another process has the folder.
        public static let inUse = Code("inUse")
        /// It isn't completed, so it can't be played.
        public static let incomplete = Code("incomplete")
    }

    public let code: Code
    /// Cause, place and cure, for people.
    public let message: String
    /// The address or the file it was met at.
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
        DownloadError(.live, "The stream still grows, so there is no whole of it to keep; download it when it has ended.", url: url)
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
            case .connection, .timeout, .truncated, .cancelled: .network
            case .key, .decryption: .key
            case .unsupported: .unsupported
            default: .malformed
            }
        self.init(code, error.message, url: error.url)
    }
}
