// SPDX-License-Identifier: Apache-2.0

import WindowboxCodec
import WindowboxMedia
import WindowboxStreaming
import WindowboxTransport

/// One item of an engine: its tracks, its renderers, its source and its progress.
///
/// Belongs to the engine's actor. All changes go through its methods.
final class PlayingItem {
    let request: ItemRequest
    /// Carries the item's cookies.
    let transport: any Transport
    let tracks: ItemTracks
    let previews = ItemPreviews()
    private(set) var renderers: ItemRenderers
    private(set) var feed = ItemFeed()
    private(set) var media = PlayableKinds()
    private(set) var location = ItemPosition()
    private(set) var progress = TrackProgress()
    private(set) var gaps = KnownGaps()
    private(set) var stops = PlaybackStops()
    private(set) var status = ItemStatus()
    private(set) var seek: PendingSeek?
    private(set) var meter = MetricsMeter(at: MonotonicClock.now)
    /// The next interstitial, as far as it has been prepared.
    private(set) var upcoming: InterstitialLoad?

    struct PendingSeek {
        var target: Double
        var requestedAt: Instant
        var report: @Sendable (SeekReport) -> Void
    }

    init(_ request: ItemRequest, transport: any Transport, tracks: ItemTracks, renderers: ItemRenderers) {
        self.request = request
        self.transport = transport
        self.tracks = tracks
        self.renderers = renderers
    }

    func run(opening: Task<Void, Never>) {
        feed.opens(opening)
        tracks.start()
        renderers.start()
    }

    func stop() {
        upcoming?.stop()
        previews.stop()
        renderers.stop()
        tracks.stop()
        feed.stop()
    }

    // MARK: On air

    /// - Parameters:
    ///   - offset: seconds added to the item's time to get the clock's.
    ///   - atOnce: the first frame is shown without waiting for its time.
    func goOnAir(offset: Double, atOnce: Bool) { renderers.goOnAir(offset: offset, atOnce: atOnce) }
    func leaveAir() { renderers.leaveAir() }
    /// Stops output for now. The item stays on air.
    func pauseOutput() { renderers.pauseOutput() }
    func setOffset(_ offset: Double) { renderers.setOffset(offset) }

    /// - Parameter counts: the frames that the screen has presented and dropped so far, of all items.
    func becameVisible(_ counts: (presented: Int, dropped: Int)) { meter.cameOnAir(counts) }

    func note(_ status: EngineStatus) { meter.changed(to: status, at: MonotonicClock.now) }

    func metrics(_ counts: (presented: Int, dropped: Int)) -> PlaybackMetrics {
        var metrics = meter.read(counts, at: MonotonicClock.now)
        metrics.averageVideoBitrate = tracks.loaded.bitrate(of: .video)
        metrics.averageAudioBitrate = tracks.loaded.bitrate(of: .audio)
        metrics.decoder = tracks.video.state.read { $0.decoder }
        return metrics
    }

    // MARK: The source

    func attach(_ source: any ItemSource, limits: QualityLimits?) {
        feed.attach(source, at: seek.map { .time($0.target) } ?? start, limits: limits, blocked: blocked)
    }

    func select(_ selection: Selection) { feed.select(selection) }

    /// Records what a source reports, as far as it concerns the item alone.
    func handle(_ fact: SourceFact) {
        switch fact {
        case .presentation(let presentation): meter.presents(presentation)
        case .timeline(let timeline): location.timeline = timeline
        case .metadata(let metadata): renderers.audio.set(loudness: metadata.loudness)
        case .position(let position): location.begin(at: position)
        case .variant(let variant, _, _): meter.changed(variant: variant)
        case .transferred(let transfer): meter.transferred(transfer)
        case .requested: meter.requested()
        case .gap(let contentType, let range): gaps.add(contentType, range)
        case .gapsForgotten(let contentType, let time): gaps.forget(contentType, from: time)
        case .preview(let preview): previews.received(preview)
        case .noPreview: previews.received(nil)
        default: break
        }
    }

    func found(_ kinds: Set<TrackKind>) -> PlayableKinds.Change { updateMedia { $0.found(kinds) } }
    func failed(_ kind: TrackKind, _ error: CodecError) -> PlayableKinds.Change { updateMedia { $0.failed(kind, error) } }

    private func updateMedia(_ body: (inout PlayableKinds) -> PlayableKinds.Change) -> PlayableKinds.Change {
        let change = body(&media)
        if case .changed = change { letAudioLead(kinds == [.audio]) }
        return change
    }

    /// - Parameter isKnown: false for an estimate until the source reports the beginning.
    func begin(at position: Double, isKnown: Bool = true) { location.begin(at: position, isKnown: isKnown) }

    func changedAbilities() -> PlaybackAbilities? {
        feed.changedAbilities(hasPictures: kinds.contains(.video) && (timeline?.seekable.duration ?? 0) > 0)
    }

    /// Requests a preview, which arrives as a fact.
    func wait(forPreview number: Int, at time: Double, width: Int, _ continuation: CheckedContinuation<VideoFrame?, Never>) {
        previews.wait(number, continuation)
        source?.assumeIsolated { $0.preview(at: time, width: width) }
    }

    func cancelPreview(_ number: Int) {
        if previews.cancel(number) { source?.assumeIsolated { $0.preview(at: nil, width: 0) } }
    }

    // MARK: Progress

    func generation(of kind: TrackKind) -> Int { kind == .video ? tracks.video.generation : tracks.audio.generation }
    func becameReady(_ kind: TrackKind) { progress.becameReady(kind) }
    func waitForVideo() { progress.waitForVideo() }
    /// - Parameter leads: no frame is due, so the audio determines the progress where the clock has no pace of its own.
    func letAudioLead(_ leads: Bool) { renderers.audio.set(leads: leads) }
    func wrote(_ kind: TrackKind) { progress.wrote(kind) }
    func end(_ kind: TrackKind, at time: Double) { progress.end(kind, at: time) }
    func reached(_ block: TimeRange, _ kind: TrackKind) { progress.reached(block, kind) }
    func forgetBlocks() { progress.forgetBlocks() }
    func cut(at time: Double) { progress.cut(needed, at: time) }

    /// - Returns: whether the item has just become ready.
    func markReady() -> Bool {
        guard !hasBeenReady, progress.ready.contains(leading) else { return false }
        status.becameReady()
        meter.isReady(at: MonotonicClock.now)
        return true
    }

    func fail(_ error: StreamingError) { status.fail(error) }
    func reportedDamage() { status.reportedDamage() }

    /// The source delivers nothing more: what has been loaded is all there is.
    func giveUp(_ error: StreamingError) {
        status.giveUp(error)
        for kind in needed { tracks.complete(kind) }
    }

    func begin(_ seek: PendingSeek) {
        progress.restart()
        location.forgetOffsetFromLive()
        renderers.audio.rejoin()
        letAudioLead(kinds == [.audio])
        self.seek = seek
    }

    func takeSeek() -> PendingSeek? {
        defer { seek = nil }
        return seek
    }

    func noteOffsetFromLive(at playhead: Double) {
        if options.preservesOffsetFromLive, hasBeenReady { location.noteOffsetFromLive(at: playhead) }
    }

    func takeOffsetFromLive(at playhead: Double) -> Double? {
        let target = location.takeOffsetFromLive(at: playhead)
        return seek == nil ? target : nil
    }

    // MARK: Where it stops

    func block(_ ranges: BlockedRanges) {
        stops.blocked = ranges
        progress.forgetBlocks()
    }

    /// Stops the renderers before blocked ranges and at the next interstitial.
    func updateStopRanges(from position: Double) {
        if stops.updateStopRanges(from: position, isAsset: isAsset) { renderers.set(blocked: stops.stopRanges) }
    }

    func change<Result>(_ body: (inout InterstitialScheduler) -> Result) -> Result { body(&stops.scheduler) }

    /// - Returns: the interstitials that must be played before a seek to a time.
    func turn(from position: Double, to time: Double) -> InterstitialBreak? {
        guard hasPosition, time.isFinite else { return nil }
        let target = landing(timeline?.seekable.clamp(time) ?? time)
        return stops.scheduler.seek(from: position, to: target)
    }

    func prepare(_ load: InterstitialLoad?) { upcoming = load }
}
