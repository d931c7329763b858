// SPDX-License-Identifier: Apache-2.0

public import FoundationEssentials
import WindowboxStreaming

/// An error that is over at a known moment, such as a loader's that what it names is not to be played yet.
public protocol TimedError: Error {
    /// Nil where the moment is not known.
    var availableFrom: Date? { get }
}

/// Why an item can't be played.
public struct PlayerError: Error, Sendable {
    /// What kind of thing went wrong; more may come, so match with the static members.
    public struct Code: Hashable, Sendable {
        public let name: String
        init(_ name: String) { self.name = name }

        /// The item's ``AssetLoader`` failed, or its asset is ``Asset/unavailable(_:)``; the error is ``PlayerError/underlying``.
        public static let loader = Code("loader")
        /// The loader ended without naming any media.
        public static let noContent = Code("noContent")
        /// The server has nothing at the address (HTTP 404 or 410), or there is no such file.
        public static let notFound = Code("notFound")
        /// The server does not give it to this user (HTTP 401, 403 or 451).
        public static let forbidden = Code("forbidden")
        /// The address may not be used here, such as plain HTTP where the player's transport does not allow it.
        public static let refused = Code("refused")
        /// The address is empty or can't be read, or nothing here loads its scheme.
        public static let invalidAddress = Code("invalidAddress")
        /// No connection, or no answer in time.
        public static let network = Code("network")
        /// The person has asked to save data, and the player is set up not to load then.
        public static let constrainedNetwork = Code("constrainedNetwork")
        /// What was found is not media, or is broken.
        public static let malformed = Code("malformed")
        /// No decoder, or no way of decryption, for it here.
        public static let unsupported = Code("unsupported")
        /// The key is missing.
        public static let key = Code("key")
        /// The media can't be had for another reason.
        public static let unavailable = Code("unavailable")
        /// Playing came to a stand although nothing failed.
        public static let stuck = Code("stuck")
    }

    public let code: Code
    /// Cause, place and cure, for people.
    public let description: String
    /// The address it was found at.
    public let url: String?
    /// Whether ``Player/replay()`` may help without a change elsewhere.
    public let canRetry: Bool
    /// The error as it was met, whatever its type.
    public let underlying: (any Error)?

    /// From when on the item can be played, where an error of ``underlying`` says so.
    public var availableFrom: Date? { (underlying as? any TimedError)?.availableFrom }

    /// - Parameter description: cause, place and cure.
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
    /// What an item's loader threw; an error of this type passes unchanged.
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
