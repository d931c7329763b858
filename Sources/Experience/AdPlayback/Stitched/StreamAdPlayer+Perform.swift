// SPDX-License-Identifier: Apache-2.0

import FoundationEssentials
import WindowboxAdMarkup
import WindowboxAds
import WindowboxPlayer

extension StreamAdPlayer {
    var now: Double { beginning.duration(to: .now) / .seconds(1) }

    func handle(_ event: StreamAdSession.Event) { for action in session.handle(event, at: now) { perform(action) } }

    private func perform(_ action: StreamAdSession.Action) {
        switch action {
        case .request(let request): ask(request)
        case .load(let address): load(address)
        case .loadBackup: loadBackup()
        case .rebuild:
            player.removeAllItems()
            isReady = false
        case .seek(let time): seekPlayer(to: time)
        case .play:
            player.play()
            noteIntention()
        case .pause:
            player.pause()
            noteIntention()
        case .seekable(let isOn): isSeekable = isOn
        case .linear(let isOn): setLinear(isOn)
        case .shutter(let isOn, let fade): shutter = (isOn, fade)
        case .replaceParameters(let parameters):
            if let stream { self.parameters.send(parameters, of: stream, by: service) }
        case .refusePictureInPicture: tell(.failed(.playing))
        case .emit(let event): tell(event)
        }
    }

    /// Ads play at normal speed; afterwards the viewer's speed is restored.
    private func setLinear(_ isOn: Bool) {
        isLinear = isOn
        guard isOn else { return giveSpeedBack() }
        guard speedBefore == nil, player.desiredSpeed != 1 else { return }
        speedBefore = player.desiredSpeed
        player.desiredSpeed = 1
    }

    func tell(_ event: StreamAdEvent) {
        if case .cuepointsChanged(let all) = event { cuepoints = all }
        if case .adBreakEnded = event { cuepoints = session.timeline.cuepoints }
        listeners.send(event)
    }

    private func ask(_ request: StreamRequest) {
        tasks.append(
            Task { [weak self, service] in
                do throws(StreamFailure) {
                    let stream = try await service.stream(for: request)
                    guard !Task.isCancelled else { return }
                    self?.stream = stream
                    let isLive = if case .live = request.kind { true } else { false }
                    self?.handle(.loaded(url: stream.address, breaks: [], isLive: isLive))
                } catch { if !Task.isCancelled { self?.handle(.failed(error)) } }
            })
    }

    private func load(_ address: String) {
        player.pause()
        player.items = [makeItem(address)]
        isReady = false
        watch()
        patience?.cancel()
        let seconds = session.settings.mediaTimeout
        guard seconds.isFinite else { return }
        patience = Task { [weak self] in
            try? await Task.sleep(for: .seconds(seconds))
            if !Task.isCancelled { self?.handle(.loadingTimedOut) }
        }
    }

    private func loadBackup() {
        patience?.cancel()
        isReady = false
        (tracked, showing, trackedAd) = ([], nil, nil)
        guard let backup else { return player.removeAllItems() }
        player.items = [makeItem(backup)]
        watch()
    }

    private func seekPlayer(to time: Double) {
        let seek = player.seek(.at(time), .smooth)
        tasks.append(
            Task { [weak self] in
                _ = await seek.result
                guard let self, !Task.isCancelled else { return }
                let place = player.time ?? time
                run.begin(at: place, moment: now)
                handle(.seekEnded(at: place))
            })
    }

    // MARK: Watching the player

    private func watch() {
        for task in tasks { task.cancel() }
        let properties = player.propertiesUpdates
        let times = player.periodicTimes(every: .milliseconds(200))
        let happenings = player.events
        tasks = [
            Task { [weak self] in for await _ in properties { await self?.look() } },
            Task { [weak self] in for await time in times { self?.moved(time) } },
            Task { [weak self] in for await event in happenings { self?.heard(event) } },
        ]
        tasks.append(Task { [weak self] in await self?.look() })
    }

    private func heard(_ event: PlayerEvent) {
        guard case .didEnd = event else { return }
        handle(.ended)
        end()
        (showing, companions) = (nil, .none)
    }

    /// Tracks pause and resume, whatever caused them.
    private func noteIntention() {
        // Playback was resumed although the card held it.
        if cards.isHolding, player.shouldPlay { closeCard() }
        guard isPaused != !player.shouldPlay else { return }
        isPaused = !player.shouldPlay
        if isPaused { run.pause(at: now) } else { run.resume(at: now) }
        track(isPaused ? .pause : .resume)
    }

    private func look() async {
        noteIntention()
        if player.error != nil {
            for task in tasks { task.cancel() }
            tasks = []
            track(.fail(.linear))
            isReady = false
            return handle(.streamFailed)
        }
        guard !isReady, player.time != nil, player.playbackState != .idle else { return }
        isReady = true
        if player.streamType != .unknown { handle(.kind(isLive: player.streamType != .onDemand)) }
        // The ads are decided once the playlist is loaded; their positions must be known before playback starts.
        await readBreaks()
        guard !Task.isCancelled else { return }
        run.begin(at: player.time ?? 0, moment: now)
        patience?.cancel()
        handle(.ready(duration: player.duration))
        guard session.timeline.isLive else { return }
        tasks.append(
            Task { [weak self] in
                while !Task.isCancelled {
                    try? await Task.sleep(for: .seconds(2))
                    await self?.readBreaks()
                }
            })
    }

    private func readBreaks() async {
        guard let stream, stream.tracking != nil else { return }
        var found = await service.ads(of: stream)
        guard !Task.isCancelled, self.stream == stream else { return }
        if session.timeline.isLive {
            // In live streams, breaks are located by date.
            guard let time = player.time, let date = player.date?.timeIntervalSince1970 else { return }
            found.move { $0 - (date - time) }
        }
        tracked = found.breaks
        overlays.replace(found.overlays.map(\.planned))
        handle(.breaks(tracked.map(\.entry)))
    }

    /// - Parameter told: the reported position, which may be out of date by now.
    private func moved(_ told: Double) {
        guard isReady else { return }
        let time = player.time ?? told
        let before = run.position ?? time
        let isContinuous = run.move(to: time, at: now, speed: player.speed)
        // Reports may be far apart: edges between two of them count as played, too.
        for edge in isContinuous ? edges(from: before, to: time) : [] { look(at: edge, isContinuous: true, ago: time - edge) }
        look(at: time, isContinuous: isContinuous, ago: 0)
    }

    private func look(at time: Double, isContinuous: Bool, ago: Double) {
        // Nothing is seen during a seek.
        let isSeeking = !session.canSeek && !session.isInAd
        handle(.position(time))
        guard !isSeeking else { return }
        show(at: time, isContinuous: isContinuous, ago: ago)
        overlays.follow(time, isFree: showing == nil && card == nil)
    }

    /// The starts of ads and ends of breaks strictly between two positions, in ascending order.
    private func edges(from start: Double, to end: Double) -> [Double] {
        tracked.flatMap(\.edges).filter { start < $0 && $0 < end }.sorted()
    }
}
