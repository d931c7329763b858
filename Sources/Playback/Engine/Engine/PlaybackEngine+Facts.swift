// SPDX-License-Identifier: Apache-2.0

import WindowboxCodec
import WindowboxMedia
import WindowboxStreaming

// Handles what sources, tracks and renderers report.
extension PlaybackEngine {
    nonisolated func post(_ body: @escaping @Sendable (isolated PlaybackEngine) -> Void) {
        queue.enqueue { self.assumeIsolated(body) }
    }

    func run(_ body: @Sendable (isolated PlaybackEngine) -> Void) { if !Task.isCancelled { body(self) } }

    /// - Returns: a timer, which does nothing once it is cancelled.
    nonisolated func after(_ seconds: Double, _ body: @escaping @Sendable (isolated PlaybackEngine) -> Void) -> Task<Void, Never> {
        Task { [weak self] in
            if seconds > 0 { try? await Task.sleep(for: .seconds(seconds)) }
            if !Task.isCancelled { await self?.run(body) }
        }
    }

    /// Reports a fact, unless it concerns an interstitial asset, which users of the engine don't know.
    func emit(_ fact: EngineFact, of item: PlayingItem) { if !item.isAsset { factContinuation.yield(fact) } }

    func reportMetrics(_ item: PlayingItem) {
        item.note(.ended)
        emit(.metrics(item.id, item.metrics(videoSink.counts)), of: item)
    }

    private func reportAbilities(_ item: PlayingItem) {
        if let abilities = item.changedAbilities() { emit(.abilities(item.id, abilities), of: item) }
    }

    /// Attaches the source of an item whose URL was opened.
    func opened(_ source: any ItemSource, _ id: ItemID) {
        guard let item = lineup.item(id) else {
            Task { await source.stop() }
            return
        }
        item.attach(source, limits: factory.limits)
        // Delivers the source's starting position to the item before the source is updated.
        queue.deliver()
        if item === current { updateSource() }
    }

    func sourced(_ fact: SourceFact, _ id: ItemID) {
        guard let item = lineup.item(id) else { return }
        item.handle(fact)
        if let news = EngineFact(fact, of: id) { emit(news, of: item) }
        switch fact {
        case .timeline: if item.isAsset, item.isLive { sourceFailed(item, .liveAsset(item.address)) } else { reportAbilities(item) }
        case .kinds(let kinds): handle(item.found(kinds), of: item)
        case .position(let position):
            let isElsewhere = item.seek.map { ($0.target - position).magnitude > 0.001 } ?? false
            if !isElsewhere, item === current, item.offset == 0 || !clock.isRunning { clock.jump(to: position + item.offset) }
        case .begun:
            // The user sought before the stream was known, and the source has begun elsewhere.
            if let seek = item.seek, (seek.target - item.beginning).magnitude > 0.001 {
                item.source?.assumeIsolated { $0.seek(to: seek.target) }
            }
            interstitials.enter(item, on: self)
            if item.seek == nil { blocks.beginBehind(item, on: self) }
        case .rate(let factor):
            guard item === current, !trick.isActive else { return }
            state.liveRate = factor
            timing.applyRate(on: self)
        case .jump(let time): if item === current { seeks.jump(item, to: time, on: self) }
        case .failed(let error): sourceFailed(item, error)
        case .progressed:
            if item === current { continueIfPossible() }
            if item === current, !item.gaps.ranges.isEmpty { gaps.watch(on: self) }
        case .transferred(let transfer): state.counts.bytes += transfer.bytes
        case .requested: state.counts.requests += 1
        case .frame(let frame, let isScrub): trick.received(frame, isScrub: isScrub, of: item, on: self)
        case .interstitials(let schedule): interstitials.plan(schedule, of: item, on: self)
        case .journal(let lines): factContinuation.yield(.journal(id, lines))
        default: break
        }
    }

    func tracked(_ fact: TrackFact, _ id: ItemID) {
        guard let item = lineup.item(id) else { return }
        switch fact {
        case .passing(let frame, let generation):
            if generation == item.generation(of: .video) { trick.received(frame, isScrub: true, of: item, on: self) }
        case .captions(let captions): emit(.captions(id, captions), of: item)
        case .failed(let kind, let error):
            factContinuation.yield(.journal(item.id, ["\(kind.name) is left out: \(error.description)"]))
            let change = item.failed(kind, error)
            switch change {
            case .unplayable: break
            case .none, .changed:
                let cause = "The \(kind.name) can't be played, and is left out: \(error.description)"
                emit(.warning(item.id, StreamingError(.unsupported, message: cause)), of: item)
            }
            handle(change, of: item)
        }
    }

    private func handle(_ change: PlayableKinds.Change, of item: PlayingItem) {
        guard item.failure == nil else { return }
        switch change {
        case .none: break
        case .unplayable(let error):
            item.fail(StreamingError(.unsupported, message: error.description))
            if item === current { fail(item) }
        case .changed:
            emit(.kinds(item.id, item.kinds), of: item)
            reportAbilities(item)
            if item === current { becameReady(item) }
        }
    }

    func rendered(_ fact: RenderFact, _ id: ItemID) {
        guard let item = lineup.item(id), !trick.isActive || item !== current else { return }
        switch fact {
        case .format(let format): emit(.picture(id, format), of: item)
        case .ready(let kind, let generation, let time, let moment):
            guard generation == item.generation(of: kind) else { return }
            item.becameReady(kind)
            if kind == .video { item.letAudioLead(item.kinds == [.audio]) }
            if item.leading == .audio, item === current { videoSink.begin(item.video) }
            if kind == item.leading {
                // Nothing is visible at a target before the first frame, which is shown until it is due.
                let isEarly = item.seek.map { time > $0.target + Self.longestRounding } ?? false
                seeks.finish(item, landed: isEarly ? item.seek?.target : time, at: moment, on: self)
                item.source?.assumeIsolated { $0.firstFrameShown() }
            }
            if item === current { becameReady(item) }
        case .idle(let kind, let generation, let moment):
            guard generation == item.generation(of: kind) else { return }
            item.waitForVideo()
            if item === current { videoSink.begin(item.video) }
            item.letAudioLead(true)
            if let seek = item.seek { seeks.finish(item, landed: seek.target, at: moment, on: self) }
            if item === current { becameReady(item) }
        case .starved(let kind, let generation):
            guard item === current, generation == item.generation(of: kind), clock.isRunning, item.kinds.contains(kind) else { return }
            timing.stall(item, on: self)
        case .heard: if item === current { item.tracks.wake() }
        case .reachedBlock(let kind, let generation, let block):
            if generation == item.generation(of: kind) { blocks.reached(block, kind, of: item, on: self) }
        case .written(let kind, let generation):
            guard generation == item.generation(of: kind) else { return }
            item.wrote(kind)
            guard item === current else { return }
            // There is no audio left to wait for.
            timing.release(item, on: self)
            // With a next item, its audio would follow without a gap.
            if next == nil { audioSink.playOut() }
        case .ended(let kind, let generation, let time):
            guard generation == item.generation(of: kind) else { return }
            item.end(kind, at: time)
            if kind == .video, item === current { videoSink.begin(item.video) }
            if kind == .video { item.letAudioLead(true) }
            // A track that ended without showing anything has no frame for the seek, and nothing else will finish it.
            if kind == item.leading { seeks.finish(item, landed: nil, on: self) }
            guard item === current else { return }
            endedOrReady(item)
            blocks.passReached(on: self)
        }
    }

    /// Seconds by which the first frame after a seek may be later than its target and still be the one that was meant.
    private static let longestRounding = 0.1

    // MARK: Failures

    /// The source of an item can deliver nothing more. What it has delivered is played to the last frame first.
    func sourceFailed(_ item: PlayingItem, _ error: StreamingError) {
        if item.isAsset { return interstitials.assetFailed(item, error, on: self) }
        // Without a known track there is nothing to play first.
        guard item === current, item.hasBeenReady, !item.kinds.isEmpty, state.wantsToPlay, !trick.isActive, item.seek == nil, !item.hasEnded
        else {
            item.fail(error)
            if item === current { fail(item) }
            return
        }
        item.giveUp(error)
        lineup.holdNextBack()
        continueIfPossible()
    }

    func fail(_ item: PlayingItem, _ error: StreamingError) {
        item.fail(error)
        fail(item)
    }

    func fail(_ item: PlayingItem) {
        guard let error = item.failure else { return }
        if item.isAsset { return interstitials.assetFailed(item, error, on: self) }
        outputs.pause()
        seeks.finish(item, landed: nil, on: self)
        factContinuation.yield(.failed(item.id, error))
    }
}
