// SPDX-License-Identifier: Apache-2.0

public import FoundationEssentials
public import WindowboxStreaming

/// An error that ends at a known time, such as a loader's error for content that isn't available yet.
public protocol TimedError: Error {
    /// When the error ends; nil if unknown.
    var availableFrom: Date? { get }
}

/// Why an item can't be played.
public struct PlayerError: Error, Sendable {
    /// The kind of error; more may be added, so match with the static members.
    public struct Code: Hashable, Sendable {
        /// The code's name in logs, such as `notFound`. It is not meant for users.
        public let name: String
        init(_ name: String) { self.name = name }

        /// The item's ``AssetLoader`` failed, or its asset is ``Asset/unavailable(_:)``; the error is ``PlayerError/underlying``.
        public static let loader = Code("loader")
        /// The loader ended without returning any media.
        public static let noContent = Code("noContent")
        /// There is nothing at the URL (HTTP 404 or 410), or the file doesn't exist.
        public static let notFound = Code("notFound")
        /// The server refuses access to this user (HTTP 401, 403 or 451).
        public static let forbidden = Code("forbidden")
        /// The URL may not be used, for instance plain HTTP if the player's transport doesn't allow it.
        public static let refused = Code("refused")
        /// The URL is empty or invalid, or its scheme isn't supported.
        public static let invalidAddress = Code("invalidAddress")
        /// No secure connection is possible: the server's certificate is expired, unknown or for another name, or its TLS is too old.
        /// See ``PlayerError/reason``.
        public static let untrusted = Code("untrusted")
        /// No connection, or no response in time.
        public static let network = Code("network")
        /// The user has asked to save data, and the player is configured not to load then.
        public static let constrainedNetwork = Code("constrainedNetwork")
        /// The resource isn't media, or is damaged.
        public static let malformed = Code("malformed")
        /// The media can't be decoded or decrypted on this system.
        public static let unsupported = Code("unsupported")
        /// The key is missing.
        public static let key = Code("key")
        /// The media isn't available for another reason.
        public static let unavailable = Code("unavailable")
        /// Playback doesn't advance although nothing failed.
        public static let stuck = Code("stuck")
    }

    /// The kind of error, to be matched with the static members of ``Code``.
    public let code: Code
    /// Human-readable cause, location and remedy.
    public let description: String
    /// The URL at which the error occurred.
    public let url: String?
    /// Whether ``Player/replay()`` may help without other changes.
    public let canRetry: Bool
    /// The original error, of any type.
    public let underlying: (any Error)?

    /// When the item becomes available, if the ``underlying`` error is a ``TimedError`` that says so.
    public var availableFrom: Date? { (underlying as? any TimedError)?.availableFrom }

    /// What is wrong in detail, if a person can do something about it; nil otherwise.
    public var reason: FailureReason? { (underlying as? StreamingError)?.reason }

    /// - Parameter description: cause, location and remedy.
    public init(_ code: Code, _ description: String, url: String? = nil, canRetry: Bool = false, underlying: (any Error)? = nil) {
        self.code = code
        self.description = description
        self.url = url
        self.canRetry = canRetry
        self.underlying = underlying
    }

    /// Matches by code, as in `catch let error as PlayerError where .network ~= error`.
    public static func ~= (code: Code, error: PlayerError) -> Bool { error.code == code }
}

extension PlayerError: CustomStringConvertible {}

extension PlayerError {
    /// Wraps an error thrown by an item's loader; a `PlayerError` is used unchanged.
    init(loader error: any Error) {
        if let error = error as? PlayerError {
            self = error
        } else {
            self.init(.loader, String(describing: error), canRetry: true, underlying: error)
        }
    }

    init(_ error: StreamingError) {
        self.init(Code(error), error.message, url: error.url, canRetry: error.isTransient, underlying: error)
    }
}

extension PlayerError.Code {
    fileprivate init(_ error: StreamingError) {
        switch error.underlying?.cause {
        case .status(404), .status(410): self = .notFound
        case .status(401), .status(403), .status(451): self = .forbidden
        case .connection where error.underlying?.isUntrusted == true: self = .untrusted
        case .connection, .timeout, .truncated: self = .network
        case .refused: self = .refused
        case .address: self = .invalidAddress
        case .malformed: self = .malformed
        case .unsupported: self = .unsupported
        case .key: self = .key
        default:
            self =
                switch error.code {
                case .playlist: .malformed
                case .key: .key
                case .unsupported, .noPlayableVariant: .unsupported
                case .frozen, .stuck: .stuck
                default: .unavailable
                }
        }
    }
}
