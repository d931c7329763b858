// SPDX-License-Identifier: Apache-2.0

import WindowboxMedia
import WindowboxStreaming

/// Plays interstitials in breaks of an item. The item goes off air at its position, the assets play as items that users of the engine don't
/// see, and the item resumes where the interstitial says.
///
/// Belongs to the engine's actor.
final class InterstitialController {
    /// nil while no interstitial plays.
    var interruption: Interruption?
    private var lastAsset = 0

    /// The position at which the item was interrupted, in seconds; nil while nothing interrupts it.
    var position: Double? { interruption?.position }
    /// The current content may not be played faster than normal.
    var restrictsRate: Bool { interruption?.turn.event?.restrictsSkip == true }

    func stop() { interruption?.load?.stop() }

    /// - Returns: an ID that differs from all IDs of the engine's user.
    func nextAssetID() -> ItemID {
        lastAsset += 1
        return ItemID(-lastAsset)
    }

    /// The interstitial that interrupts the current item now.
    func playing(on engine: isolated PlaybackEngine) -> PlayingInterstitial? {
        guard let interruption, let event = interruption.turn.event else { return nil }
        let running = engine.current.map { max(engine.playhead - $0.beginning, 0) } ?? 0
        return PlayingInterstitial(
            event: event, elapsed: interruption.turn.progress + running, skipControl: interruption.load?.skipControl ?? event.skipControl)
    }

    /// Skips the interstitial if its skip control allows that now.
    /// - Returns: whether it was skipped.
    func skip(on engine: isolated PlaybackEngine) -> Bool {
        guard let playing = playing(on: engine), playing.canSkip, let before = interruption?.turn.progress else { return false }
        interruption?.turn.played(playing.elapsed - before)
        finish(.played, on: engine)
        return true
    }

    // MARK: Reaching an interstitial

    /// Plans the interstitials of an item from its date ranges. Interstitials of an interstitial are ignored.
    func plan(_ schedule: InterstitialSchedule, of item: PlayingItem, on engine: isolated PlaybackEngine) {
        guard !item.isAsset else { return }
        var schedule = schedule
        schedule.add(item.options.interstitials)
        item.change { $0.plan(schedule) }
        engine.factContinuation.yield(.interstitials(item.id, schedule))
        if item.hasPosition { item.updateStopRanges(from: item === engine.current ? engine.playhead : item.beginning) }
    }

    /// Plays the breaks at the start of an item that has become current, once its beginning is known.
    func enter(_ item: PlayingItem, on engine: isolated PlaybackEngine) {
        guard item === engine.current, !item.isAsset, item.hasPosition else { return }
        let beginning = item.seek?.target ?? item.beginning
        let isLive = item.isLive
        let turn = item.change { $0.begin(at: beginning, isLive: isLive) }
        if let turn, item.seek == nil { return interrupt(item, by: turn, at: item.beginning, on: engine) }
        if !item.isOnAir { item.goOnAir(offset: item.offset, atOnce: true) }
        item.updateStopRanges(from: beginning)
    }

    // MARK: The break

    /// - Parameter position: the item's position in seconds; nil takes it from the clock.
    func interrupt(
        _ item: PlayingItem, by turn: InterstitialBreak, at position: Double? = nil, seek: Interruption.Seek? = nil,
        on engine: isolated PlaybackEngine
    ) {
        let position = position ?? engine.clock.time - item.offset
        if engine.trick.isActive {
            engine.trick.forget(on: engine)
            item.source?.assumeIsolated { $0.trick(rate: nil) }
        }
        engine.seeks.finish(item, landed: nil, on: engine)
        engine.lineup.holdNextBack()
        stopOutput(of: engine)
        item.leaveAir()
        item.forgetBlocks()
        item.note(.paused)
        let rest = Playback(
            position: position, rate: 0, wantsToPlay: false, isStalled: false, droppedFrames: engine.videoSink.counts.dropped)
        item.source?.assumeIsolated { $0.note(rest) }
        engine.state.isStalled = false
        engine.state.liveRate = 1
        interruption = Interruption(turn, at: position, seek: seek)
        engine.lineup.park()
        begin(on: engine)
    }

    private func stopOutput(of engine: isolated PlaybackEngine) {
        engine.outputs.stop()
        engine.clock.set(limit: nil)
    }

    /// Begins the next interstitial of the break, or resumes the item.
    private func begin(on engine: isolated PlaybackEngine) {
        guard let turn = interruption?.turn, let event = turn.event, let primary = engine.lineup.primary else { return resume(on: engine) }
        engine.factContinuation.yield(.interstitial(primary.id, .began(event)))
        let load: InterstitialLoad
        if let ahead = primary.upcoming, ahead.event == event, turn.joinedAt == 0 {
            load = ahead
        } else {
            primary.upcoming?.stop()
            load = findAssets(of: event, for: primary, joinedAt: turn.joinedAt, on: engine)
        }
        primary.prepare(nil)
        interruption?.begin(load)
        engine.report(.loading)
        if load.assets != nil { beginAssets(on: engine) }
    }

    func finish(_ ending: InterstitialBreak.Ending, on engine: isolated PlaybackEngine) {
        guard let turn = interruption?.turn, let event = turn.event, let primary = engine.lineup.primary else { return }
        primary.change { $0.finished(event.id) }
        interruption?.finish(ending)
        stopOutput(of: engine)
        engine.stop(engine.lineup.takeCurrent())
        engine.stop(engine.lineup.takeNext())
        engine.factContinuation.yield(.interstitial(primary.id, .ended(event, ending, elapsed: turn.progress)))
        begin(on: engine)
    }

    /// Resumes the item after the break.
    private func resume(on engine: isolated PlaybackEngine) {
        guard let turn = interruption?.turn, let primary = engine.lineup.primary else { return }
        guard primary.failure == nil else {
            // This also answers the seek that led here.
            returnToPrimary(on: engine)
            return engine.fail(primary)
        }
        let seek = interruption?.takeSeek()
        let continuation = turn.resumption(in: primary.scheduler.schedule)
        if case .time(let time) = continuation, let more = primary.change({ $0.arrive(at: time) }) {
            drop(on: engine)
            return interrupt(primary, by: more, at: time, seek: seek, on: engine)
        }
        returnToPrimary(on: engine)
        switch continuation {
        case .beginning, .place:
            engine.clock.jump(to: primary.beginning + primary.offset)
            primary.updateStopRanges(from: primary.beginning)
            primary.goOnAir(offset: primary.offset, atOnce: true)
            engine.continueIfPossible()
        case .time(let time):
            let ignore: @Sendable (SeekReport) -> Void = { _ in }
            engine.seeks.begin(
                primary, to: time, requestedAt: seek?.requestedAt ?? MonotonicClock.now, on: engine, report: seek?.report ?? ignore)
        case .end: engine.endedOrReady(primary)
        }
    }

    /// Ends the break. The item goes on air once its position is found, because what it had ready may be stale.
    private func returnToPrimary(on engine: isolated PlaybackEngine) {
        guard let primary = engine.lineup.primary else { return }
        drop(on: engine)
        engine.state.status = nil
        engine.timing.setRate(on: engine)
        engine.videoSink.admit([primary.video])
        engine.ticker.start(on: engine)
        engine.report(engine.state.wantsToPlay || !primary.hasBeenReady ? .loading : .paused)
    }

    /// Ends the break without a report. The items from before the break become current again, off air.
    func drop(on engine: isolated PlaybackEngine) {
        guard let previous = interruption else { return }
        interruption = nil
        stopOutput(of: engine)
        engine.stop(engine.lineup.takeCurrent())
        engine.stop(engine.lineup.takeNext())
        previous.load?.stop()
        previous.seek?.report(SeekReport(target: previous.position, landed: nil, latency: 0))
        engine.lineup.unpark()
    }

    /// Leaves the break for a seek.
    /// - Returns: false when the current interstitial must not be left.
    func leave(on engine: isolated PlaybackEngine) -> Bool {
        guard let previous = interruption, let event = previous.turn.event, let primary = engine.lineup.primary else { return true }
        guard !event.restrictsSkip, !event.restrictsJump else { return false }
        engine.factContinuation.yield(.interstitial(primary.id, .ended(event, .played, elapsed: playing(on: engine)?.elapsed ?? 0)))
        primary.change { $0.finished(event.id) }
        returnToPrimary(on: engine)
        engine.clock.jump(to: previous.position + primary.offset)
        return true
    }
}
