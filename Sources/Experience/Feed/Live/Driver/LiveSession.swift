// SPDX-License-Identifier: Apache-2.0

public import Foundation
public import Observation
public import WindowboxContract

/// A viewer's session in a live stream: its current state, and the viewer's actions.
@MainActor @Observable public final class LiveSession: Identifiable {
    public nonisolated let id: String
    /// The app, the guest and the service.
    public nonisolated let sdk: FeedSDK
    /// The feed's video for the stream; nil if it was opened by ID.
    public let video: FeedVideo?
    /// As last fetched; nil before that.
    public private(set) var stream: LiveStream?
    /// What is known about the stream now, including the chat.
    public private(set) var state = LiveState()
    /// The state of the connection.
    public private(set) var connection = LiveFollowing.Connection.idle
    /// Why the stream could not be fetched; nil after a success.
    public private(set) var failure: ServiceError?
    /// The viewer's user name; nil before one was chosen or assigned.
    public private(set) var username: String?
    /// An access code is required and has not been entered in this session.
    public private(set) var isLocked: Bool

    /// Receives events for the playback report, such as `FeedPlayback.note(_:)`.
    @ObservationIgnored public var report: (@MainActor (PlaybackReport.Event) -> Void)?

    @ObservationIgnored private var following: LiveFollowing
    @ObservationIgnored private let clock: Reporter.Clock
    @ObservationIgnored private let feedID: String?
    @ObservationIgnored private var tasks = RunningTasks()
    @ObservationIgnored private var hasEntered = false

    /// - Parameters:
    ///   - id: of the stream.
    ///   - video: the feed's video for the stream.
    ///   - feedID: the service's session ID of the feed.
    ///   - sdk: an initialised SDK.
    ///   - clock: for timeouts and retries.
    public init(
        _ id: String, video: FeedVideo? = nil, feedID: String? = nil, sdk: FeedSDK, settings: LiveFollowing.Settings = .init(),
        clock: Reporter.Clock = .system
    ) {
        (self.id, self.video, self.feedID, self.sdk, self.clock) = (id, video, feedID, sdk, clock)
        isLocked = video?.locked == true && !sdk.unlockedStreams.isUnlocked(id)
        following = LiveFollowing(settings: settings, spread: Double.random(in: 0...1))
    }

    isolated deinit {
        tasks.cancel()
    }

    /// The tasks that act for the session.
    private struct RunningTasks {
        /// Reads the connection with this number.
        var socket: (number: Int, task: Task<Void, Never>)?
        var timer = WakeTimer()
        var fetch: Task<Void, Never>?

        mutating func cancel() {
            socket?.task.cancel()
            timer.cancel()
            fetch?.cancel()
        }
    }

    /// The details reported to the host.
    public var details: LiveStreamEventDetails {
        LiveStreamEventDetails(id: id, feedID: feedID, status: stream == nil ? video?.liveStatus : state.status, video: video)
    }

    /// What to show now; nil before anything is known.
    /// - Parameter hasPicture: a frame has already been shown.
    public func presentation(hasPicture: Bool, at now: Date, calendar: Calendar = .current) -> LivePresentation? {
        if isLocked { return .locked }
        guard var stream else { return video?.regionBlocked == true ? .regionRestricted : nil }
        (stream.status, stream.scheduledAt) = (state.status, state.scheduledAt)
        return LivePresentation(stream, video: video, isUnlocked: true, hasPicture: hasPicture, at: now, calendar: calendar)
    }

    /// Whether a message can be written now.
    /// - Parameter isPrivate: to the hosts only, which is also possible during a replay.
    public func isChatOpen(isPrivate: Bool = false) -> Bool {
        guard let settings = stream?.chatSettings, !isLocked else { return false }
        switch state.status {
        case .idle: return settings.onTrailer
        case .live, .paused: return settings.onLive
        case .replay: return settings.onReplay || isPrivate
        default: return false
        }
    }

    // MARK: Joining and leaving

    /// Starts watching, or retries after a refusal.
    public func enter() {
        if !hasEntered {
            hasEntered = true
            sdk.liveStreamDelegate?.liveStreamUserDidJoin(details)
        }
        fetch()
        if !isLocked { perform(.enter) }
    }

    /// Reports that playback of the broadcast has started.
    public func startedPlaying() { sdk.liveStreamDelegate?.liveStreamDidStartPlaying(details) }

    /// The viewer has left: closes the connection and notifies the service. Does nothing unless the viewer has entered.
    public func leave() {
        guard hasEntered else { return }
        hasEntered = false
        perform(.leave)
        sdk.liveStreamDelegate?.liveStreamUserDidLeave(details)
        // Closing the socket also notifies the service, unless the connection was already lost.
        Task { [service = sdk.service, id] in _ = try? await service.send(ServiceCall<NoContent>.leaveLive(id)) }
    }

    /// Retries immediately because the network is back.
    public func retryNow() { perform(.retryNow) }

    private var unlockToken: String? { sdk.unlockedStreams.token(of: id) }

    private func fetch() {
        tasks.fetch?.cancel()
        tasks.fetch = Task { [weak self, service = sdk.service, id, unlockToken] in
            do throws(ServiceError) {
                let stream = try await service.send(ServiceCall<LiveStream>.liveStream(id, unlockToken: unlockToken))
                if !Task.isCancelled { self?.fetched(stream) }
            } catch { if !Task.isCancelled { self?.failure = error } }
        }
    }

    private func fetched(_ stream: LiveStream) {
        (self.stream, failure) = (stream, nil)
        // Data received from the socket is newer.
        if following.last == nil { following.update { $0.take(stream) } }
        publish()
    }

    // MARK: Viewer actions

    /// - Throws: `incorrect_access_code` for a wrong code.
    public func unlock(code: String) async throws(ServiceError) {
        let response = try await sdk.service.send(ServiceCall<UnlockAnswer>.unlock(id, code: code))
        sdk.unlockedStreams.unlock(id, token: response.unlockToken)
        isLocked = false
        if hasEntered { enter() }
    }

    /// Sends a heart, which is counted immediately.
    public func like() async throws(ServiceError) {
        following.update { $0.likes += 1 }
        publish()
        do throws(ServiceError) {
            let response = try await sdk.service.send(ServiceCall<LikesAnswer>.likeLive(id, unlockToken: unlockToken))
            following.update { $0.likes = max($0.likes, response.likes) }
        } catch {
            following.update { $0.likes = max(0, $0.likes - 1) }
            publish()
            throw error
        }
        publish()
        report?(.like)
        sdk.liveStreamDelegate?.liveStreamUserDidSendLike(details)
    }

    /// - Parameter isPrivate: to the hosts only.
    @discardableResult public func write(_ text: String, isPrivate: Bool = false) async throws(ServiceError) -> ChatMessage {
        let request = MessageRequest(text: text, isPrivate: isPrivate ? true : nil)
        let message = try await sdk.service.send(ServiceCall<ChatMessage>.write(request, inLive: id, unlockToken: unlockToken))
        if !message.username.isEmpty { username = message.username }
        following.update { $0.chat.addOwn(message) }
        publish()
        report?(.chat(messageID: message.id))
        sdk.liveStreamDelegate?.liveStreamUserDidSendChat(LiveStreamMessageDetails(message), to: details)
        return message
    }

    /// - Throws: `conflict` if the name is taken.
    public func setUsername(_ name: String) async throws(ServiceError) {
        username = try await sdk.service.send(ServiceCall<UsernameRequest>.setUsername(name, inLive: id, unlockToken: unlockToken)).username
    }

    /// Requests a reminder of the start.
    /// - Returns: a calendar entry for the user's calendar; nil if the business sends the reminder.
    @discardableResult public func remind(by reminder: LiveReminder = .calendar) async throws(ServiceError) -> String? {
        _ = try await sdk.service.send(ServiceCall<NoContent>.remind(id, by: reminder))
        guard reminder == .calendar else { return nil }
        return try await sdk.service.send(ServiceCall<PlainText>.calendar(ofLive: id)).text
    }

    /// Answers an interaction.
    /// - Throws: `already_entered`, `email_invalid`, `terms_required`, `invalid_transition` once it has ended.
    public func answer(_ interaction: Interaction, _ entry: EntryRequest) async throws(ServiceError) {
        let videoID = video?.id ?? stream?.videoID ?? ""
        do throws(ServiceError) {
            let call =
                unlockToken.map { ServiceCall<InteractionEntry>.enter(interaction.id, ofVideo: videoID, entry, unlockToken: $0) }
                ?? .enter(interaction.id, ofVideo: videoID, entry)
            _ = try await sdk.service.send(call)
        } catch {
            if error.apiCode == .alreadyEntered {
                following.update { $0.games.change(interaction.id) { $0.hasEnteredBefore = true } }
                publish()
            }
            throw error
        }
        following.update { $0.games.change(interaction.id) { $0.ownEntry = entry } }
        publish()
        let name = entry.optionID == nil ? EventName.interactionAnswer : .interactionChoice
        report?(.interaction(name, properties: ["interaction": .string(interaction.id)]))
    }

    /// URL of the current playback, if the viewer may see it; nil if there is none.
    public var address: String? {
        guard let stream, !isLocked else { return nil }
        switch stream.status {
        case .live, .paused: return stream.playback.lowLatencyHLS ?? stream.playback.hls
        case .replay: return stream.replay?.url
        default: return nil
        }
    }

    // MARK: Socket

    private func perform(_ event: LiveFollowing.Event) {
        for action in following.handle(event, at: clock.now()) {
            switch action {
            case .connect(let after, let number): connect(after, number)
            case .disconnect(let number): if tasks.socket?.number == number { tasks.socket?.task.cancel() }
            case .changed: publish()
            case .wake(let moment): wake(at: moment)
            }
        }
    }

    private func publish() {
        if state != following.state {
            let previous = state.status
            state = following.state
            // The playback URL changes with the status.
            if previous != state.status, stream != nil, stream?.status != state.status { fetch() }
        }
        if connection != following.connection { connection = following.connection }
        if case .refused(let error) = connection, error.apiCode == .incorrectAccessCode, !isLocked { isLocked = true }
    }

    private func connect(_ after: Int64?, _ number: Int) {
        tasks.socket?.task.cancel()
        let task = Task { [weak self, service = sdk.service, id, unlockToken] in
            do {
                let connection = try await service.follow(id, after: after, unlockToken: unlockToken)
                // Releasing the session cancels this task, which closes the connection.
                defer { connection.close() }
                guard !Task.isCancelled else { return }
                self?.opened(number)
                for try await event in connection.events {
                    switch event {
                    case .message(let message): self?.perform(.message(message, number))
                    case .alive: self?.perform(.alive(number))
                    }
                }
                guard !Task.isCancelled else { return }
                throw ServiceError(.network, "The connection was closed.", canRetry: true)
            } catch {
                guard !Task.isCancelled else { return }
                let lost = error as? ServiceError ?? ServiceError(.network, "\(error)", canRetry: true)
                self?.perform(.lost(lost, number))
            }
        }
        tasks.socket = (number, task)
    }

    private func opened(_ number: Int) {
        perform(.opened(number))
        // Retries a fetch that failed while offline.
        if failure != nil { fetch() }
    }

    private func wake(at moment: Double) {
        tasks.timer.schedule(at: moment, by: clock) { [weak self] in await self?.woke() }
    }

    private func woke() {
        tasks.timer.fired()
        perform(.wake)
    }
}
