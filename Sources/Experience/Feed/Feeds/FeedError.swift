// SPDX-License-Identifier: Apache-2.0

public import WindowboxContract

/// Why one feed could not be loaded: told to the delegate and in the result of that feed, while others may go on.
///
/// Why there are no feeds at all, with the app ID or with the start, is ``FeedSDKError``. They are two because they reach two: whoever starts
/// the SDK, and whoever shows one feed. The one thing that both may meet is a feed that is asked for before the start; each says it in
/// its own words, ``Code/notInitialized``.
public struct FeedError: Error, Hashable, Sendable, CustomStringConvertible {
    /// What kind of thing went wrong; more may come, so match with the static members.
    public struct Code: Hashable, Sendable {
        public let name: String
        private init(_ name: String) { self.name = name }

        /// All was well, but the first page had nothing. Another source may have something.
        public static let emptyFeed = Code("emptyFeed")
        /// The source names what isn't there, or an expression that can't be read; ``FeedError/underlying`` says which.
        public static let contentSource = Code("contentSource")
        /// The source and the widget don't go together, or a share link is of a version that isn't known here.
        public static let unsupportedSource = Code("unsupportedSource")
        /// Feeds are not initialised.
        public static let notInitialized = Code("notInitialized")
        /// Anything else, such as the network; ``FeedError/underlying`` says what.
        public static let unknown = Code("unknown")
    }

    public let code: Code
    /// Cause, place and cure, for people.
    public let description: String
    public let underlying: ServiceError?
    /// Where the hashtag expression is wrong, if that is the matter.
    public private(set) var place: TextPosition?

    /// - Parameter description: cause, place and cure.
    public init(_ code: Code, _ description: String, underlying: ServiceError? = nil) {
        self.code = code
        self.description = description
        self.underlying = underlying
    }

    /// - Parameter source: what was asked for.
    public init(_ error: ServiceError, of source: ContentSource? = nil) {
        let isOfSource: Bool =
            switch error.apiCode {
            case .invalidFilterExpression?, .notFound?, .invalidField?: true
            default: false
            }
        self.init(isOfSource ? .contentSource : .unknown, error.description, underlying: error)
        guard error.apiCode == .invalidFilterExpression, case .hashtagPlaylist(_, let filter)? = source else { return }
        place = error.offset.flatMap { TextPosition(byte: $0, in: filter) }
    }

    /// Matches by code.
    public static func ~= (code: Code, error: FeedError) -> Bool { error.code == code }

    /// Whether loading again may help without a change of the source.
    public var canRetry: Bool { code == .unknown && underlying?.canRetry ?? true }

    static let emptyFeed = FeedError(.emptyFeed, "The source has nothing to show now. Make a feed with another source.")
    static let unsupportedSource = FeedError(.unsupportedSource, "This widget can't show this source. Choose another of the two.")
}

/// How loading a feed ended.
public enum FeedLoadResult: Hashable, Sendable {
    case loaded
    /// Told in place of ``loaded``, never with it.
    case empty
    case failed(FeedError)
}
