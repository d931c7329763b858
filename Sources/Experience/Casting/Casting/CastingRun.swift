// SPDX-License-Identifier: Apache-2.0

import WindowboxEngine
import WindowboxMedia
import WindowboxPlayer
import WindowboxStreaming
import WindowboxTransport

/// Executes a session's actions for one engine on one renderer.
actor CastingRun {
    private let renderer: Renderer
    private let host: String
    private let transport: any Transport
    private let title: @MainActor @Sendable (String) -> String?
    private let continuation: AsyncStream<EngineFact>.Continuation
    private let report: @MainActor @Sendable (CastingEngine.Event) -> Void

    private var session = RendererSession()
    private var server: MediaServer?
    private var takes: ProtocolInfo?
    private var timer: Task<Void, Never>?
    private var item: (id: ItemID, loading: Task<Void, Never>)?
    private var seeks = PendingSeeks()
    private var stopping: Task<Void, Never>?
    private var hasEnded: Bool { stopping != nil }
    private var events: EventListener?
    /// The command that the renderer has not answered yet. The session sends one at a time.
    private var calling: Task<Void, Never>?

    init(
        _ renderer: Renderer, host: String, transport: any Transport, title: @escaping @MainActor @Sendable (String) -> String?,
        continuation: AsyncStream<EngineFact>.Continuation, report: @escaping @MainActor @Sendable (CastingEngine.Event) -> Void
    ) {
        self.renderer = renderer
        self.host = host
        self.transport = transport
        self.title = title
        self.continuation = continuation
        self.report = report
    }

    func handle(_ order: CastingEngine.Order) async {
        switch order {
        case .event(.unload):
            forgetItem()
            handle(.unload)
        case .event(let event): handle(event)
        case .load(let media, let id, let start): load(media, id, start)
        case .seek(let target, let report): handle(.seek(seeks.add(target, at: MonotonicClock.now, report), to: target))
        case .sample(let report):
            let sample = EngineSample(position: session.position(at: MonotonicClock.now) ?? 0, loaded: nil, metrics: nil)
            await report(sample)
        case .shutDown: shutDown()
        }
    }

    // MARK: Loading

    private func load(_ media: Asset.Media, _ id: ItemID, _ start: StartPosition) {
        forgetItem()
        handle(.unload)
        var position = 0.0
        if case .time(let time) = start { position = time }
        continuation.yield(.status(id, .loading))
        let loading = Task { [weak self] in
            do throws(CastingError) {
                guard let cast = try await self?.prepare(media, id), !Task.isCancelled else { return }
                await self?.handle(.load(cast, item: id.number, start: position))
            } catch { if !Task.isCancelled { await self?.fail(id, error) } }
        }
        item = (id, loading)
    }

    /// - Returns: nil if casting ended meanwhile.
    private func prepare(_ media: Asset.Media, _ id: ItemID) async throws(CastingError) -> CastMedia? {
        guard let server = try await mediaServer() else { return nil }
        await listen(server)
        let takes: ProtocolInfo
        if let known = self.takes { takes = known } else { takes = await renderer.protocolInfo() }
        self.takes = takes
        let title = await title(media.address) ?? Self.name(of: media.address)
        return try await MediaPreparation(media: media, title: title, transport: transport, server: server, takes: takes) { [weak self] in
            let error = $0
            Task { await self?.refuse(id, error) }
        }.prepare()
    }

    private func mediaServer() async throws(CastingError) -> MediaServer? {
        if let server { return server }
        let started = try await MediaServer.start(on: host)
        // Meanwhile, casting may have ended, or another item may have started one.
        if hasEnded || server != nil {
            started.stop()
            return hasEnded ? nil : server
        }
        server = started
        return started
    }

    /// The media being served turned out to be unplayable: fail, and stop the renderer.
    private func refuse(_ id: ItemID, _ error: CastingError) {
        guard item?.id == id else { return }
        fail(id, error)
        handle(.unload)
    }

    /// Subscribes to the renderer's events, if it supports them.
    private func listen(_ server: MediaServer) async {
        guard events == nil, !hasEnded, let address = renderer.transport.events else { return }
        let listener = EventListener(address: address, server: server) { [weak self] in await self?.receive($0) }
        events = listener
        await listener.start()
    }

    private func receive(_ message: EventListener.Message) {
        switch message {
        case .sendsEvents(let sendsEvents): handle(.sendsEvents(sendsEvents))
        case .happened(let event): handle(.happened(event))
        }
    }

    /// The last path component, or the host. Credentials in a URL are left out: the name is sent to the renderer.
    static func name(of address: String) -> String {
        let parts = address.prefix { $0 != "?" && $0 != "#" }.split(separator: "/")
        guard let last = parts.last else { return address }
        let isHost = parts.count == 2 && parts[0].lowercased().hasPrefix("http")
        guard isHost, let mark = last.lastIndex(of: "@") else { return String(last) }
        return String(last[last.index(after: mark)...])
    }

    private func forgetItem() {
        item?.loading.cancel()
        item = nil
        server?.withdrawAll()
    }

    private func fail(_ id: ItemID, _ error: CastingError) {
        guard item?.id == id else { return }
        continuation.yield(
            .failed(
                id, StreamingError(error.code == .media ? .unavailable : .unsupported, message: error.message)))
    }

    // MARK: Session actions

    private func handle(_ event: RendererSession.Event) {
        guard !hasEnded else { return }
        for action in session.handle(event, at: MonotonicClock.now) {
            switch action {
            case .call(let command): perform(command)
            case .wake(let due): wake(at: due)
            case .output(let output): handle(output)
            }
        }
        if session.isOver { timer?.cancel() }
    }

    private func perform(_ command: RendererCommand) {
        calling = Task { [renderer, weak self] in
            let result: RendererSession.Event
            do throws(CastingError) { result = .done(try await renderer.perform(command)) } catch { result = .failed(error) }
            await self?.handleResult(result)
        }
    }

    private func handleResult(_ result: RendererSession.Event) {
        calling = nil
        handle(result)
    }

    private func wake(at due: Instant) {
        timer?.cancel()
        timer = Task { [weak self] in
            try? await Task.sleep(for: .seconds(max(due - MonotonicClock.now, 0)))
            if !Task.isCancelled { await self?.handle(.woken) }
        }
    }

    private func handle(_ output: RendererSession.Output) {
        switch output {
        case .ready(let number, let position):
            if session.playing?.media.isLive == true {
                let timeline = Timeline(kind: .live, duration: nil, seekable: .zero, targetDuration: 1)
                continuation.yield(.timeline(ItemID(number), timeline))
            }
            continuation.yield(.ready(ItemID(number), position: position))
        case .status(let number, let status): continuation.yield(.status(ItemID(number), EngineStatus(status)))
        case .duration(let number, let duration):
            let timeline = Timeline(
                kind: .onDemand, duration: duration, seekable: TimeRange(start: 0, end: duration), targetDuration: 1)
            continuation.yield(.timeline(ItemID(number), timeline))
        case .seeked(let number, let landed):
            seeks.finish(number, landed: landed, at: MonotonicClock.now)
        case .passed(let number, let range):
            continuation.yield(.reachedBlocked(ItemID(number), range))
            continuation.yield(.passedBlocked(ItemID(number), range))
        case .failed(let number, let error): fail(ItemID(number), error)
        case .pausedThere: Task { await report(.pausedThere) }
        case .resumedThere: Task { await report(.resumedThere) }
        case .over(let error, let position): Task { await report(.over(error, position: position)) }
        }
    }

    func waitUntilStopped() async { await stopping?.value }

    private func shutDown() {
        forgetItem()
        timer?.cancel()
        seeks.cancel()
        // Stops the renderer in any state, unless it has left the network.
        let isGone = session.isOver
        let isSilent = isGone || session.playing == nil && session.state == .stopped && calling == nil
        stopping = Task { [renderer, events, server, calling] in
            // Commands use connections of their own: the last one must not overtake the one before.
            await calling?.value
            if !isSilent { _ = try? await renderer.perform(.stop) }
            await events?.end(isGone: isGone)
            server?.stop()
        }
        continuation.finish()
    }
}

/// Seeks that the renderer has not executed yet, by the number that its session knows them by. A value type.
private struct PendingSeeks: Sendable {
    typealias Report = @MainActor @Sendable (SeekReport?) -> Void

    private var seeks: [Int: (target: Double, began: Instant, report: Report)] = [:]
    private var last = 0

    /// - Returns: the number of the seek.
    mutating func add(_ target: Double, at now: Instant, _ report: @escaping Report) -> Int {
        last += 1
        seeks[last] = (target, now, report)
        return last
    }

    mutating func finish(_ number: Int, landed: Double?, at now: Instant) {
        guard let seek = seeks.removeValue(forKey: number) else { return }
        let report = SeekReport(target: seek.target, landed: landed, latency: now - seek.began)
        Task { await seek.report(report) }
    }

    mutating func cancel() {
        for seek in seeks.values { Task { await seek.report(nil) } }
        seeks = [:]
    }
}

extension EngineStatus {
    init(_ status: RendererSession.Status) {
        self =
            switch status {
            case .loading: .loading
            case .playing: .playing
            case .paused: .paused
            case .stalled: .stalled
            case .ended: .ended
            }
    }
}
