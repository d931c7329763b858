// SPDX-License-Identifier: Apache-2.0

public import WindowboxContract

/// The progress of initialisation.
public enum StartState: Hashable, Sendable {
    case idle
    case starting
    case ready
    case failed(FeedSDKError)
}

/// The initialisation of the SDK, once per app ID: finds the ID, becomes a guest, and fetches the app's configuration.
public struct StartProcess: Sendable {
    public enum Event: Sendable {
        case begin(AppIDLookup)
        /// Sets another app ID, before or after initialisation.
        case setAppID(String)
        case authenticated(GuestToken, attempt: Int)
        case configured(AppConfiguration, attempt: Int)
        case refused(ServiceError, attempt: Int)
        /// The guest was erased; a new one is needed.
        case erased
    }

    public enum Action: Hashable, Sendable {
        /// Responses carry the attempt's number; those of earlier attempts are ignored.
        case authenticate(appID: String, attempt: Int)
        case fetchConfiguration(attempt: Int)
        case publishAppID(String)
        case publishGuestID(String)
        case succeed
        case fail(FeedSDKError)
    }

    public private(set) var state = StartState.idle
    public private(set) var appID: String?
    /// Empty until assigned by the service.
    public private(set) var guestID = ""
    public private(set) var configuration: AppConfiguration?
    private var attempt = 0

    public init() {}

    /// - Throws: the error that using feeds would currently cause.
    public func checkReady() throws(FeedSDKError) {
        switch state {
        case .ready: return
        case .failed(let error): throw error
        case .idle, .starting: throw .notInitialized
        }
    }

    /// - Parameters:
    ///   - event: what happened.
    ///   - now: seconds of any monotonic clock.
    public mutating func handle(_ event: Event, at now: Double) -> [Action] {
        switch event {
        case .begin(let lookup):
            // A second call receives the first one's result.
            switch state {
            case .starting, .ready: return []
            case .idle, .failed: break
            }
            if let appID { return start(appID, isNew: false) }
            do { return start(try lookup.find(), isNew: true) } catch { return fail(error) }
        case .setAppID(let id):
            do {
                let id = try AppIDLookup(argument: id).find()
                guard id != appID else { return [] }
                let isStarted = state != .idle
                (configuration, guestID) = (nil, "")
                guard isStarted else {
                    appID = id
                    return [.publishAppID(id)]
                }
                return start(id, isNew: true)
            } catch { return fail(error) }
        case .authenticated(let token, let number):
            guard number == attempt, state == .starting else { return [] }
            guestID = token.guestID
            return [.publishGuestID(token.guestID), .fetchConfiguration(attempt: attempt)]
        case .configured(let configuration, let number):
            guard number == attempt, state == .starting else { return [] }
            self.configuration = configuration
            state = .ready
            return [.succeed]
        case .erased:
            guard state == .ready, let appID else { return [] }
            guestID = ""
            return [.publishGuestID("")] + start(appID, isNew: false)
        case .refused(let error, let number):
            guard number == attempt, state == .starting else { return [] }
            return fail(Self.failure(error))
        }
    }

    private mutating func start(_ id: String, isNew: Bool) -> [Action] {
        (appID, state) = (id, .starting)
        attempt += 1
        let announcement: [Action] = isNew ? [.publishAppID(id)] : []
        return announcement + [.authenticate(appID: id, attempt: attempt)]
    }

    private mutating func fail(_ error: FeedSDKError) -> [Action] {
        state = .failed(error)
        return [.fail(error)]
    }

    private static func failure(_ error: ServiceError) -> FeedSDKError {
        if error.apiCode == .invalidApp {
            return FeedSDKError(
                .authenticationFailure, "The service does not know this app ID for this package; check both. \(error.description)",
                underlying: error)
        }
        return FeedSDKError(.serviceUnavailable, "The service could not be reached; try again. \(error.description)", underlying: error)
    }
}
