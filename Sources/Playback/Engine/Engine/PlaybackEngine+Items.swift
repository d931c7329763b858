// SPDX-License-Identifier: Apache-2.0

import WindowboxCodec
import WindowboxMedia
import WindowboxStreaming
import WindowboxTransport

extension PlaybackEngine {
    func makeItem(_ resource: String, _ id: ItemID, _ start: StartPosition, _ options: ItemOptions) -> PlayingItem {
        let onRender: @Sendable (RenderFact) -> Void = { [weak self] fact in self?.hop { $0.rendered(fact, id) } }
        let tracks = ItemTracks(configuration: configuration, format: speaker.format) { [weak self] fact in
            self?.hop { $0.tracked(fact, id) }
        }
        let item = PlayingItem(
            id: id, start: start, options: options, tracks: tracks,
            video: VideoRenderer(track: tracks.video, clock: clock, screen: screen, facts: onRender),
            audio: AudioRenderer(track: tracks.audio, clock: clock, speaker: speaker, facts: onRender))
        item.run()
        open(resource, item, start)
        return item
    }

    private nonisolated func hop(_ body: @escaping @Sendable (isolated PlaybackEngine) -> Void) {
        queue.enqueue { self.assumeIsolated(body) }
    }

    /// Looks at the first bytes: a playlist becomes a session, anything else is a file.
    private func open(_ resource: String, _ item: PlayingItem, _ start: StartPosition) {
        let (id, tracks, transport, queue) = (item.id, item.tracks, transport, queue)
        var streaming = configuration.streaming
        if let ahead = item.options.forwardBuffer { streaming.bufferGoal = ahead }
        let ahead = item.options.forwardBuffer
        let keys = KeyStore(keyProviders + [IdentityKeyProvider(transport)])
        let onSource: @Sendable (SourceFact) -> Void = { [weak self] fact in self?.assumeIsolated { $0.sourced(fact, id) } }
        item.opening = Task { [weak self, streaming] in
            do throws(TransportError) {
                let request = TransportRequest(url: resource, limits: streaming.limitsOfLoads.playlist, acceptsCompression: true)
                let opened = try await OpenedResource.open(request, with: transport, policy: streaming.recovery) {
                    await self?.sourced(.requested, id)
                }
                if !opened.isPlaylist, let complaint = opened.complaint {
                    await self?.sourced(.failed(StreamingError(.unsupported, message: complaint, url: opened.head.url)), id)
                    return
                }
                let source: any ItemSource =
                    opened.isPlaylist
                    ? HLSSource(
                        opened: opened, address: resource, tracks: tracks, transport: transport, keys: keys, configuration: streaming,
                        queue: queue, facts: onSource)
                    : FileSource(
                        opened: opened, address: resource, tracks: tracks, transport: transport, ahead: ahead, queue: queue,
                        facts: onSource)
                await self?.opened(source, id, start)
            } catch {
                let failure = LoadFailure(error)
                let message = StreamingError(
                    .unavailable, message: error.description, url: resource, underlying: failure, isTransient: error.canRetry)
                await self?.sourced(.failed(message), id)
            }
        }
    }

    private func opened(_ source: any ItemSource, _ id: ItemID, _ start: StartPosition) {
        guard let item = item(id) else {
            Task { await source.stop() }
            return
        }
        item.source = source
        let position: StartPosition = item.seek.map { .time($0.target) } ?? start
        let (limits, selections, blocked) = (limits, item.selections, item.blocked)
        source.assumeIsolated { source in
            if let limits { source.limit(limits) }
            for selection in selections { source.select(selection) }
            if !blocked.isEmpty { source.block(blocked) }
            source.start(at: position)
        }
        if item === current { tellSource() }
    }

    func item(_ id: ItemID) -> PlayingItem? { current?.id == id ? current : next?.id == id ? next : nil }

    // MARK: What sources tell

    func sourced(_ fact: SourceFact, _ id: ItemID) {
        guard let item = item(id) else { return }
        switch fact {
        case .presentation(let presentation):
            item.meter.presents(presentation)
            tell.yield(.presentation(id, presentation))
        case .timeline(let timeline):
            item.timeline = timeline
            tell.yield(.timeline(id, timeline))
            tellAbilities(item)
        case .kinds(let kinds):
            guard item.kinds != kinds else { return }
            item.kinds = kinds
            item.audio.set(leads: kinds == [.audio])
            tell.yield(.kinds(id, kinds))
            tellAbilities(item)
            if item === current { becameReady(item) }
        case .position(let position):
            item.hasPosition = true
            item.beginning = position
            if let seek = item.seek, (seek.target - position).magnitude > 0.001 {
                // Asked for before the stream was known: the source has begun elsewhere.
                let target = item.timeline?.seekable.clamp(seek.target) ?? seek.target
                queue.enqueue { self.assumeIsolated { $0.item(id)?.source?.assumeIsolated { $0.seek(to: target) } } }
            } else if item === current, item.offset == 0 || !clock.isRunning {
                clock.jump(to: position + item.offset)
            }
            if item.seek == nil, item.blocked.range(at: position) != nil {
                queue.enqueue { self.assumeIsolated { engine in if let item = engine.item(id) { engine.beginBehindBlock(item) } } }
            }
        case .variant(let variant, let position, let reason):
            item.meter.changed(variant: variant)
            tell.yield(.variant(id, VariantSwitch(variant: variant, position: position, reason: reason)))
        case .rate(let factor):
            guard item === current, trick == nil else { return }
            liveRate = factor
            queue.enqueue { self.assumeIsolated { $0.applyRate() } }
        case .jump(let time):
            guard item === current else { return }
            queue.enqueue { self.assumeIsolated { engine in if let item = engine.item(id) { engine.jump(item, to: time) } } }
        case .failed(let error): gaveUp(item, error)
        case .warning(let failure):
            let error = StreamingError(.unavailable, message: failure.message, underlying: failure, isTransient: true)
            tell.yield(.warning(id, error))
        case .progressed:
            if item === current { continueIfPossible() }
            if item === current, !item.gaps.ranges.isEmpty { watchGaps() }
        case .transferred(let transfer):
            counts.bytes += transfer.bytes
            item.meter.transferred(transfer)
        case .requested:
            counts.requests += 1
            item.meter.requested()
        case .gap(let lane, let range):
            item.gaps.add(lane, range)
            tell.yield(.gap(id, lane, range))
        case .gapsForgotten(let lane, let time): item.gaps.forget(lane, from: time)
        case .picture(let picture, let isScrub): received(picture, isScrub: isScrub, item)
        case .preview(let preview): item.previews.received(preview)
        case .noPreview: item.previews.received(nil)
        case .dateRanges(let ranges): tell.yield(.dateRanges(id, ranges))
        case .interstitials(let schedule): tell.yield(.interstitials(id, schedule))
        case .text(let fact): tell.yield(.text(id, fact))
        case .journal(let lines): tell.yield(.journal(id, lines))
        }
    }

    // MARK: What tracks and renderers tell

    private func tracked(_ fact: TrackFact, _ id: ItemID) {
        guard let item = item(id) else { return }
        switch fact {
        case .passing(let picture, let generation):
            if generation == item.tracks.video.generation { received(picture, isScrub: true, item) }
        case .failed(let kind, let error): failed(kind, of: item, error)
        }
    }

    private func failed(_ kind: TrackKind, of item: PlayingItem, _ error: CodecError) {
        // One track that can't be decoded leaves the other; without any there is nothing to play.
        item.kinds.remove(kind)
        tell.yield(.journal(item.id, ["\(kind.name) is left out: \(error.description)"]))
        guard item.kinds.isDisjoint(with: [.video, .audio]) else { return becameReady(item) }
        item.failure = StreamingError(.unsupported, message: error.description)
        if item === current { fail(item) }
    }

    private func rendered(_ fact: RenderFact, _ id: ItemID) {
        guard let item = item(id), trick == nil || item !== current else { return }
        switch fact {
        case .picture(let format): tell.yield(.picture(id, format))
        case .captions(let captions): tell.yield(.captions(id, captions))
        case .ready(let kind, let generation, let time, let moment):
            guard generation == self.generation(of: kind, item) else { return }
            item.ready.insert(kind)
            if kind == item.leading {
                finishSeek(item, landed: time, at: moment)
                item.source?.assumeIsolated { $0.goOn() }
            }
            if item === current { becameReady(item) }
        case .starved(let kind, let generation):
            guard item === current, generation == self.generation(of: kind, item), clock.isRunning, item.kinds.contains(kind) else {
                return
            }
            clock.pause()
            speaker.pause()
            isStalled = true
            noteOffsetFromLive()
            report(.stalled)
            tellSource()
            watchGaps()
        case .reachedBlock(let kind, let generation, let block):
            if generation == self.generation(of: kind, item) { reached(block, kind, of: item) }
        case .ended(let kind, let generation, let time):
            guard generation == self.generation(of: kind, item) else { return }
            item.ended[kind] = time
            item.ready.insert(kind)
            // A track that ends without having shown anything has no picture for the seek: nothing else will land it.
            if kind == item.leading { finishSeek(item, landed: nil) }
            if item === current {
                // The next item's sound would follow without a gap.
                if kind == .audio, next == nil { speaker.letOut() }
                endedOrReady(item)
                passBlock()
            }
        }
    }

    private func generation(of kind: TrackKind, _ item: PlayingItem) -> Int {
        kind == .video ? item.tracks.video.generation : item.tracks.audio.generation
    }

    private func becameReady(_ item: PlayingItem) {
        if !item.hasBeenReady, item.ready.contains(item.leading) {
            item.hasBeenReady = true
            item.meter.isReady(at: MonotonicClock.now)
            tell.yield(.ready(item.id, position: position))
            if !wantsToPlay { report(.paused) }
        }
        continueIfPossible()
    }

    func endedOrReady(_ item: PlayingItem) {
        becameReady(item)
        guard item.hasEnded else { return }
        // Whoever drags to the end may yet drag back.
        if isScrubbing { return finishSeek(item, landed: nil) }
        if let error = item.lastWord { return fail(item, error) }
        finishSeek(item, landed: nil)
        // Whoever goes to the end while paused has not played it.
        guard wantsToPlay else {
            if item.hasBeenReady { report(.paused) }
            return
        }
        if let next {
            if !next.isOnAir { lineUp(next, behind: item) }
            advance(from: item, to: next)
        } else {
            clock.pause()
            speaker.pause()
            report(.ended)
            tellSource()
        }
    }

    /// The item that follows was not ready in time: playing stops where the former one ended, and goes on with its first
    /// picture.
    private func lineUp(_ next: PlayingItem, behind item: PlayingItem) {
        clock.pause()
        speaker.pause()
        let end = item.offset + (item.ended.values.max() ?? 0)
        clock.jump(to: end)
        screen.admit([next.video])
        goOnAir(next, offset: end - next.beginning, atOnce: true)
    }

    private func advance(from item: PlayingItem, to following: PlayingItem) {
        current = following
        next = nil
        clock.set(limit: nil)
        status = nil
        item.stop()
        tellMetrics(item)
        following.meter.cameOnAir(screen.counts)
        screen.admit([following.video])
        following.video.showFirstAtOnce()
        // Its sound has been waiting for its turn, which nothing else tells it of.
        following.tracks.wake()
        tell.yield(.advanced(from: item.id, to: following.id))
        if following.failure != nil {
            fail(following)
        } else if clock.isRunning {
            report(.playing)
        } else {
            report(.loading)
            becameReady(following)
        }
        tellSource()
        // A short item that was on air already may have come to its end before its turn was noticed.
        if following.hasEnded, following.failure == nil { endedOrReady(following) }
        passBlock()
    }

    // MARK: The beat

    /// Tells the source how playing goes, and lines up the next item when the end of the current one is known.
    func startTicks() {
        ticks?.cancel()
        ticks = Task { [weak self] in
            while !Task.isCancelled, let beat = await self?.beat {
                try? await Task.sleep(for: .seconds(beat))
                if !Task.isCancelled { await self?.tick() }
            }
        }
    }

    /// Seconds until the next look: a fifth of a second of media, and the moment at which single pictures come to their bound.
    private var beat: Double {
        guard configuration.pace == .realTime else { return 0.005 }
        let rate = clock.isRunning ? clock.rate : 0
        let usual = 0.2 / max(rate.magnitude, 1)
        guard trick != nil, rate != 0, let bounds = current?.timeline?.seekable else { return usual }
        return min(usual, max(((rate > 0 ? bounds.end : bounds.start) - position) / rate, 0.005))
    }

    private func tick() {
        tellSource()
        if trick != nil {
            passInTrick()
            return stopAtBounds()
        }
        if isStalled { continueIfPossible() }
        watchGaps()
        guard let current, current.lastWord == nil, let next, !next.isOnAir, next.failure == nil, next.hasPosition,
            let end = current.decodedEnd
        else { return }
        screen.admit([current.video, next.video])
        goOnAir(next, offset: current.offset + end - next.beginning, atOnce: false)
    }
}
