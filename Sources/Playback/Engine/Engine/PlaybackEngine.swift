// SPDX-License-Identifier: Apache-2.0

import WindowboxCodec
import WindowboxMedia
public import WindowboxStreaming
public import WindowboxTransport

/// Plays items: one on air, one prepared to follow it.
///
/// Commands go in, facts come out. Everything in between runs on one serial queue, with threads only where C code blocks.
public actor PlaybackEngine {
    /// What happens, in order, for a single consumer. The stream ends when the engine is shut down.
    public nonisolated let facts: AsyncStream<EngineFact>
    let factContinuation: AsyncStream<EngineFact>.Continuation
    nonisolated let queue = EngineQueue()
    nonisolated let outputs: EngineOutputs
    var factory: ItemFactory
    var lineup = ItemLineup()
    var state = EngineState()
    let interstitials = InterstitialController()
    let seeks = EngineSeekController()
    let trick = TrickPlayController()
    let blocks = BlockedRangeController()
    let gaps = GapController()
    let timing = ClockController()
    let ticker = EngineTicker()
    private var listening: Task<Void, Never>?

    public nonisolated var unownedExecutor: UnownedSerialExecutor { queue.asUnownedSerialExecutor() }

    /// - Parameter keyProviders: returns the key providers for the item at a URL, in order of preference. Keys that none of them handles
    ///   are fetched from their own URLs, or from the ClearKey server that the manifest names.
    public init(
        configuration: EngineConfiguration = EngineConfiguration(), videoOutputs: [any VideoOutput] = [],
        audioOutput: any AudioOutput = SilentOutput(), transport: any Transport = RoutingTransport(),
        keyProviders: @escaping @Sendable (_ address: String) -> [any KeyProvider] = { _ in [] }
    ) {
        outputs = EngineOutputs(pace: configuration.pace, videoOutputs: videoOutputs, audioOutput: audioOutput)
        factory = ItemFactory(
            configuration: configuration, transport: transport, keyProviders: keyProviders, outputs: outputs, queue: queue)
        (facts, factContinuation) = AsyncStream.makeStream(of: EngineFact.self)
        guard let events = audioOutput.events else { return }
        listening = Task { [factContinuation] in for await event in events { factContinuation.yield(.audioOutput(event)) } }
    }

    isolated deinit {
        stopTimers()
        interstitials.stop()
        for item in lineup.all { item.stop() }
        factContinuation.finish()
    }

    private func stopTimers() {
        listening?.cancel()
        ticker.stop()
        trick.stop()
        gaps.stop()
        blocks.stop()
        timing.stop()
    }

    /// Stops everything. The engine can't be used again.
    public func shutDown() {
        interstitials.drop(on: self)
        stop(lineup.takeCurrent())
        stop(lineup.takeNext())
        stopTimers()
        trick.forget(on: self)
        audioSink.pause()
        factContinuation.finish()
    }

    // MARK: Items

    /// Loads and plays a resource in place of the current item.
    /// - Parameter resource: HLS, DASH or a file in any container that FFmpeg knows, detected from its first bytes.
    public func load(_ resource: String, as id: ItemID, at start: StartPosition = .automatic, options: ItemOptions = ItemOptions()) {
        interstitials.drop(on: self)
        if let next, next.id == id, next.options == options, start == .automatic || start == next.start {
            lineup.setNext(nil)
            return replaceCurrent(by: next)
        }
        replaceCurrent(by: makeItem(ItemRequest(resource, as: id, at: start, options: options)))
    }

    /// Prepares the item that follows the current one; nil discards it.
    /// - Parameter start: where it begins, when playback reaches it or ``load(_:as:at:options:)`` takes it over.
    public func prepare(
        _ resource: String?, as id: ItemID, at start: StartPosition = .automatic, options: ItemOptions = ItemOptions()
    ) {
        if let known = lineup.following, known.id == id, known.start == start, known.options == options, resource != nil { return }
        let item = resource.map { makeItem(ItemRequest($0, as: id, at: start, options: options)) }
        stop(lineup.takeFollowing())
        lineup.setFollowing(item)
    }

    /// Unloads all items.
    public func unload() {
        interstitials.drop(on: self)
        trick.forget(on: self)
        stop(lineup.takeCurrent())
        stop(lineup.takeNext())
        clock.pause()
        audioSink.flush()
        videoSink.admit([])
        seeks.endScrubbing()
        state.status = nil
    }

    private func replaceCurrent(by item: PlayingItem) {
        trick.forget(on: self)
        stop(lineup.takeCurrent())
        stop(lineup.takeNext())
        outputs.stop()
        // A prepared item knows its beginning, which is not 0 in a live stream.
        clock.jump(to: item.beginning)
        state.restart()
        seeks.endScrubbing()
        lineup.setCurrent(item)
        item.becameVisible(videoSink.counts)
        videoSink.admit([item.video])
        if !item.startsWithBreak { item.goOnAir(offset: 0, atOnce: true) }
        report(.loading)
        if item.failure != nil { fail(item) }
        ticker.start(on: self)
        interstitials.enter(item, on: self)
        continueIfPossible()
    }

    private func makeItem(_ request: ItemRequest) -> PlayingItem {
        let item = factory.make(request, for: self)
        if !request.options.interstitials.isEmpty { interstitials.plan(InterstitialSchedule(), of: item, on: self) }
        return item
    }

    func stop(_ item: PlayingItem?) {
        guard let item else { return }
        seeks.finish(item, landed: nil, on: self)
        item.stop()
        reportMetrics(item)
    }

    // MARK: Playing

    /// Requests playback from now on, for later items too. An item at its end stays there.
    public func play() {
        state.wantsToPlay = true
        restoreOffsetFromLive()
        if let current, current.hasEnded {
            if state.status != .ended { endedOrReady(current) }
            return
        }
        continueIfPossible()
    }

    /// Requests a pause from now on, for later items too.
    public func pause() {
        state.wantsToPlay = false
        current?.noteOffsetFromLive(at: playhead)
        trick.leave(on: self)
        outputs.pause()
        current?.tracks.wake()
        if let current, state.status != .ended, current.failure == nil, current.hasBeenReady { report(.paused) }
        updateSource()
    }

    /// Sets the rate in media seconds per second. Above 2, single frames are shown without audio where the stream has I-frame playlists.
    ///
    /// Backwards, a file shows all its frames at up to four times the speed, as far as the machine can decode them, and keyframes beyond.
    /// HLS shows I-frames, otherwise the keyframe of each segment. Media that can't be sought play forwards.
    /// - Parameter rate: 0.05...20, or -20..<0 for playing backwards.
    public func set(rate: Double) {
        guard !rate.isNaN else { return }
        state.rate = rate < 0 ? max(rate, -20) : min(max(rate, 0.05), 20)
        timing.applyRate(on: self)
    }

    /// Sets the volume, 0...2. Above 1 audio is amplified, and a limiter that looks 5 ms ahead keeps its peaks within full scale. At 1 and
    /// below, samples are only multiplied by the factor.
    public nonisolated func set(volume: Float) { audioSink.set(volume: volume) }
    /// Mutes or unmutes at once, without changing the volume.
    public nonisolated func set(isMuted: Bool) { audioSink.set(isMuted: isMuted) }
    /// Sets the processing for this item and all that follow.
    public func set(processing: MediaProcessing) {
        factory.processing = processing
        audioSink.set(processing: processing)
        for item in lineup.all { item.tracks.set(processing) }
    }

    /// Adds an output for the frames of this and later items; the outputs of the initializer stay.
    public nonisolated func add(_ output: any VideoOutput) { videoSink.add(output) }

    /// Selects tracks of the current item. A selection made before its stream is known applies from the first load.
    public func select(_ selection: Selection) {
        if let visible { select(selection, of: visible.id) }
    }

    /// Selects tracks of the current or the prepared item. A selection made before its stream is known applies from the first load. Ignored
    /// for other items.
    public func select(_ selection: Selection, of id: ItemID) { lineup.item(id)?.select(selection) }

    /// Limits the quality of the current item and all that follow.
    public func limit(_ limits: QualityLimits) {
        factory.limits = limits
        for item in lineup.all { item.source?.assumeIsolated { $0.limit(limits) } }
    }

    /// Starts the clock once everything that playback needs is ready.
    func continueIfPossible() {
        if trick.update(on: self) { return }
        guard let item = current, state.wantsToPlay, item.failure == nil, !clock.isRunning, item.isReady, item.seek == nil else { return }
        guard state.status != .ended, !seeks.isScrubbing else { return }
        if state.isStalled {
            let (seconds, isWhole) = item.buffered(from: playhead)
            let enough = min(factory.configuration.bufferedAfterStall, item.options.forwardBuffer ?? .infinity)
            guard isWhole || seconds >= enough else { return }
            state.isStalled = false
            restoreOffsetFromLive()
            guard item.seek == nil else { return }
        }
        timing.start(item, on: self)
        gaps.watch(on: self)
        audioSink.start()
        item.tracks.wake()
        blocks.passReached(on: self)
        report(.playing)
        updateSource()
    }

    func report(_ status: EngineStatus) {
        guard let visible, state.status != status else { return }
        state.status = status
        if lineup.primary == nil { visible.note(status) }
        factContinuation.yield(.status(visible.id, status))
    }

    func updateSource() {
        guard let item = current, let source = item.source else { return }
        let playback = Playback(
            position: clock.time - item.offset, rate: clock.isRunning ? clock.rate : 0, wantsToPlay: state.wantsToPlay,
            isStalled: state.isStalled, droppedFrames: videoSink.counts.dropped)
        for kind in item.media.undecodable.keys { item.tracks.trim(kind, before: playback.position) }
        source.assumeIsolated { $0.note(playback) }
    }
}
