// SPDX-License-Identifier: Apache-2.0

import WindowboxMedia
import WindowboxStreaming

// Other content that interrupts an item: the item leaves the air where it stands, what interrupts it plays as items that
// nobody outside knows of, and the item goes on where that says.
extension PlaybackEngine {
    /// What interrupts the current item now; nil while it plays itself.
    public var interstitial: PlayingInterstitial? {
        guard let interruption, let event = interruption.turn.event else { return nil }
        let running = current.map { max(playhead - $0.beginning, 0) } ?? 0
        return PlayingInterstitial(
            event: event, elapsed: interruption.turn.progress + running, skipControl: interruption.load?.skipControl ?? event.skipControl)
    }

    /// Ends the interstitial that plays, where and when its skip control allows that.
    /// - Returns: whether it did.
    @discardableResult
    public func skipInterstitial() -> Bool {
        guard let interstitial, interstitial.canSkip, let before = interruption?.turn.progress else { return false }
        interruption?.turn.played(interstitial.elapsed - before)
        finishInterstitial(.played)
        return true
    }

    /// The current item as others know it.
    var visible: PlayingItem? { interruption?.primary ?? current }

    /// Seconds on the timeline of what plays, which may be an asset.
    var playhead: Double { current.map { clock.time - $0.offset } ?? 0 }

    // MARK: Coming to one

    /// Date ranges were read. Interstitials of what is an interstitial itself are ignored.
    func plan(_ schedule: InterstitialSchedule, of item: PlayingItem) {
        guard !item.isAsset else { return }
        var schedule = schedule
        schedule.add(item.options.interstitials)
        item.course.plan(schedule)
        tell.yield(.interstitials(item.id, schedule))
        if item.hasPosition { setFences(item, from: item === current ? playhead : item.beginning) }
    }

    /// Lets the renderers stop before what must not be played, and where the item is interrupted next.
    func setFences(_ item: PlayingItem, from position: Double) {
        var ranges = item.blocked.ranges
        if !item.isAsset, let stop = item.course.stop(from: position) {
            // At the end of a block, leaving that one comes to it.
            let block = item.blocked.next(from: stop - 0.003)
            if block.map({ $0.start > stop - 0.001 }) ?? true { ranges.append(TimeRange(start: stop, end: stop + 0.5)) }
        }
        let fences = BlockedRanges(ranges)
        guard fences != item.fences else { return }
        item.fences = fences
        item.video.set(blocked: fences)
        item.audio.set(blocked: fences)
    }

    /// An item has come on air, and its beginning is known.
    func enter(_ item: PlayingItem) {
        guard item === current, !item.isAsset, item.hasPosition else { return }
        let turn = item.course.begin(at: item.seek?.target ?? item.beginning, isLive: item.isLive)
        if let turn, item.seek == nil { return interrupt(item, by: turn, at: item.beginning) }
        if !item.isOnAir { goOnAir(item, offset: item.offset, atOnce: true) }
        setFences(item, from: item.seek?.target ?? item.beginning)
    }

    /// Whether an item can begin in the very moment in which another ends.
    func canFollow(_ next: PlayingItem, _ item: PlayingItem) -> Bool {
        var course = item.course
        return course.end() == nil && !startsWithBreak(next)
    }

    /// Whether something else is played before it: its own first picture must not be seen then.
    func startsWithBreak(_ item: PlayingItem) -> Bool {
        var course = item.course
        return item.hasPosition && course.begin(at: item.beginning, isLive: item.isLive) != nil
    }

    /// What has to be played before a seek may go where it wants.
    func turn(of item: PlayingItem, from position: Double, to time: Double) -> InterstitialBreak? {
        guard item.hasPosition, time.isFinite else { return nil }
        return item.course.seek(from: position, to: landing(item.timeline?.seekable.clamp(time) ?? time, of: item))
    }

    /// Fast playing with single pictures comes to what interrupts the item as well.
    func stopInTrick() -> Bool {
        guard let trick, trick.rate > 0, let item = current, let place = item.course.due(by: playhead),
            let turn = item.course.arrive(at: place)
        else { return false }
        interrupt(item, by: turn, at: place)
        return true
    }

    // MARK: The break

    /// - Parameter place: where the item stands; nil is where the clock says.
    func interrupt(_ item: PlayingItem, by turn: InterstitialBreak, at place: Double? = nil, seek: Interruption.Seek? = nil) {
        let position = place ?? clock.time - item.offset
        if trick != nil {
            forgetTrick()
            item.source?.assumeIsolated { $0.trick(rate: nil) }
        }
        finishSeek(item, landed: nil)
        forgetNext()
        stopOutput()
        item.isOnAir = false
        item.video.leaveAir()
        item.audio.leaveAir()
        item.reached = [:]
        item.meter.changed(to: .paused, at: MonotonicClock.now)
        let rest = Playback(
            position: position, rate: 0, wantsToPlay: false, isStalled: false, droppedFrames: screen.counts.dropped)
        item.source?.assumeIsolated { $0.note(rest) }
        (isStalled, liveRate) = (false, 1)
        interruption = Interruption(primary: item, following: next, turn: turn, position: position, seek: seek)
        (current, next) = (nil, nil)
        playInterstitial()
    }

    private func stopOutput() {
        clock.pause()
        clock.set(limit: nil)
        speaker.pause()
        speaker.flush()
    }

    private func playInterstitial() {
        guard let event = interruption?.turn.event, let primary = interruption?.primary else { return resume() }
        tell.yield(.interstitial(primary.id, .began(event)))
        let joined = interruption?.turn.joinedAt ?? 0
        let load: InterstitialLoad
        if let ahead = primary.upcoming, ahead.event == event, joined == 0 {
            load = ahead
        } else {
            primary.upcoming?.stop()
            load = findAssets(of: event, for: primary, joinedAt: joined)
        }
        primary.upcoming = nil
        interruption?.load = load
        interruption?.hasPlayed = false
        report(.loading)
        if load.assets != nil { beginAssets() }
    }

    func finishInterstitial(_ ending: InterstitialBreak.Ending) {
        guard let turn = interruption?.turn, let event = turn.event, let primary = interruption?.primary else { return }
        primary.course.finished(event.id)
        interruption?.turn.finish(ending)
        interruption?.load?.stop()
        interruption?.load = nil
        stopOutput()
        stopItem(&current)
        stopItem(&next)
        tell.yield(.interstitial(primary.id, .ended(event, ending, elapsed: turn.progress)))
        playInterstitial()
    }

    /// The item goes on.
    private func resume() {
        guard let turn = interruption?.turn, let primary = interruption?.primary else { return }
        guard primary.failure == nil else {
            // Answers the seek that led here, too.
            takeBack()
            return fail(primary)
        }
        let seek = interruption?.seek
        interruption?.seek = nil
        let continuation = turn.resumption(in: primary.course.schedule)
        if case .time(let time) = continuation, let more = primary.course.arrive(at: time) {
            dropBreak()
            return interrupt(primary, by: more, at: time, seek: seek)
        }
        takeBack()
        switch continuation {
        case .beginning, .place:
            clock.jump(to: primary.beginning + primary.offset)
            setFences(primary, from: primary.beginning)
            goOnAir(primary, offset: primary.offset, atOnce: true)
            continueIfPossible()
        case .time(let time):
            let unheard: @Sendable (SeekReport) -> Void = { _ in }
            begin(primary, to: time, asked: seek?.asked ?? MonotonicClock.now, report: seek?.report ?? unheard)
        case .end: endedOrReady(primary)
        }
    }

    /// Ends the break. The primary comes on air when its place is found: what it held ready may not be that any more.
    private func takeBack() {
        guard let primary = interruption?.primary else { return }
        dropBreak()
        status = nil
        setClockRate()
        screen.admit([primary.video])
        startTicks()
        report(wantsToPlay || !primary.hasBeenReady ? .loading : .paused)
    }

    /// Ends the break without a word about how: what was current before is so again, off the air.
    func dropBreak() {
        guard let former = interruption else { return }
        interruption = nil
        stopOutput()
        stopItem(&current)
        stopItem(&next)
        former.load?.stop()
        former.seek?.report(SeekReport(target: former.position, landed: nil, latency: 0))
        (current, next) = (former.primary, former.following)
    }

    /// Leaves the break, for a seek.
    /// - Returns: false where what plays must not be left.
    func leaveBreak() -> Bool {
        guard let event = interruption?.turn.event, let primary = interruption?.primary else { return true }
        guard !event.restrictsSkip, !event.restrictsJump else { return false }
        let position = interruption?.position ?? primary.beginning
        tell.yield(.interstitial(primary.id, .ended(event, .played, elapsed: interstitial?.elapsed ?? 0)))
        primary.course.finished(event.id)
        takeBack()
        clock.jump(to: position + primary.offset)
        return true
    }
}
