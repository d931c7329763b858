// SPDX-License-Identifier: Apache-2.0

public import WindowboxContract

/// The progress of initialisation.
public enum StartState: Hashable, Sendable {
    /// Not initialised yet.
    case idle
    /// In progress.
    case starting
    /// Feeds can be loaded.
    case ready
    /// Feeds can't be loaded, for this reason; initialisation may be repeated.
    case failed(FeedSDKError)
}

/// The initialisation of the SDK, once per app ID: finds the ID, becomes a guest, and fetches the app's configuration.
public struct StartProcess: Sendable {
    /// What happens to the initialisation.
    public enum Event: Sendable {
        /// Begin, with the places where the app ID may be.
        case begin(AppIDLookup)
        /// Sets another app ID, before or after initialisation.
        case setAppID(String)
        /// The service has accepted the guest.
        case authenticated(GuestToken, attempt: Int)
        /// The service has sent the configuration.
        case configured(AppConfiguration, attempt: Int)
        /// The service has refused a request, or can't be reached.
        case refused(ServiceError, attempt: Int)
        /// The guest was erased; a new one is needed.
        case erased
    }

    /// What the owner does.
    public enum Action: Hashable, Sendable {
        /// Responses carry the attempt's number; those of earlier attempts are ignored.
        case authenticate(appID: String, attempt: Int)
        /// Fetch the app's configuration.
        case fetchConfiguration(attempt: Int)
        /// Tell observers the app ID.
        case publishAppID(String)
        /// Tell observers the guest ID.
        case publishGuestID(String)
        /// Tell the callers that it has worked.
        case succeed
        /// Tell the callers why it has failed.
        case fail(FeedSDKError)
    }

    /// The progress.
    public private(set) var state = StartState.idle
    /// The app ID that was found or set; nil before.
    public private(set) var appID: String?
    /// Empty until assigned by the service.
    public private(set) var guestID = ""
    /// The service's configuration of the app; nil before it has arrived.
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
