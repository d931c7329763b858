// SPDX-License-Identifier: Apache-2.0

import WindowboxCodec
import WindowboxMedia
import WindowboxStreaming

// Spans that must not be played: pictures and sound stop before the first of one, and go on with the first behind it.
extension PlaybackEngine {
    /// What of the current or the prepared item must not be played from now on; ignored for other items. A seek, or a start,
    /// into a range leads to its end; an item whose rest is blocked ends where the block begins.
    public func block(_ ranges: BlockedRanges, of id: ItemID) {
        guard let item = item(id), item.blocked != ranges else { return }
        item.blocked = ranges
        item.reached = [:]
        setFences(item, from: item === current ? position : item.beginning)
        item.source?.assumeIsolated { $0.block(ranges) }
        guard item.hasPosition else { return }
        if item === current, item.failure == nil, !item.hasEnded {
            if trick != nil { return passInTrick() }
            let place = item.seek?.target ?? position
            if ranges.range(at: place) != nil { leaveBlock(item, at: place) } else { watchGaps() }
        } else if item === next {
            beginBehindBlock(item)
        }
    }

    /// Where going to a time leads: to the end of what blocks it, or before a block that nothing follows.
    func landing(_ time: Double, of item: PlayingItem) -> Double {
        guard let block = item.blocked.range(at: time) else { return time }
        return isLast(block, of: item) ? max(block.start - 0.1, item.timeline?.seekable.start ?? 0) : block.end
    }

    private func isLast(_ block: TimeRange, of item: PlayingItem) -> Bool {
        item.timeline?.duration.map { block.end >= $0 - 0.1 } ?? false
    }

    /// An item that has just got its position may have got it within a block.
    func beginBehindBlock(_ item: PlayingItem) {
        guard let block = item.blocked.range(at: item.beginning) else { return }
        if item === current { return leaveBlock(item, at: item.beginning) }
        guard !isLast(block, of: item) else { return }
        item.beginning = block.end
        item.source?.assumeIsolated { $0.seek(to: block.end) }
    }

    /// Playing is somewhere where it may not be.
    private func leaveBlock(_ item: PlayingItem, at place: Double) {
        guard let block = item.blocked.range(at: place) else { return }
        if item.seek != nil { jump(item, to: place) } else { pass(block, of: item) }
    }

    /// A renderer has put out all that comes before a block.
    func reached(_ block: TimeRange, _ kind: TrackKind, of item: PlayingItem) {
        item.reached[kind] = block
        guard item === current else { return }
        if kind == .audio { speaker.letOut() }
        passBlock()
    }

    /// Passes over a block once all before it was seen and heard.
    /// - Parameter waits: how often the card was asked in vain.
    func passBlock(waits: Int = 0) {
        blockTimer?.cancel()
        blockTimer = nil
        guard let item = current, clock.isRunning, trick == nil, !isScrubbing, item.seek == nil, !item.hasEnded, item.failure == nil,
            let block = item.reached.values.min(by: { $0.start < $1.start }),
            item.needed.allSatisfy({ item.reached[$0] != nil || item.ended[$0] != nil })
        else { return }
        let wait = configuration.pace == .realTime ? (block.start - playhead) / max(clock.rate, 0.05) : 0
        // A card that never says that it has played all is not waited for: half a second is more than it can hold.
        if wait <= 0.001, speaker.hasPlayedAll || waits >= 100 { return pass(block, of: item) }
        blockTimer = Task { [weak self] in
            // What the sound card still has is heard before it is taken on.
            try? await Task.sleep(for: .seconds(max(wait, 0.005)))
            if !Task.isCancelled { await self?.passBlock(waits: wait <= 0.001 ? waits + 1 : 0) }
        }
    }

    private func pass(_ block: TimeRange, of item: PlayingItem) {
        item.reached = [:]
        if let turn = item.course.arrive(at: block.start) { return interrupt(item, by: turn, at: block.start) }
        let id = item.id
        guard !isLast(block, of: item) else {
            forgetNext()
            for kind in item.needed { item.ended[kind] = block.start }
            return endedOrReady(item)
        }
        // An interstitial may lie just behind the block.
        if let turn = item.course.arrive(at: block.end) { return interrupt(item, by: turn, at: block.end) }
        let tell = tell
        tell.yield(.reachedBlocked(id, block))
        begin(item, to: block.end, asked: MonotonicClock.now) { report in
            if report.landed != nil { tell.yield(.passedBlocked(id, block)) }
        }
    }

    /// Single pictures go on at the other side of a block.
    func passInTrick() {
        guard let rate = trick?.rate, let item = current, let block = item.blocked.range(at: position) else { return }
        let beyond = rate > 0 ? block.end : block.start - 0.01
        clock.jump(to: max(beyond, item.timeline?.seekable.start ?? 0) + item.offset)
        tellSource()
        item.source?.assumeIsolated { $0.trick(rate: rate) }
    }
}
