// SPDX-License-Identifier: Apache-2.0

public import WindowboxContract

/// Why a feed could not be loaded: reported to the delegate and in the result of that feed. Other feeds may be unaffected.
///
/// Errors of the app ID or of initialisation, which affect all feeds, are ``FeedSDKError``. The two types have different audiences:
/// the code that starts the SDK, and the code that shows one feed. Only loading a feed before initialisation concerns both; each
/// has its own ``Code/notInitialized``.
public struct FeedError: Error, Hashable, Sendable, CustomStringConvertible {
    /// The kind of error. Cases may be added, so match against the static members.
    public struct Code: Hashable, Sendable {
        /// The code's name in logs. It is not meant for users.
        public let name: String
        private init(_ name: String) { self.name = name }

        /// Loading succeeded, but the first page was empty. Another source may have content.
        public static let emptyFeed = Code("emptyFeed")
        /// The source refers to something that doesn't exist, or its expression is invalid; see ``FeedError/underlying``.
        public static let contentSource = Code("contentSource")
        /// The widget can't show this source, or a share link has an unknown version.
        public static let unsupportedSource = Code("unsupportedSource")
        /// The SDK is not initialised.
        public static let notInitialized = Code("notInitialized")
        /// Any other error, such as a network failure; see ``FeedError/underlying``.
        public static let unknown = Code("unknown")
    }

    /// The kind of error, to be matched with the static members of ``Code``.
    public let code: Code
    /// Cause, location and remedy, human-readable.
    public let description: String
    /// The error of the service that led to it; nil if there is none.
    public let underlying: ServiceError?
    /// The position of the error in the hashtag expression, if that is invalid.
    public private(set) var position: TextPosition?

    /// - Parameter description: cause, location and remedy.
    public init(_ code: Code, _ description: String, underlying: ServiceError? = nil) {
        self.code = code
        self.description = description
        self.underlying = underlying
    }

    /// - Parameter source: the requested source.
    public init(_ error: ServiceError, of source: ContentSource? = nil) {
        let isOfSource: Bool =
            switch error.apiCode {
            case .invalidFilterExpression?, .notFound?, .invalidField?: true
            default: false
            }
        self.init(isOfSource ? .contentSource : .unknown, error.description, underlying: error)
        guard error.apiCode == .invalidFilterExpression, case .hashtagPlaylist(_, let filter)? = source else { return }
        position = error.offset.flatMap { TextPosition(byte: $0, in: filter) }
    }

    /// Matches by code.
    public static func ~= (code: Code, error: FeedError) -> Bool { error.code == code }

    /// Whether retrying may help without changing the source.
    public var canRetry: Bool { code == .unknown && underlying?.canRetry ?? true }

    static let emptyFeed = FeedError(.emptyFeed, "The source has nothing to show right now. Create a feed with another source.")
    static let unsupportedSource = FeedError(
        .unsupportedSource, "This widget can't show this source. Choose another source or another widget.")
}

/// The result of loading a feed.
public enum FeedLoadResult: Hashable, Sendable {
    /// There are items.
    case loaded
    /// Reported instead of ``loaded``, never in addition to it.
    case empty
    /// There are no items, for this reason.
    case failed(FeedError)
}
