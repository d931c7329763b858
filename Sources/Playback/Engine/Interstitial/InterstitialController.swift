// SPDX-License-Identifier: Apache-2.0

import WindowboxMedia
import WindowboxStreaming

/// Plays other content in breaks of an item. The item leaves the air where it stands, the assets play as items that users of the
/// engine never hear of, and the item goes on where the interstitial says.
///
/// Belongs to the engine's actor.
final class InterstitialController {
    /// nil while an item plays itself.
    var interruption: Interruption?
    private var lastAsset = 0

    /// Where the interrupted item stands, in seconds; nil while nothing interrupts it.
    var position: Double? { interruption?.position }
    /// What plays may not be played faster than normal.
    var restrictsRate: Bool { interruption?.turn.event?.restrictsSkip == true }

    func stop() { interruption?.load?.stop() }

    /// - Returns: an ID that no item of the engine's user has.
    func nextAssetID() -> ItemID {
        lastAsset += 1
        return ItemID(-lastAsset)
    }

    /// What interrupts the current item now.
    func playing(on engine: isolated PlaybackEngine) -> PlayingInterstitial? {
        guard let interruption, let event = interruption.turn.event else { return nil }
        let running = engine.current.map { max(engine.playhead - $0.beginning, 0) } ?? 0
        return PlayingInterstitial(
            event: event, elapsed: interruption.turn.progress + running, skipControl: interruption.load?.skipControl ?? event.skipControl)
    }

    /// - Returns: whether the interstitial may be skipped now, and was.
    func skip(on engine: isolated PlaybackEngine) -> Bool {
        guard let playing = playing(on: engine), playing.canSkip, let before = interruption?.turn.progress else { return false }
        interruption?.turn.played(playing.elapsed - before)
        finish(.played, on: engine)
        return true
    }

    // MARK: Coming to one

    /// Date ranges were read. Interstitials of what is an interstitial itself are ignored.
    func plan(_ schedule: InterstitialSchedule, of item: PlayingItem, on engine: isolated PlaybackEngine) {
        guard !item.isAsset else { return }
        var schedule = schedule
        schedule.add(item.options.interstitials)
        item.change { $0.plan(schedule) }
        engine.tell.yield(.interstitials(item.id, schedule))
        if item.hasPosition { item.setFences(from: item === engine.current ? engine.playhead : item.beginning) }
    }

    /// The current item's turn has come, and its beginning is known.
    func enter(_ item: PlayingItem, on engine: isolated PlaybackEngine) {
        guard item === engine.current, !item.isAsset, item.hasPosition else { return }
        let beginning = item.seek?.target ?? item.beginning
        let isLive = item.isLive
        let turn = item.change { $0.begin(at: beginning, isLive: isLive) }
        if let turn, item.seek == nil { return interrupt(item, by: turn, at: item.beginning, on: engine) }
        if !item.isOnAir { item.goOnAir(offset: item.offset, atOnce: true) }
        item.setFences(from: beginning)
    }

    // MARK: The break

    /// - Parameter place: where the item stands; nil is where the clock says.
    func interrupt(
        _ item: PlayingItem, by turn: InterstitialBreak, at place: Double? = nil, seek: Interruption.Seek? = nil,
        on engine: isolated PlaybackEngine
    ) {
        let position = place ?? engine.clock.time - item.offset
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

    /// Begins the next interstitial of the break, or lets the item go on.
    private func begin(on engine: isolated PlaybackEngine) {
        guard let turn = interruption?.turn, let event = turn.event, let primary = engine.lineup.primary else { return resume(on: engine) }
        engine.tell.yield(.interstitial(primary.id, .began(event)))
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
        engine.tell.yield(.interstitial(primary.id, .ended(event, ending, elapsed: turn.progress)))
        begin(on: engine)
    }

    /// The item goes on.
    private func resume(on engine: isolated PlaybackEngine) {
        guard let turn = interruption?.turn, let primary = engine.lineup.primary else { return }
        guard primary.failure == nil else {
            // Answers the seek that led here, too.
            takeBack(on: engine)
            return engine.fail(primary)
        }
        let seek = interruption?.takeSeek()
        let continuation = turn.resumption(in: primary.course.schedule)
        if case .time(let time) = continuation, let more = primary.change({ $0.arrive(at: time) }) {
            drop(on: engine)
            return interrupt(primary, by: more, at: time, seek: seek, on: engine)
        }
        takeBack(on: engine)
        switch continuation {
        case .beginning, .place:
            engine.clock.jump(to: primary.beginning + primary.offset)
            primary.setFences(from: primary.beginning)
            primary.goOnAir(offset: primary.offset, atOnce: true)
            engine.continueIfPossible()
        case .time(let time):
            let unheard: @Sendable (SeekReport) -> Void = { _ in }
            engine.seeks.begin(
                primary, to: time, asked: seek?.asked ?? MonotonicClock.now, on: engine, report: seek?.report ?? unheard)
        case .end: engine.endedOrReady(primary)
        }
    }

    /// Ends the break. The item comes on air when its place is found: what it held ready may not be that any more.
    private func takeBack(on engine: isolated PlaybackEngine) {
        guard let primary = engine.lineup.primary else { return }
        drop(on: engine)
        engine.state.status = nil
        engine.timing.setRate(on: engine)
        engine.videoSink.admit([primary.video])
        engine.beat.start(on: engine)
        engine.report(engine.state.wantsToPlay || !primary.hasBeenReady ? .loading : .paused)
    }

    /// Ends the break without a report: what was current before is so again, off the air.
    func drop(on engine: isolated PlaybackEngine) {
        guard let former = interruption else { return }
        interruption = nil
        stopOutput(of: engine)
        engine.stop(engine.lineup.takeCurrent())
        engine.stop(engine.lineup.takeNext())
        former.load?.stop()
        former.seek?.report(SeekReport(target: former.position, landed: nil, latency: 0))
        engine.lineup.unpark()
    }

    /// Leaves the break, for a seek.
    /// - Returns: false where what plays must not be left.
    func leave(on engine: isolated PlaybackEngine) -> Bool {
        guard let former = interruption, let event = former.turn.event, let primary = engine.lineup.primary else { return true }
        guard !event.restrictsSkip, !event.restrictsJump else { return false }
        engine.tell.yield(.interstitial(primary.id, .ended(event, .played, elapsed: playing(on: engine)?.elapsed ?? 0)))
        primary.change { $0.finished(event.id) }
        takeBack(on: engine)
        engine.clock.jump(to: former.position + primary.offset)
        return true
    }
}
