// SPDX-License-Identifier: Apache-2.0

public import FoundationEssentials
public import WindowboxPlayer
public import WindowboxTransport

/// Why content from a service can't be played.
public struct SourceError: Error, Hashable, Sendable {
    /// The kind of error; more may be added, so match with the static members.
    public struct Code: Hashable, Sendable {
        /// The code's name in logs, such as `notFound`. It is not meant for users.
        public let name: String
        private init(_ name: String) { self.name = name }

        /// The service doesn't know the URN (HTTP 404 or 410).
        public static let notFound = Code("notFound")
        /// The service refuses access to this user (HTTP 401, 403 or 451).
        public static let forbidden = Code("forbidden")
        /// No connection to the service, or no response in time.
        public static let network = Code("network")
        /// The service responded with another status of 400 or more.
        public static let service = Code("service")
        /// The response isn't the expected document.
        public static let malformed = Code("malformed")
        /// The document lacks the requested media item.
        public static let noChapter = Code("noChapter")
        /// The document contains nothing that can be played.
        public static let noResource = Code("noResource")
        /// The media item is blocked; see ``SourceError/reason``.
        public static let blocked = Code("blocked")
        /// The media item isn't available yet; see ``SourceError/date``.
        public static let notYetAvailable = Code("notYetAvailable")
        /// The media item is no longer available; see ``SourceError/date``.
        public static let notAvailableAnyMore = Code("notAvailableAnyMore")
    }

    /// The kind of error, to be matched with the static members of ``Code``.
    public let code: Code
    /// Human-readable cause, location and remedy.
    public let description: String
    /// The requested URL, or the URN of the media item.
    public let location: String
    /// Why the media item is blocked or unavailable.
    public var reason: BlockingReason?
    /// The date from or since when, if the service states it.
    public var date: Date?
    /// The error of the transport.
    public var underlying: TransportError?

    init(
        _ code: Code, _ description: String, location: String, reason: BlockingReason? = nil, date: Date? = nil,
        underlying: TransportError? = nil
    ) {
        self.code = code
        self.description = description
        self.location = location
        self.reason = reason
        self.date = date
        self.underlying = underlying
    }

    /// Matches by code, as in `catch let error as SourceError where .network ~= error`.
    public static func ~= (code: Code, error: SourceError) -> Bool { error.code == code }
}

extension SourceError: CustomStringConvertible {}

extension SourceError: TimedError {
    public var availableFrom: Date? { code == .notYetAvailable ? date : nil }
}

extension SourceError {
    init(_ error: TransportError) {
        let code: Code =
            switch (error.cause, error.status) {
            case (.status, 404?), (.status, 410?), (.notFound, _): .notFound
            case (.status, 401?), (.status, 403?), (.status, 451?): .forbidden
            case (.status, _): .service
            case (.connection, _), (.timeout, _), (.truncated, _): .network
            case (.malformed, _), (.tooLarge, _): .malformed
            default: .service
            }
        let remedy = error.canRetry ? " Try again later." : ""
        self.init(code, "The request to the media service failed. \(error.message)\(remedy)", location: error.url, underlying: error)
    }

    /// Converts a playability to an error; nil if the media item is playable.
    /// - Parameter texts: messages about blocked content for the user.
    public init?(_ playability: Playability, of media: Media, texts: BlockingTexts = .english) {
        switch playability {
        case .playable: return nil
        case .blocked(let reason):
            self.init(.blocked, texts.text(forMedia: reason), location: media.urn, reason: reason)
        case .notYet(let date):
            self.init(.notYetAvailable, texts.text(forMedia: .startDate), location: media.urn, reason: .startDate, date: date)
        case .notAnyMore(let date):
            self.init(.notAvailableAnyMore, texts.text(forMedia: .endDate), location: media.urn, reason: .endDate, date: date)
        case .noResource:
            self.init(
                .noResource, "The media service provides nothing playable for \(media.urn.prefix(200)). Try again later.",
                location: media.urn)
        }
    }
}

extension PlayerError {
    /// Converts it to a player's error; the source's error becomes `PlayerError.underlying`.
    public init(_ error: SourceError) {
        let code: Code =
            switch error.code {
            case .notFound: .notFound
            case .forbidden: .forbidden
            case .network: .network
            case .malformed: .malformed
            case .noChapter, .noResource: .noContent
            default: .unavailable
            }
        let canRetry = error.underlying?.canRetry ?? false
        self.init(code, error.description, url: error.underlying?.url, canRetry: canRetry, underlying: error)
    }
}
