// SPDX-License-Identifier: Apache-2.0

import WindowboxCodec
import WindowboxMedia
import WindowboxStreaming

// Fast playing and playing backwards with single pictures: the clock runs at the rate, the tracks rest, the sound is off.
extension PlaybackEngine {
    /// The rate at which the tracks themselves are played: where single pictures can't be had, backwards is played forwards.
    var ordinaryRate: Double { rate < 0 ? 1 : interruption?.turn.event?.restrictsSkip == true ? min(rate, 1) : rate }

    private var wantsTrick: Bool {
        guard wantsToPlay, !isScrubbing, rate > 2 || rate < 0, configuration.pace == .realTime, let item = current,
            !item.isAsset, let source = item.source, item.failure == nil
        else { return false }
        if trick == nil, !item.isReady || item.seek != nil || status == .ended { return false }
        let rate = rate
        return source.assumeIsolated { $0.canTrick(at: rate) }
    }

    /// Goes into, stays in or leaves the playing of single pictures.
    /// - Returns: whether single pictures are played now.
    func settleTrick() -> Bool {
        guard wantsTrick, let item = current else {
            if trick != nil { leaveTrick() }
            return false
        }
        if trick?.rate != rate { enterTrick(item) }
        return true
    }

    private func enterTrick(_ item: PlayingItem) {
        let isEntered = trick != nil
        // Before all else: whatever the source answers asks whether single pictures are played.
        trick = TrickScreen(rate: rate)
        if !isEntered {
            forgetNext()
            clock.pause()
            speaker.pause()
            speaker.flush()
            item.video.leaveAir()
            item.audio.leaveAir()
            isStalled = false
            tellSource()
        }
        clock.set(rate: rate)
        clock.start()
        let rate = rate
        item.source?.assumeIsolated { $0.trick(rate: rate) }
        report(.playing)
        tellSource()
    }

    /// Goes on with the tracks from where the pictures have come to.
    func leaveTrick() {
        guard trick != nil, let item = current else { return }
        var target = position
        // Behind the last picture there is nothing to land on: what is left is played.
        if let end = item.timeline?.duration { target = max(min(target, end - 0.5), 0) }
        let isBackward = trick?.rate ?? 1 < 0
        jump(item, to: target)
        guard isBackward else { return }
        item.course.rewound(to: target)
        setFences(item, from: target)
    }

    /// Puts the tracks on air again; a seek follows.
    func endTrick(_ item: PlayingItem) {
        guard trick != nil else { return }
        tellSource()
        forgetTrick()
        item.source?.assumeIsolated { $0.trick(rate: nil) }
        goOnAir(item, offset: item.offset, atOnce: true)
    }

    func forgetTrick() {
        trickTimer?.cancel()
        trickTimer = nil
        guard trick != nil else { return }
        trick = nil
        clock.pause()
        setClockRate()
    }

    /// A single picture has come.
    func received(_ picture: VideoFrame, isScrub: Bool, _ item: PlayingItem) {
        guard item === current, item.blocked.range(at: picture.time + 0.001) == nil else { return }
        if isScrub {
            // Only until the seek it was fetched for has landed.
            if item.seek != nil, trick == nil { screen.show(picture, from: item.video) }
        } else if trick != nil {
            trick!.take(picture)
            showTrick()
        }
    }

    private func showTrick() {
        guard trick != nil, let item = current else { return }
        if let picture = trick!.due(at: position) { screen.show(picture, from: item.video) }
        trickTimer?.cancel()
        guard let wait = trick!.wait(from: position) else { return }
        trickTimer = Task { [weak self] in
            try? await Task.sleep(for: .seconds(wait))
            if !Task.isCancelled { await self?.showTrick() }
        }
    }

    /// Single pictures end where the stream does: forwards playing goes on from there at normal speed, or has ended;
    /// backwards it pauses.
    func stopAtBounds() {
        guard let trick, let bounds = current?.timeline?.seekable else { return }
        if trick.rate < 0, position <= bounds.start + 0.01 {
            pause()
        } else if trick.rate > 0, position >= bounds.end - 0.01 {
            rate = 1
            leaveTrick()
        }
    }
}
