// SPDX-License-Identifier: Apache-2.0

public import FoundationEssentials
public import WindowboxPlayer
public import WindowboxSources

/// Why a media can't be played.
public struct ControllerError: Error, Sendable {
    /// What kind of thing went wrong; more may come, so match with the static members.
    public struct Code: Hashable, Sendable {
        public let name: String
        private init(_ name: String) { self.name = name }

        /// The service does not know the media, or there is nothing at the stream's address.
        public static let notFound = Code("notFound")
        /// No connection, or no answer in time.
        public static let network = Code("network")
        /// What was found can't be played.
        public static let notPlayable = Code("notPlayable")
        /// See ``ControllerError/reason``.
        public static let blocked = Code("blocked")
        /// It is too early or too late; see ``ControllerError/availability``.
        public static let notAvailable = Code("notAvailable")
    }

    public enum Availability: Hashable, Sendable {
        /// - Parameter from: nil where the service does not say when.
        case notYet(from: Date?)
        /// - Parameter since: nil where the service does not say when.
        case notAnyMore(since: Date?)
    }

    public let code: Code
    /// Cause, place and cure, for people.
    public let description: String
    public var reason: BlockingReason?
    public var availability: Availability?
    /// The error as it was met.
    public let underlying: any Error

    /// Matches by code, as in `if let error = controller.error, .network ~= error`.
    public static func ~= (code: Code, error: ControllerError) -> Bool { error.code == code }
}

extension ControllerError: CustomStringConvertible {}

extension ControllerError {
    /// What a service or its media met.
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

    /// What a player met.
    public init(_ error: PlayerError) {
        if let source = error.underlying as? SourceError {
            self.init(source)
            return
        }
        let code: Code =
            switch error.code {
            case .notFound: .notFound
            case .network: .network
            default: .notPlayable
            }
        self.init(code: code, description: error.description, underlying: error)
    }
}
