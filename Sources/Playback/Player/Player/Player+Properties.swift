// SPDX-License-Identifier: Apache-2.0

import FoundationEssentials
import WindowboxEngine
public import WindowboxMedia
import WindowboxStreaming

extension Player {
    /// The fast-moving state, at once and after each change; never the same twice in a row.
    ///
    /// A slow listener misses values in between, never the last.
    public var propertiesUpdates: AsyncStream<PlayerProperties> { updates.listen(buffering: .bufferingNewest(1), first: properties) }

    /// ``propertiesUpdates`` at this moment. Not observable.
    public var currentProperties: PlayerProperties { properties }

    /// Seconds on the item's timeline; nil while unknown, empty for plain live. Not observable.
    public var seekableTimeRange: TimeRange? {
        StreamTypeRule.seekable(of: engineItems.onAir?.facts.timeline, minimumWindow: configuration.minimumWindow)
    }
    /// What is loaded around the current time. Not observable.
    public var loadedTimeRange: TimeRange? { properties.loadedTimeRange }
    /// Seconds that are loaded ahead of the current time; nil while no time is known. Not observable.
    public var bufferedAhead: Double? {
        guard let time else { return nil }
        return loadedTimeRange.map { $0.start <= time ? max($0.end - time, 0) : 0 } ?? 0
    }
    /// Seconds of the longest segment: an edge nearer than this counts as reached. Not observable.
    public var chunkDuration: Double? { properties.chunkDuration }
    /// Not observable.
    public var isSeeking: Bool { properties.isSeeking }
    /// Buffering or seeking. Not observable.
    public var isBusy: Bool { properties.isBusy }

    /// Works out what is to be told from what is known, tells what has changed, and sees to the next wake-up.
    func update() {
        let facts = engineItems.onAir?.facts
        let hasFailed = error != nil
        var next = PlayerProperties()
        next.playbackState = PlaybackStateRule.state(facts, hasFailed: hasFailed, shouldPlay: shouldPlay && !isScrubbing)
        next.isBuffering = PlaybackStateRule.isBuffering(facts, hasItem: queue.current != nil, hasFailed: hasFailed)
        next.streamType = StreamTypeRule.streamType(of: facts?.timeline, minimumWindow: configuration.minimumWindow)
        next.mediaType = facts?.isReady == true ? MediaTypeRule.mediaType(of: facts?.kinds ?? []) : .unknown
        next.presentationSize = facts?.presentationSize
        next.duration = facts?.timeline?.duration
        next.chunkDuration = facts?.timeline?.targetDuration
        next.seekableTimeRange = seekableTimeRange
        next.loadedTimeRange = facts?.loaded
        next.seekTime = seeks.target ?? passing?.end
        next.isMuted = isMuted
        if queue.current != nil { speed.update(next.streamType, time: time, range: next.seekableTimeRange) }
        let moves = facts?.status == .playing && next.playbackState == .playing && !next.isSeeking && facts?.isInterrupted != true
        next.rate = moves ? speed.effective : 0
        if let estimate, estimate.rate != next.rate { self.estimate = estimate.changed(to: next.rate, at: clock.now) }
        applySpeed()
        meter.handle(.flows(next.playbackState == .playing && !next.isBuffering, Date()), at: clock.now)
        publish(next)
        trackersEnter()
        followReplay()
        schedulePulse()
    }

    private func applySpeed() {
        if speed.requested != requestedSpeed { requestedSpeed = speed.requested }
        if speed.range != speedRange { speedRange = speed.range }
        guard speed.effective != effectiveSpeed else { return }
        effectiveSpeed = speed.effective
        engine.set(rate: effectiveSpeed)
    }

    private func publish(_ next: PlayerProperties) {
        guard next != properties else { return }
        properties = next
        if playbackState != next.playbackState { playbackState = next.playbackState }
        if isBuffering != next.isBuffering { isBuffering = next.isBuffering }
        if streamType != next.streamType { streamType = next.streamType }
        if mediaType != next.mediaType { mediaType = next.mediaType }
        if presentationSize != next.presentationSize { presentationSize = next.presentationSize }
        if duration != next.duration { duration = next.duration }
        if rate != next.rate { rate = next.rate }
        updates.send(next)
        tellTrackersProperties()
    }
}
