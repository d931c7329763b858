// SPDX-License-Identifier: Apache-2.0

import WindowboxCodec
import WindowboxMedia
import WindowboxStreaming
import WindowboxTransport

extension PlaybackEngine {
    /// - Parameter primary: the item that this one is played in a break of.
    func makeItem(
        _ resource: String, _ id: ItemID, _ start: StartPosition, _ options: ItemOptions, within primary: PlayingItem? = nil
    ) -> PlayingItem {
        let onRender: @Sendable (RenderFact) -> Void = { [weak self] fact in self?.hop { $0.rendered(fact, id) } }
        let tracks = ItemTracks(configuration: configuration, format: speaker.format) { [weak self] fact in
            self?.hop { $0.tracked(fact, id) }
        }
        let item = PlayingItem(
            id: id, address: resource, isAsset: primary != nil, start: start, options: options,
            transport: primary?.transport ?? CookieTransport(transport), tracks: tracks,
            video: VideoRenderer(track: tracks.video, clock: clock, screen: screen, facts: onRender),
            audio: AudioRenderer(track: tracks.audio, clock: clock, speaker: speaker, facts: onRender))
        tracks.set(processing)
        item.run()
        if primary == nil, !options.interstitials.isEmpty { plan(InterstitialSchedule(), of: item) }
        open(resource, item, start, referrer: primary?.address)
        return item
    }

    nonisolated func hop(_ body: @escaping @Sendable (isolated PlaybackEngine) -> Void) {
        queue.enqueue { self.assumeIsolated(body) }
    }

    /// Looks at the first bytes: a playlist becomes a session, anything else is a file.
    private func open(_ resource: String, _ item: PlayingItem, _ start: StartPosition, referrer: String?) {
        let (id, tracks, transport, queue) = (item.id, item.tracks, item.transport, queue)
        var streaming = configuration.streaming
        if let ahead = item.options.forwardBuffer { streaming.bufferGoal = ahead }
        let ahead = item.options.forwardBuffer
        let keys = KeyStore(keyProviders(resource) + [IdentityKeyProvider(transport), ClearKeyProvider(transport)])
        let onSource: @Sendable (SourceFact) -> Void = { [weak self, queue] fact in
            queue.post { [weak self] in self?.assumeIsolated { $0.sourced(fact, id) } }
        }
        item.opening = Task { [weak self, streaming] in
            do throws(TransportError) {
                let request = TransportRequest(
                    url: resource, limits: streaming.limitsOfLoads.playlist, acceptsCompression: true, referrer: referrer)
                let (opened, transport) = try await OpenedResource.open(request, with: transport, policy: streaming.recovery) {
                    await self?.sourced(.requested, id)
                }.readingManifest(request, with: transport, longest: streaming.limitsOfLoads.playlistBytes)
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
                        opened: opened, address: resource, tracks: tracks, transport: transport, ahead: ahead,
                        subtitleLanguages: streaming.subtitleLanguages, queue: queue, facts: onSource)
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
        // The position that the source begins at is told back to it.
        queue.deliver()
        if item === current { tellSource() }
    }

    func item(_ id: ItemID) -> PlayingItem? {
        let held = [current, next, interruption?.primary, interruption?.following, (interruption?.primary ?? current)?.upcoming?.first]
        return held.lazy.compactMap { $0 }.first { $0.id == id }
    }

    /// Tells a fact of an item that others know of.
    func say(_ fact: EngineFact, of item: PlayingItem) { if !item.isAsset { tell.yield(fact) } }

    // MARK: What sources tell

    func sourced(_ fact: SourceFact, _ id: ItemID) {
        guard let item = item(id) else { return }
        switch fact {
        case .presentation(let presentation):
            item.meter.presents(presentation)
            say(.presentation(id, presentation), of: item)
        case .timeline(let timeline):
            item.timeline = timeline
            if item.isAsset, timeline.kind != .onDemand { return gaveUp(item, .liveAsset(item.address)) }
            say(.timeline(id, timeline), of: item)
            tellAbilities(item)
        case .metadata(let metadata):
            item.audio.set(loudness: metadata.loudness)
            say(.metadata(id, metadata), of: item)
        case .kinds(let kinds):
            item.found = kinds
            settleKinds(of: item)
        case .position(let position):
            item.hasPosition = true
            item.beginning = position
            let isElsewhere = item.seek.map { ($0.target - position).magnitude > 0.001 } ?? false
            if !isElsewhere, item === current, item.offset == 0 || !clock.isRunning { clock.jump(to: position + item.offset) }
        case .begun:
            // A seek that was asked for before the stream was known: the source has begun elsewhere.
            if let seek = item.seek, (seek.target - item.beginning).magnitude > 0.001 {
                item.source?.assumeIsolated { $0.seek(to: seek.target) }
            }
            enter(item)
            if item.seek == nil { beginBehindBlock(item) }
        case .variant(let variant, let position, let reason):
            item.meter.changed(variant: variant)
            say(.variant(id, VariantSwitch(variant: variant, position: position, reason: reason)), of: item)
        case .rate(let factor):
            guard item === current, trick == nil else { return }
            liveRate = factor
            applyRate()
        case .jump(let time): if item === current { jump(item, to: time) }
        case .failed(let error): gaveUp(item, error)
        case .warning(let failure):
            let error = StreamingError(.unavailable, message: failure.message, underlying: failure, isTransient: true)
            say(.warning(id, error), of: item)
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
            say(.gap(id, lane, range), of: item)
        case .gapsForgotten(let lane, let time): item.gaps.forget(lane, from: time)
        case .picture(let picture, let isScrub): received(picture, isScrub: isScrub, item)
        case .preview(let preview): item.previews.received(preview)
        case .noPreview: item.previews.received(nil)
        case .dateRanges(let ranges): say(.dateRanges(id, ranges), of: item)
        case .interstitials(let schedule): plan(schedule, of: item)
        case .text(let fact): say(.text(id, fact), of: item)
        case .captions(let captions): say(.captions(id, captions), of: item)
        case .event(let event): say(.event(id, event), of: item)
        case .journal(let lines): tell.yield(.journal(id, lines))
        }
    }

    // MARK: What tracks and renderers tell

    private func tracked(_ fact: TrackFact, _ id: ItemID) {
        guard let item = item(id) else { return }
        switch fact {
        case .passing(let picture, let generation):
            if generation == item.tracks.video.generation { received(picture, isScrub: true, item) }
        case .captions(let captions): say(.captions(id, captions), of: item)
        case .failed(let kind, let error): failed(kind, of: item, error)
        }
    }

    private func failed(_ kind: TrackKind, of item: PlayingItem, _ error: CodecError) {
        item.undecodable[kind] = error
        tell.yield(.journal(item.id, ["\(kind.name) is left out: \(error.description)"]))
        settleKinds(of: item)
    }

    /// One track that can't be decoded leaves the other; without any there is nothing to play.
    private func settleKinds(of item: PlayingItem) {
        // A track may fail before it is known what there is beside it.
        guard !item.found.isEmpty, item.failure == nil else { return }
        let kinds = item.found.subtracting(item.undecodable.keys)
        let isChanged = kinds != item.kinds
        item.kinds = kinds
        if kinds.isDisjoint(with: [.video, .audio]), let error = item.undecodable[.video] ?? item.undecodable[.audio] {
            item.failure = StreamingError(.unsupported, message: error.description)
            if item === current { fail(item) }
            return
        }
        guard isChanged else { return }
        item.audio.set(leads: kinds == [.audio])
        say(.kinds(item.id, kinds), of: item)
        tellAbilities(item)
        if item === current { becameReady(item) }
    }

    private func rendered(_ fact: RenderFact, _ id: ItemID) {
        guard let item = item(id), trick == nil || item !== current else { return }
        switch fact {
        case .picture(let format): say(.picture(id, format), of: item)
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
        case .heard: if item === current { item.tracks.wake() }
        case .reachedBlock(let kind, let generation, let block):
            if generation == self.generation(of: kind, item) { reached(block, kind, of: item) }
        case .ended(let kind, let generation, let time):
            guard generation == self.generation(of: kind, item) else { return }
            item.ended[kind] = time
            item.ready.insert(kind)
            // A track that ends without having shown anything has no picture for the seek: nothing else will land it.
            if kind == item.leading { finishSeek(item, landed: nil) }
            if item === current {
                // No sound is left to wait for.
                if kind == .audio { releaseClock(item) }
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
            say(.ready(item.id, position: position), of: item)
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
        if item.isAsset { return assetEnded(item) }
        if let turn = item.course.end() { return interrupt(item, by: turn) }
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
    func lineUp(_ next: PlayingItem, behind item: PlayingItem) {
        clock.pause()
        speaker.pause()
        let end = item.offset + (item.ended.values.max() ?? 0)
        clock.jump(to: end)
        screen.admit([next.video])
        next.offset = end - next.beginning
        if !startsWithBreak(next) { goOnAir(next, offset: next.offset, atOnce: true) }
    }

    func advance(from item: PlayingItem, to following: PlayingItem) {
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
        say(.advanced(from: item.id, to: following.id), of: following)
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
        enter(following)
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
            if stopInTrick() { return }
            return stopAtBounds()
        }
        prepareInterstitial()
        if isStalled { continueIfPossible() }
        watchGaps()
        guard let current, current.lastWord == nil, let next, !next.isOnAir, next.failure == nil, next.hasPosition,
            let end = current.decodedEnd, canFollow(next, current)
        else { return }
        screen.admit([current.video, next.video])
        goOnAir(next, offset: current.offset + end - next.beginning, atOnce: false)
    }
}
