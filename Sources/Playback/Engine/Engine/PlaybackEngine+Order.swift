// SPDX-License-Identifier: Apache-2.0

import WindowboxCodec
import WindowboxMedia
import WindowboxStreaming

// Handles items that become ready or end, and the change to the next one.
extension PlaybackEngine {
    func becameReady(_ item: PlayingItem) {
        if item.markReady() {
            emit(.ready(item.id, position: position), of: item)
            if !state.wantsToPlay { report(.paused) }
        }
        continueIfPossible()
    }

    func endedOrReady(_ item: PlayingItem) {
        becameReady(item)
        guard item.hasEnded else { return }
        // A user who drags to the end may still drag back.
        if seeks.isScrubbing { return seeks.finish(item, landed: nil, on: self) }
        if let error = item.pendingFailure { return fail(item, error) }
        if let damage = item.damage, !item.status.hasReportedDamage {
            if damage.isWhole { return fail(item, damage.error) }
            item.reportedDamage()
            emit(.warning(item.id, damage.error), of: item)
        }
        seeks.finish(item, landed: nil, on: self)
        // A user who seeks to the end while paused has not played it.
        guard state.wantsToPlay else {
            if item.hasBeenReady { report(.paused) }
            return
        }
        if item.isAsset { return interstitials.assetEnded(item, on: self) }
        if let turn = item.change({ $0.end() }) { return interstitials.interrupt(item, by: turn, on: self) }
        if let next {
            if !next.isOnAir { lineUp(next, behind: item) }
            advance(from: item, to: next)
        } else {
            outputs.pause()
            report(.ended)
            updateSource()
        }
    }

    /// Lines up an item that was not ready in time: playback stops where the previous one ended, and resumes with the first frame of this
    /// one.
    func lineUp(_ next: PlayingItem, behind item: PlayingItem) {
        outputs.pause()
        let end = item.offset + (item.end ?? 0)
        clock.jump(to: end)
        videoSink.admit([next.video])
        next.setOffset(end - next.beginning)
        if !next.startsWithBreak { next.goOnAir(offset: next.offset, atOnce: true) }
    }

    func advance(from item: PlayingItem, to following: PlayingItem) {
        lineup.advance()
        clock.set(limit: nil)
        state.status = nil
        item.stop()
        reportMetrics(item)
        following.becameVisible(videoSink.counts)
        videoSink.admit([following.video])
        following.video.showFirstAtOnce()
        if following.hasNoFrame { videoSink.begin(following.video) }
        // Its audio has been waiting for its turn, and nothing else wakes it.
        following.tracks.wake()
        emit(.advanced(from: item.id, to: following.id), of: following)
        if following.failure != nil {
            fail(following)
        } else if clock.isRunning {
            report(.playing)
        } else {
            report(.loading)
            becameReady(following)
        }
        updateSource()
        // A short item that was already on air may have ended before the change was noticed.
        if following.hasEnded, following.failure == nil { endedOrReady(following) }
        blocks.passReached(on: self)
        interstitials.enter(following, on: self)
    }

    /// Restores the distance from the live edge from before a pause or a stall, if the edge has moved on since.
    func restoreOffsetFromLive() {
        if let item = current, let target = item.takeOffsetFromLive(at: playhead) { seeks.jump(item, to: target, on: self) }
    }
}
