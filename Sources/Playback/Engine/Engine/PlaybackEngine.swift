// SPDX-License-Identifier: Apache-2.0

public import WindowboxCodec
public import WindowboxMedia
public import WindowboxStreaming
public import WindowboxTransport

/// Plays items: one on air, one prepared behind it.
///
/// Commands go in, facts come out; everything in between runs on one serial queue, with threads only where C blocks.
public actor PlaybackEngine {
    public nonisolated let facts: AsyncStream<EngineFact>
    let configuration: EngineConfiguration
    let transport: any Transport
    let keyProviders: @Sendable (_ address: String) -> [any KeyProvider]
    nonisolated let queue = EngineQueue()
    nonisolated let clock: PlayoutClock
    nonisolated let screen: Screen
    nonisolated let speaker: Speaker
    let tell: AsyncStream<EngineFact>.Continuation

    var current: PlayingItem?
    var next: PlayingItem?
    var wantsToPlay = false
    var rate = 1.0
    var liveRate = 1.0
    var isStalled = false
    /// Someone drags the position: playing is held until that ends.
    var isScrubbing = false
    /// Where playing was when that began.
    var scrubOrigin: Double?
    /// Other content is played in a break of an item.
    var interruption: Interruption?
    var lastAsset = 0
    var status: EngineStatus?
    var ticks: Task<Void, Never>?
    var counts = EngineCounts()
    /// Those of the configuration until someone sets others.
    var limits: QualityLimits?
    var processing = MediaProcessing()
    /// Single pictures are played instead of the item's tracks.
    var trick: TrickScreen?
    var trickTimer: Task<Void, Never>?
    /// Waits for the moment at which playing reaches a gap.
    var gapTimer: Task<Void, Never>?
    /// Waits until all before a block was heard and seen.
    var blockTimer: Task<Void, Never>?
    /// Lets a clock go on that waits for sound in vain.
    var holdTimer: Task<Void, Never>?

    private var listening: Task<Void, Never>?

    public nonisolated var unownedExecutor: UnownedSerialExecutor { queue.asUnownedSerialExecutor() }

    /// - Parameter keyProviders: the providers of the item at an address, in order of preference. Keys that none of them handles are
    ///   fetched from their own addresses, or from the ClearKey server that the manifest names.
    public init(
        configuration: EngineConfiguration = EngineConfiguration(), videoOutputs: [any VideoOutput] = [],
        audioOutput: any AudioOutput = SilentOutput(), transport: any Transport = RoutingTransport(),
        keyProviders: @escaping @Sendable (_ address: String) -> [any KeyProvider] = { _ in [] }
    ) {
        self.configuration = configuration
        self.transport = transport
        self.keyProviders = keyProviders
        clock = PlayoutClock(pace: configuration.pace)
        screen = Screen(outputs: videoOutputs)
        speaker = Speaker(output: audioOutput)
        (facts, tell) = AsyncStream.makeStream(of: EngineFact.self)
        guard let events = audioOutput.events else { return }
        listening = Task { [tell] in for await event in events { tell.yield(.audioOutput(event)) } }
    }

    isolated deinit {
        listening?.cancel()
        interruption?.stop()
        current?.stop()
        next?.stop()
        ticks?.cancel()
        gapTimer?.cancel()
        blockTimer?.cancel()
        holdTimer?.cancel()
        tell.finish()
    }

    /// Ends everything; the engine can't be used again.
    public func shutDown() {
        listening?.cancel()
        dropBreak()
        stopItem(&current)
        stopItem(&next)
        ticks?.cancel()
        ticks = nil
        forgetTrick()
        gapTimer?.cancel()
        blockTimer?.cancel()
        speaker.pause()
        tell.finish()
    }

    // MARK: Items

    /// Plays an address instead of what plays now.
    /// - Parameter resource: HLS or a file of any container that FFmpeg knows, told apart by its first bytes.
    public func load(_ resource: String, as id: ItemID, at start: StartPosition = .automatic, options: ItemOptions = ItemOptions()) {
        dropBreak()
        if let next, next.id == id, next.options == options, start == .automatic || start == next.start {
            self.next = nil
            replaceCurrent(by: next)
            return
        }
        replaceCurrent(by: makeItem(resource, id, start, options))
    }

    /// Gets the item ready that is to follow the current one; nil forgets it.
    /// - Parameter start: where it begins, when playing comes to it or ``load(_:as:at:options:)`` takes it.
    public func prepare(
        _ resource: String?, as id: ItemID, at start: StartPosition = .automatic, options: ItemOptions = ItemOptions()
    ) {
        if let known = interruption == nil ? next : interruption?.following, known.id == id, known.start == start,
            known.options == options, resource != nil
        {
            return
        }
        let item = resource.map { makeItem($0, id, start, options) }
        if var present = interruption {
            stopItem(&present.following)
            present.following = item
            interruption = present
        } else {
            stopItem(&next)
            next = item
        }
    }

    /// Plays nothing.
    public func unload() {
        dropBreak()
        forgetTrick()
        stopItem(&current)
        stopItem(&next)
        clock.pause()
        speaker.flush()
        screen.admit([])
        isScrubbing = false
        status = nil
    }

    private func replaceCurrent(by item: PlayingItem) {
        forgetTrick()
        stopItem(&current)
        if item !== next { stopItem(&next) }
        clock.pause()
        speaker.pause()
        speaker.flush()
        // One that was prepared has its beginning, which is not 0 in a live stream.
        clock.jump(to: item.beginning)
        isStalled = false
        isScrubbing = false
        status = nil
        current = item
        item.meter.cameOnAir(screen.counts)
        screen.admit([item.video])
        if !startsWithBreak(item) { goOnAir(item, offset: 0, atOnce: true) }
        report(.loading)
        if item.failure != nil { fail(item) }
        startTicks()
        enter(item)
        continueIfPossible()
    }

    func goOnAir(_ item: PlayingItem, offset: Double, atOnce: Bool) {
        item.isOnAir = true
        item.offset = offset
        item.video.goOnAir(offset: offset, showsFirstAtOnce: atOnce)
        item.audio.goOnAir(offset: offset)
    }

    func stopItem(_ item: inout PlayingItem?) {
        guard let stopped = item else { return }
        item = nil
        finishSeek(stopped, landed: nil)
        stopped.stop()
        tellMetrics(stopped)
    }

    // MARK: Playing

    public func play() {
        wantsToPlay = true
        restoreOffsetFromLive()
        if let current, current.hasEnded {
            if status != .ended { endedOrReady(current) }
            return
        }
        continueIfPossible()
    }

    public func pause() {
        wantsToPlay = false
        noteOffsetFromLive()
        if trick != nil { leaveTrick() }
        clock.pause()
        speaker.pause()
        current?.tracks.wake()
        if let current, status != .ended, current.failure == nil, current.hasBeenReady { report(.paused) }
        tellSource()
    }

    /// Media seconds per second. Above 2 single pictures are shown, without sound, where the stream has I-frame playlists.
    ///
    /// Backwards a file shows all its pictures up to four times the speed, as far as the machine can decode them, and key
    /// pictures beyond; HLS shows I-frames, or else the key picture of each segment. What can't be sought plays forwards.
    /// - Parameter rate: 0.05...20, or -20..<0 for playing backwards.
    public func set(rate: Double) {
        self.rate = rate < 0 ? max(rate, -20) : min(max(rate, 0.05), 20)
        applyRate()
    }

    /// 0...2. Above 1 the sound is amplified, and a limiter that looks 5 ms ahead keeps its peaks within full scale; at 1 and below samples
    /// pass as they are decoded, but for the factor.
    public nonisolated func set(volume: Float) { speaker.set(volume: volume) }
    public nonisolated func set(isMuted: Bool) { speaker.set(isMuted: isMuted) }
    /// For this item and all that follow.
    public func set(processing: MediaProcessing) {
        self.processing = processing
        speaker.set(processing: processing)
        for item in [current, next, interruption?.primary, interruption?.following] { item?.tracks.set(processing) }
    }

    public nonisolated func add(_ output: any VideoOutput) { screen.add(output) }

    func applyRate() {
        defer { if ticks != nil { startTicks() } }
        if settleTrick() { return }
        setClockRate()
        current?.tracks.wake()
        tellSource()
    }

    /// The clock changes its rate when the change is heard.
    func setClockRate() {
        let rate = ordinaryRate * liveRate
        clock.set(rate: rate, from: speaker.set(rate: rate))
    }

    /// A choice for the current item; made before its stream is known, it holds from the first load on.
    public func select(_ selection: Selection) {
        if let visible { select(selection, of: visible.id) }
    }

    /// Bounds for the current item and all that follow.
    public func limit(_ limits: QualityLimits) {
        self.limits = limits
        for item in [current, next, interruption?.primary, interruption?.following] { item?.source?.assumeIsolated { $0.limit(limits) } }
    }

    /// Seconds on the current item's timeline.
    ///
    /// While it is interrupted, playing stands where that began.
    public var position: Double { interruption?.position ?? playhead }
    public var currentStatus: EngineStatus? { status }
    /// The span of the current item that is queued around the position, for its leading track.
    public var bufferedRange: TimeRange? {
        guard let visible else { return nil }
        return visible.tracks.buffered(visible.kinds.contains(.video) ? .video : .audio)
    }
    public nonisolated var lastPicture: VideoFrame? { screen.last }

    public var currentCounts: EngineCounts {
        var counts = counts
        (counts.picturesPresented, counts.picturesDropped) = screen.counts
        counts.audioSeconds = speaker.secondsPlayed
        return counts
    }

    /// Starts the clock when everything is there that playing needs.
    func continueIfPossible() {
        if settleTrick() { return }
        guard let item = current, wantsToPlay, item.failure == nil, !clock.isRunning, item.isReady, item.seek == nil else { return }
        guard status != .ended, !isScrubbing else { return }
        if isStalled {
            let (seconds, isWhole) = item.buffered(from: playhead)
            let enough = min(configuration.bufferedAfterStall, item.options.forwardBuffer ?? .infinity)
            guard isWhole || seconds >= enough else { return }
            isStalled = false
            restoreOffsetFromLive()
            guard item.seek == nil else { return }
        }
        startClock(item)
        watchGaps()
        speaker.start()
        item.tracks.wake()
        passBlock()
        report(.playing)
        tellSource()
    }

    func report(_ status: EngineStatus) {
        guard let visible, self.status != status else { return }
        self.status = status
        if interruption == nil { visible.meter.changed(to: status, at: MonotonicClock.now) }
        tell.yield(.status(visible.id, status))
    }

    func tellSource() {
        guard let item = current, let source = item.source else { return }
        let playback = Playback(
            position: clock.time - item.offset, rate: clock.isRunning ? clock.rate : 0, wantsToPlay: wantsToPlay, isStalled: isStalled,
            droppedFrames: screen.counts.dropped)
        for kind in item.undecodable.keys { item.tracks.trim(kind, before: playback.position) }
        source.assumeIsolated { $0.note(playback) }
    }
}
