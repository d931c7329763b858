// SPDX-License-Identifier: Apache-2.0

public import FoundationEssentials
public import WindowboxPlayer
public import WindowboxSources

/// Why a media item can't be played.
public struct ControllerError: Error, Sendable {
    /// The kind of error. There may be more in the future, so match with the static members.
    public struct Code: Hashable, Sendable {
        /// The code's name in logs, such as `notFound`. It is not meant for users.
        public let name: String
        private init(_ name: String) { self.name = name }

        /// The service does not know the media item, or there is nothing at the stream's URL.
        public static let notFound = Code("notFound")
        /// There is no connection, or no response in time.
        public static let network = Code("network")
        /// The stream can't be played.
        public static let notPlayable = Code("notPlayable")
        /// See ``ControllerError/reason``.
        public static let blocked = Code("blocked")
        /// The media item is not available yet, or no longer; see ``ControllerError/availability``.
        public static let notAvailable = Code("notAvailable")
    }

    /// When content that isn't available now will be or was.
    public enum Availability: Hashable, Sendable {
        /// - Parameter from: nil when the service does not declare it.
        case notYet(from: Date?)
        /// - Parameter since: nil when the service does not declare it.
        case notAnyMore(since: Date?)
    }

    /// The kind of error, to be matched with the static members of ``Code``.
    public let code: Code
    /// The cause, where it occurred, and what to do, for display.
    public let description: String
    /// Why the content is blocked; nil when it isn't.
    public var reason: BlockingReason?
    /// When the content is available; nil when its time isn't the cause.
    public var availability: Availability?
    /// The original error.
    public let underlying: any Error

    /// Matches by code, as in `if let error = controller.error, .network ~= error`.
    public static func ~= (code: Code, error: ControllerError) -> Bool { error.code == code }
}

extension ControllerError: CustomStringConvertible {}

extension ControllerError {
    /// Wraps an error of a service or of its media.
    public init(_ error: SourceError) {
        let code: Code =
            switch error.code {
            case .notFound, .noChapter: .notFound
            case .network: .network
            case .blocked: .blocked
            case .notYetAvailable, .notAvailableAnyMore: .notAvailable
            default: .notPlayable
            }
        let availability: Availability? =
            switch error.code {
            case .notYetAvailable: .notYet(from: error.date)
            case .notAvailableAnyMore: .notAnyMore(since: error.date)
            default: nil
            }
        self.init(code: code, description: error.description, reason: error.reason, availability: availability, underlying: error)
    }

    /// Wraps an error of a player.
    public init(_ error: PlayerError) {
        if let source = error.underlying as? SourceError {
            self.init(source)
            return
        }
        let code: Code =
            switch error.code {
            case .notFound: .notFound
            case .network, .untrusted: .network
            default: .notPlayable
            }
        self.init(code: code, description: error.description, underlying: error)
    }
}
