// SPDX-License-Identifier: Apache-2.0

public import Foundation
public import Observation
public import WindowboxContract
import WindowboxPlayer

// given: import Foundation
// given: import WindowboxFeed
/// The entry point: manages the app ID, the guest and the service. One instance per process; initialise it before loading feeds.
///
/// ```swift
/// let client = ServiceClient(.init(address: "https://video.example.com", packageID: "org.example.shop"))
/// let lookup = AppIDLookup(environment: ProcessInfo.processInfo.environment)
/// let sdk = FeedSDK(client, settings: FeedSDK.Settings(appID: lookup))
/// try await sdk.initialize()
/// let feed = Feed(.channel("c1"), sdk: sdk)
/// feed.load()
/// ```
@MainActor @Observable public final class FeedSDK {
    /// The fixed settings of the SDK.
    public struct Settings: Sendable {
        /// Where to look for the app ID.
        public var appID: AppIDLookup
        /// Folder for pending reports; nil keeps them in memory. Must not be shared by processes.
        public var folder: URL?
        /// BCP 47; nil or empty uses the environment's language.
        public var language: String?
        /// Default base URL of share links; nil uses the service.
        public var shareBaseURL: String?
        /// A URL template of the host that wraps share links; nil leaves them unchanged.
        public var shareTemplate: ShareTemplate?
        /// How much may be reported about the viewer; everything by default.
        public var trackingLevel = TrackingLevel.all
        /// Videos seen in earlier runs, from ``FeedSDK/seenVideos``; excluded from channels at tracking level `none`.
        public var seenVideos = SeenVideos()
        /// Whether ads are reported to third-party ad servers.
        public var isExternalAdTrackingEnabled = true
        /// Defaults for flags that the service doesn't define.
        public var featureFlags: [String: Bool] = [:]

        public init(appID: AppIDLookup) { self.appID = appID }
    }

    /// The progress of initialisation.
    public var state: StartState { start.process.state }
    /// The app ID that was found or set; nil before initialisation.
    public var appID: String? { start.process.appID }
    /// Empty until assigned by the service.
    public var guestID: String { start.process.guestID }
    /// The service's configuration of the app; nil before initialisation.
    public var configuration: AppConfiguration? { start.process.configuration }
    /// Whether a feed's player is in picture in picture.
    public private(set) var isPictureInPictureShown = false
    /// The language of texts in feeds, from the settings or the environment.
    public private(set) var language: FeedLanguage
    /// How much may be reported about the viewer. Pending reports that are no longer allowed are discarded immediately.
    public var trackingLevel: TrackingLevel { didSet { if trackingLevel != oldValue { publishTrackingLevel() } } }
    /// Setting it on one feed applies it to all feeds and players.
    public var adBadge = AdBadgeConfiguration()
    /// Loads the ads that the service schedules in feeds; nil for none. Read when a feed is loaded.
    public var adSupply: (any FeedAdSupply)?
    /// The settings given at initialization.
    public let settings: Settings

    /// The connection to the service.
    public nonisolated let service: any FeedService
    /// Sends the viewer's events and purchases.
    public nonisolated var reporter: Reporter { outbox.reporter }
    /// Videos seen on this device in this run, plus those from the settings; for viewers whose history the service may not store.
    /// To keep it across runs, the host stores it, see ``Settings/seenVideos``. ``eraseGuest()`` clears it.
    @ObservationIgnored public private(set) var seenVideos = SeenVideos()
    /// The access codes that the viewer has entered in this run.
    @ObservationIgnored public var unlockedStreams = UnlockedStreams()
    /// Notified of the user's actions in live streams.
    @ObservationIgnored public weak var liveStreamDelegate: (any LiveStreamDelegate)?

    private var start = Start()
    @ObservationIgnored private var feeds: [String: WeakFeed] = [:]
    @ObservationIgnored var pictureInPicture = PictureInPictureRule()
    @ObservationIgnored let broadcasts = Broadcasts()
    @ObservationIgnored private let outbox: ReportOutbox

    private struct WeakFeed { weak var feed: Feed? }

    /// The initialisation, and the calls that await its result.
    private struct Start {
        var process = StartProcess()
        var waiting: [CheckedContinuation<Result<Void, FeedSDKError>, Never>] = []
    }

    /// Events for hosts and views.
    struct Broadcasts {
        let appIDs = Broadcast<String>()
        let guestIDs = Broadcast<String>()
        let pictureInPictureStates = Broadcast<Bool>()
        let pictureInPictureActions = Broadcast<PictureInPictureRule.Action>()
        let events = Broadcast<ViewerEvent>()
    }

    /// - Parameters:
    ///   - service: usually a ``ServiceClient``.
    ///   - settings: of the application.
    ///   - clock: for events and retries.
    public init(_ service: any FeedService, settings: Settings, clock: Reporter.Clock = .system) {
        self.service = service
        self.settings = settings
        trackingLevel = settings.trackingLevel
        seenVideos = settings.seenVideos
        language = FeedLanguage.choose(settings.language)
        outbox = ReportOutbox(service, file: settings.folder?.appending(path: "reports.jsonl"), clock: clock)
        outbox.set(level: settings.trackingLevel)
        outbox.onRecorded = { [weak self] in self?.recorded($0, channel: $1) }
    }

    /// The current time of the clock used for events and retries, in seconds.
    public var now: Double { outbox.clock.now() }

    // MARK: Initialisation

    /// Becomes a guest of the service. After a failure it retries; if initialisation is in progress or done, it returns that result.
    /// - Throws: if the app ID is missing or unknown, or the service is unavailable.
    public func initialize() async throws(FeedSDKError) {
        if case .ready = state { return }
        let result = await withCheckedContinuation { done in
            start.waiting.append(done)
            perform(.begin(settings.appID))
        }
        try result.get()
    }

    /// Sets another app ID. Before initialisation it overrides the one found; afterwards it creates a new guest.
    public func setAppID(_ id: String) { perform(.setAppID(id)) }

    /// - Throws: the error that using feeds would currently cause.
    public func checkReady() throws(FeedSDKError) { try start.process.checkReady() }

    /// The current app ID, followed by its changes.
    public var appIDs: AsyncStream<String> { broadcasts.appIDs.listen(first: appID) }
    /// The current guest ID, followed by its changes.
    public var guestIDs: AsyncStream<String> { broadcasts.guestIDs.listen(first: guestID.isEmpty ? nil : guestID) }
    /// Whether the small window is shown, followed by changes.
    public var pictureInPictureStates: AsyncStream<Bool> { broadcasts.pictureInPictureStates.listen(first: isPictureInPictureShown) }
    /// All events as they occur, for the host's analytics, which must respect the tracking level itself.
    public var analytics: AsyncStream<ViewerEvent> { broadcasts.events.listen() }

    /// - Parameter tag: BCP 47; nil or empty uses the environment's language.
    public func changeLanguage(_ tag: String?) { language = FeedLanguage.choose(tag) }

    /// The service's value, or else the application's; false for unknown flags.
    public func isOn(_ flag: String) -> Bool { configuration?.featureFlags[flag] ?? settings.featureFlags[flag] ?? false }

    private func perform(_ event: StartProcess.Event) {
        let actions = start.process.handle(event, at: now)
        for action in actions {
            switch action {
            case .authenticate(let id, let attempt):
                outbox.set(isReady: false)
                send(attempt) { service throws(ServiceError) in
                    .authenticated(try await service.authenticate(appID: id), attempt: attempt)
                }
            case .fetchConfiguration(let attempt):
                send(attempt) { service throws(ServiceError) in
                    .configured(try await service.send(ServiceCall<AppConfiguration>.configuration), attempt: attempt)
                }
            case .publishAppID(let id): broadcasts.appIDs.send(id)
            case .publishGuestID(let id): broadcasts.guestIDs.send(id)
            case .succeed:
                publishTrackingLevel()
                conclude(.success(()))
            case .fail(let error): conclude(.failure(error))
            }
        }
    }

    private func send(
        _ attempt: Int, _ question: @escaping @Sendable (any FeedService) async throws(ServiceError) -> StartProcess.Event
    ) {
        Task { [weak self, service] in
            let event: StartProcess.Event
            do throws(ServiceError) { event = try await question(service) } catch { event = .refused(error, attempt: attempt) }
            self?.perform(event)
        }
    }

    private func conclude(_ result: Result<Void, FeedSDKError>) {
        let waiting = start.waiting
        start.waiting = []
        for done in waiting { done.resume(returning: result) }
    }

    private func publishTrackingLevel() {
        outbox.set(level: trackingLevel)
        if state == .ready { outbox.announce(level: trackingLevel) }
    }

    // MARK: Reporting

    /// Reports an event to the service, as far as the viewer allows, and to the host's analytics.
    public func record(_ draft: EventDraft, channel: String? = nil) {
        outbox.record(draft, channel: channel)
    }

    private func recorded(_ event: ViewerEvent, channel: String?) {
        if let channel, trackingLevel == .none { seenVideos.note(event, channel: channel) }
        broadcasts.events.send(event)
    }

    /// Sends all pending reports, and returns when they have been sent or have failed; for use before exit.
    public func flush() async { await outbox.flush() }

    /// Reports an order to the service; if that fails it is retried, also in later runs.
    public func trackPurchase(_ purchase: TrackedPurchase) throws(PurchaseError) {
        outbox.record(try purchase.request())
    }

    /// Erases this guest's data from the service and from this device: pending reports, ID, history and unlocked streams. Then a
    /// new guest is created. If it throws, nothing changes.
    public func eraseGuest() async throws(ServiceError) {
        await outbox.pause()
        do throws(ServiceError) { _ = try await service.send(ServiceCall<NoContent>.erase) } catch {
            publishTrackingLevel()
            throw error
        }
        await reporter.forgetAll()
        await service.forgetGuest()
        (seenVideos, unlockedStreams) = (SeenVideos(), UnlockedStreams())
        perform(.erased)
        // Return only when the new guest exists, so that new content is shown to it. Failures are reported as at the start.
        if case .starting = state { _ = await withCheckedContinuation { start.waiting.append($0) } }
    }

    // MARK: Feeds

    func register(_ feed: Feed) {
        feeds = feeds.filter { $0.value.feed != nil }
        feeds[feed.feedID] = WeakFeed(feed: feed)
    }

    /// The feed with an ID; nil if it was released.
    public func feed(_ feedID: String) -> Feed? { feeds[feedID]?.feed }

    /// The widget that shows a feed; nil for a player opened from a link or a source, and for released feeds.
    public func widget(of feedID: String) -> FeedWidget? {
        guard let widget = feed(feedID)?.configuration.widget, widget != .player else { return nil }
        return widget
    }

    // MARK: Picture in picture

    func report(isPictureInPictureShown isShown: Bool) {
        isPictureInPictureShown = isShown
        broadcasts.pictureInPictureStates.send(isShown)
    }
}
