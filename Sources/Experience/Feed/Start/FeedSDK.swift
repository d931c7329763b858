// SPDX-License-Identifier: Apache-2.0

public import Foundation
public import Observation
public import WindowboxContract
import WindowboxPlayer

/// The beginning of everything: knows the app's id, the guest and the service. One for a program; initialise it before feeds are loaded.
@MainActor @Observable public final class FeedSDK {
    public struct Settings: Sendable {
        /// Where the app's id is looked for.
        public var appID: AppIDLookup
        /// Keeps what waits to be told; nil keeps it in memory alone. Of one program at a time.
        public var folder: URL?
        /// BCP 47; nil or empty: as the person's environment says.
        public var language: String?
        /// Where share links lead, where a player says nothing else; nil: to the service.
        public var shareBaseURL: String?
        /// An address of the host's own that share links are put into; nil: they stay as they are.
        public var shareTemplate: ShareTemplate?
        public var trackingLevel = TrackingLevel.all
        /// What was seen in earlier runs of the program, as ``FeedSDK/seenVideos`` had it then; left out of channels at level `none`.
        public var seenVideos = SeenVideos()
        /// Whether ad servers other than ours are told of ads.
        public var isExternalAdTrackingEnabled = true
        /// Flags for when the service says nothing.
        public var featureFlags: [String: Bool] = [:]

        public init(appID: AppIDLookup) { self.appID = appID }
    }

    public private(set) var state = StartState.idle
    public private(set) var appID: String?
    /// Empty until the service has given one.
    public private(set) var guestID = ""
    public private(set) var isPictureInPictureShown = false
    /// What the service says of the app; nil before initialisation.
    public private(set) var configuration: AppConfiguration?
    public private(set) var language: FeedLanguage
    /// How much may be told about the viewer. What waits and may not be told any more is forgotten at once.
    public var trackingLevel: TrackingLevel { didSet { if trackingLevel != oldValue { tellLevel() } } }
    /// Set on one feed, it holds for all feeds and players.
    public var adBadge = AdBadgeConfiguration()
    /// Finds the ads that the service wants in feeds; nil: there are none. Read when a feed is loaded.
    public var adSupply: (any FeedAdSupply)?
    public let settings: Settings

    public nonisolated let service: any FeedService
    public nonisolated let reporter: Reporter
    /// On this device alone, and of this run unless the settings have what was seen before; for viewers of whom the service may know
    /// nothing. A program that lets it last keeps it itself, see ``Settings/seenVideos``; after ``eraseGuest()`` it is empty.
    @ObservationIgnored public private(set) var seenVideos = SeenVideos()
    @ObservationIgnored public var unlockedStreams = UnlockedStreams()
    /// Is told what the person does in live streams.
    @ObservationIgnored public weak var liveStreamDelegate: (any LiveStreamDelegate)?

    @ObservationIgnored private var process = StartProcess()
    @ObservationIgnored private let clock: @Sendable () -> Double
    @ObservationIgnored private var waiting: [CheckedContinuation<Result<Void, FeedSDKError>, Never>] = []
    @ObservationIgnored private var tellingLevel: Task<Void, Never>?
    @ObservationIgnored private var feeds: [String: WeakFeed] = [:]
    @ObservationIgnored var pictureInPicture = PictureInPictureRule()
    @ObservationIgnored let toldPictureInPicture = Broadcast<PictureInPictureRule.Action>()
    @ObservationIgnored private let appIDListeners = Broadcast<String>()
    @ObservationIgnored private let guestIDListeners = Broadcast<String>()
    @ObservationIgnored private let pictureInPictureListeners = Broadcast<Bool>()
    @ObservationIgnored private let received = Broadcast<ViewerEvent>()

    @ObservationIgnored private let outbox: AsyncStream<Outgoing>.Continuation

    private struct WeakFeed { weak var feed: Feed? }

    /// For the reporter, in the order in which it happened.
    private enum Outgoing: Sendable {
        case draft(EventDraft, channel: String?)
        case purchase(PurchaseRequest)
        case level(TrackingLevel)
        case ready(Bool)
        case flush(CheckedContinuation<Void, Never>)
        case pause(CheckedContinuation<Void, Never>)
    }

    /// - Parameters:
    ///   - service: whom to ask; usually a ``ServiceClient``.
    ///   - settings: of the program.
    ///   - clock: of events and retries.
    public init(_ service: any FeedService, settings: Settings, clock: Reporter.Clock = .system) {
        self.service = service
        self.settings = settings
        self.clock = clock.now
        trackingLevel = settings.trackingLevel
        seenVideos = settings.seenVideos
        language = FeedLanguage.choose(settings.language)
        reporter = Reporter(service, file: settings.folder?.appending(path: "reports.jsonl"), clock: clock)
        let (letters, outbox) = AsyncStream.makeStream(of: Outgoing.self)
        self.outbox = outbox
        outbox.yield(.level(settings.trackingLevel))
        Task { [weak self, reporter] in
            for await letter in letters {
                switch letter {
                case .draft(let draft, let channel):
                    let event = await reporter.record(draft)
                    self?.recorded(event, channel: channel)
                case .purchase(let order): await reporter.record(order)
                case .level(let level): await reporter.set(level: level)
                case .ready(let isReady): await reporter.set(isReady: isReady)
                case .pause(let done):
                    await reporter.pause()
                    done.resume()
                case .flush(let done):
                    Task { [reporter] in
                        await reporter.flush()
                        done.resume()
                    }
                }
            }
        }
    }

    isolated deinit { outbox.finish() }

    /// Seconds of the clock that events and retries go by.
    public var now: Double { clock() }

    // MARK: Beginning

    /// Becomes a guest of the service. Called again after a failure, it tries again; while it is under way or done, it tells how that ended.
    /// - Throws: no app id, one that the service doesn't know, or no service.
    public func initialize() async throws(FeedSDKError) {
        if case .ready = process.state { return }
        let result = await withCheckedContinuation { done in
            waiting.append(done)
            perform(.begin(settings.appID))
        }
        try result.get()
    }

    /// Takes another app id. Before initialisation it goes before what was found; afterwards there is another guest.
    public func setAppID(_ id: String) { perform(.setAppID(id)) }

    /// - Throws: what whoever uses feeds now is told.
    public func checkReady() throws(FeedSDKError) { try process.checkReady() }

    /// App ids from now on, and the one at hand.
    public var appIDs: AsyncStream<String> { appIDListeners.listen(first: appID) }
    /// Guests from now on, and the one at hand.
    public var guestIDs: AsyncStream<String> { guestIDListeners.listen(first: guestID.isEmpty ? nil : guestID) }
    /// Whether the small window is shown: now, and whenever that changes.
    public var pictureInPictureStates: AsyncStream<Bool> { pictureInPictureListeners.listen(first: isPictureInPictureShown) }
    /// All events as they happen, for the host's own figures; its level of tracking is the host's matter.
    public var analytics: AsyncStream<ViewerEvent> { received.listen() }

    /// - Parameter tag: BCP 47; nil or empty: as the person's environment says.
    public func changeLanguage(_ tag: String?) { language = FeedLanguage.choose(tag) }

    /// As the service says, else as the program does; off for what nobody knows.
    public func isOn(_ flag: String) -> Bool { configuration?.featureFlags[flag] ?? settings.featureFlags[flag] ?? false }

    private func perform(_ event: StartProcess.Event) {
        let actions = process.handle(event, at: now)
        (state, appID, guestID, configuration) = (process.state, process.appID, process.guestID, process.configuration)
        for action in actions {
            switch action {
            case .authenticate(let id, let attempt):
                outbox.yield(.ready(false))
                ask(attempt) { service throws(ServiceError) in
                    .authenticated(try await service.authenticate(appID: id), attempt: attempt)
                }
            case .fetchConfiguration(let attempt):
                ask(attempt) { service throws(ServiceError) in
                    .configured(try await service.send(ServiceCall<AppConfiguration>.configuration), attempt: attempt)
                }
            case .tellAppID(let id): appIDListeners.send(id)
            case .tellGuestID(let id): guestIDListeners.send(id)
            case .succeed:
                tellLevel()
                conclude(.success(()))
            case .fail(let error): conclude(.failure(error))
            }
        }
    }

    private func ask(
        _ attempt: Int, _ question: @escaping @Sendable (any FeedService) async throws(ServiceError) -> StartProcess.Event
    ) {
        Task { [weak self, service] in
            let event: StartProcess.Event
            do throws(ServiceError) { event = try await question(service) } catch { event = .refused(error, attempt: attempt) }
            self?.perform(event)
        }
    }

    private func conclude(_ result: Result<Void, FeedSDKError>) {
        let waiting = waiting
        self.waiting = []
        for done in waiting { done.resume(returning: result) }
    }

    private func tellLevel() {
        let (level, isReady) = (trackingLevel, state == .ready)
        outbox.yield(.level(level))
        guard isReady else { return }
        tellingLevel = Task { [outbox, service] in
            // Before anything else is told, the service is to know how much it may keep. Where that fails, it learns it from each event.
            _ = try? await service.send(ServiceCall<Guest>.setTracking(level))
            outbox.yield(.ready(true))
        }
    }

    // MARK: Telling

    /// Tells the service, as far as the viewer allows, and the host's figures.
    public func record(_ draft: EventDraft, channel: String? = nil) {
        outbox.yield(.draft(draft, channel: channel))
    }

    private func recorded(_ event: ViewerEvent, channel: String?) {
        if let channel, trackingLevel == .none { seenVideos.note(event, channel: channel) }
        received.send(event)
    }

    /// Sends all that waits now, and returns when it is sent or could not be: for the end of a program.
    public func flush() async {
        // Nothing is sent before the service knows how much it may keep.
        await tellingLevel?.value
        await withCheckedContinuation { done in
            if case .terminated = outbox.yield(.flush(done)) { done.resume() }
        }
    }

    /// Tells an order to the service; what can't be told now is told later, also after the program was ended.
    public func trackPurchase(_ purchase: TrackedPurchase) throws(PurchaseError) {
        let request = try purchase.request()
        outbox.yield(.purchase(request))
    }

    /// Erases what the service keeps of this guest, and what this device keeps of it: what waits to be told, its id, what it saw and
    /// what it unlocked. Then another guest is made. Where it fails, all is as before.
    public func eraseGuest() async throws(ServiceError) {
        await withCheckedContinuation { done in
            if case .terminated = outbox.yield(.pause(done)) { done.resume() }
        }
        do throws(ServiceError) { _ = try await service.send(ServiceCall<NoContent>.erase) } catch {
            tellLevel()
            throw error
        }
        await reporter.forgetAll()
        await service.forgetGuest()
        (seenVideos, unlockedStreams) = (SeenVideos(), UnlockedStreams())
        perform(.erased)
        // Whoever shows something next shows it to the next guest. Where there is none, that is told as at the beginning.
        if case .starting = process.state { _ = await withCheckedContinuation { waiting.append($0) } }
    }

    // MARK: Feeds

    func register(_ feed: Feed) {
        feeds = feeds.filter { $0.value.feed != nil }
        feeds[feed.feedID] = WeakFeed(feed: feed)
    }

    public func feed(_ feedID: String) -> Feed? { feeds[feedID]?.feed }

    /// What shows a feed; nil for a player opened from a link or a source, and for feeds that are gone.
    public func widget(of feedID: String) -> Widget? {
        guard let widget = feed(feedID)?.configuration.widget, widget != .player else { return nil }
        return widget
    }

    // MARK: Small window

    func tell(isPictureInPictureShown isShown: Bool) {
        isPictureInPictureShown = isShown
        pictureInPictureListeners.send(isShown)
    }
}
