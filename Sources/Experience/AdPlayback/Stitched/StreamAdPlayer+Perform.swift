// SPDX-License-Identifier: Apache-2.0

import FoundationEssentials
import WindowboxAdMarkup
import WindowboxAds
import WindowboxPlayer

extension StreamAdPlayer {
    func perform(_ action: StreamAdSession.Action) {
        switch action {
        case .request(let request): requestStream(request)
        case .load(let address): load(address)
        case .loadBackup: loadBackup()
        case .rebuild:
            player.removeAllItems()
            requested.isReady = false
        case .seek(let time): seekPlayer(to: time)
        case .play:
            player.play()
            noteIntention()
        case .pause:
            player.pause()
            noteIntention()
        case .seekable(let isOn): display.isSeekable = isOn
        case .linear(let isOn): setLinear(isOn)
        case .shutter(let isOn, let fade): display.shutter = (isOn, fade)
        case .replaceParameters(let parameters):
            guard let stream = requested.stream else { return }
            self.parameters.send(parameters, of: stream, by: service)
        case .refusePictureInPicture: emit(.failed(.playing))
        case .emit(let event): emit(event)
        }
    }

    private func requestStream(_ request: StreamRequest) {
        tasks.add { [weak self, service] in
            do throws(StreamFailure) {
                let stream = try await service.stream(for: request)
                guard !Task.isCancelled else { return }
                self?.requested.stream = stream
                let isLive = if case .live = request.kind { true } else { false }
                self?.handle(.loaded(url: stream.address, breaks: [], isLive: isLive))
            } catch { if !Task.isCancelled { self?.handle(.failed(error)) } }
        }
    }

    private func load(_ address: String) {
        player.pause()
        player.items = [makeItem(address)]
        requested.isReady = false
        watch()
        tasks.setTimeout(session.settings.mediaTimeout) { [weak self] in self?.handle(.loadingTimedOut) }
    }

    private func loadBackup() {
        tasks.cancelTimeout()
        requested.isReady = false
        tracker.leaveStream()
        display.showing = nil
        guard let backup = requested.backup else { return player.removeAllItems() }
        player.items = [makeItem(backup)]
        watch()
    }

    private func seekPlayer(to time: Double) {
        let seek = player.seek(.at(time), .smooth)
        tasks.add { [weak self] in
            _ = await seek.result
            guard let self, !Task.isCancelled else { return }
            let position = player.time ?? time
            progress.begin(at: position, moment: clock.now)
            handle(.seekEnded(at: position))
        }
    }

    // MARK: Watching the player

    private func watch() {
        tasks.cancel()
        let properties = player.propertiesUpdates
        let times = player.periodicTimes(every: .milliseconds(200))
        let events = player.events
        tasks.add { [weak self] in for await _ in properties { await self?.checkPlayback() } }
        tasks.add { [weak self] in for await time in times { self?.moved(time) } }
        tasks.add { [weak self] in for await event in events { self?.handle(event) } }
        tasks.add { [weak self] in await self?.checkPlayback() }
    }

    private func handle(_ event: PlayerEvent) {
        guard case .didEnd = event else { return }
        handle(.ended)
        tracker.end()
        tracker.hideCompanions()
        display.showing = nil
    }

    /// Tracks pause and resume, whatever caused them.
    private func noteIntention() {
        // Playback was resumed although the card held it.
        if cards.isHolding, player.shouldPlay { closeCard() }
        guard progress.setPaused(!player.shouldPlay, at: clock.now) else { return }
        tracker.track(progress.isPaused ? .pause : .resume)
    }

    private func checkPlayback() async {
        noteIntention()
        if player.error != nil {
            tasks.cancel()
            tracker.track(.fail(.linear))
            requested.isReady = false
            return handle(.streamFailed)
        }
        guard !requested.isReady, player.time != nil, player.playbackState != .idle else { return }
        requested.isReady = true
        if player.streamType != .unknown { handle(.kind(isLive: player.streamType != .onDemand)) }
        // The ads are decided once the playlist is loaded; their positions must be known before playback starts.
        await readBreaks()
        guard !Task.isCancelled else { return }
        progress.begin(at: player.time ?? 0, moment: clock.now)
        tasks.cancelTimeout()
        handle(.ready(duration: player.duration))
        guard session.timeline.isLive else { return }
        tasks.add { [weak self] in
            while !Task.isCancelled {
                try? await Task.sleep(for: .seconds(2))
                await self?.readBreaks()
            }
        }
    }

    private func readBreaks() async {
        guard let stream = requested.stream, stream.tracking != nil else { return }
        guard var found = await service.ads(of: stream), !Task.isCancelled, requested.stream == stream else { return }
        if session.timeline.isLive {
            // In live streams, breaks are located by date.
            guard let time = player.time, let date = player.date?.timeIntervalSince1970 else { return }
            found.move { $0 - (date - time) }
        }
        tracker.set(found.breaks)
        overlays.replace(found.overlays.map(\.planned))
        handle(.breaks(found.breaks.map(\.entry)))
    }

    /// - Parameter reported: the reported position, which may be out of date by now.
    private func moved(_ reported: Double) {
        guard requested.isReady else { return }
        let time = player.time ?? reported
        let before = progress.move(to: time, at: clock.now, speed: player.speed)
        // Reports may be far apart: the starts and ends between two of them count as played, too.
        for edge in before.map({ edges(from: $0, to: time) }) ?? [] { checkPlayback(at: edge, isContinuous: true, ago: time - edge) }
        checkPlayback(at: time, isContinuous: before != nil, ago: 0)
    }

    private func checkPlayback(at time: Double, isContinuous: Bool, ago: Double) {
        // Nothing is seen during a seek.
        let isSeeking = !session.canSeek && !session.isInAd
        handle(.position(time))
        guard !isSeeking else { return }
        let shown = tracker.follow(time, in: session, isContinuous: isContinuous, ago: ago)
        if shown != nil || showing != nil { display.showing = shown }
        if let shown { tracker.report(shown, ago: ago) }
        overlays.follow(time, isFree: showing == nil && card == nil)
    }

    /// The starts of ads and ends of breaks strictly between two positions, in ascending order.
    private func edges(from start: Double, to end: Double) -> [Double] {
        tracker.breaks.flatMap(\.edges).filter { start < $0 && $0 < end }.sorted()
    }
}
