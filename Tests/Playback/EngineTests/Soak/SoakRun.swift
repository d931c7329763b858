// SPDX-License-Identifier: Apache-2.0

import Dispatch
import WindowboxEngine
import WindowboxKit
import WindowboxMedia
import WindowboxStreaming

/// Runs a plan with a real engine and a sound card, and checks the state after each action.
actor SoakRun {
    struct Fault: Error, CustomStringConvertible {
        let description: String
    }

    private let streams: [PackagedStream]
    private let card: SoundCard
    private let engine: PlaybackEngine
    private let screen = SoakScreen()
    private var listening: Task<Void, Never>?
    private var opened = 0
    private var waits = 0
    private var rate = 1.0
    private var isPaused = false
    private var hasFirstSound = true
    /// When audio and video were last disturbed.
    private var disturbed = MonotonicClock.now
    /// The actions since the last stream was opened.
    private(set) var log: [String] = []
    /// Seconds by which the audio was ahead of a frame.
    private(set) var offsets: [Double] = []

    init(_ streams: [PackagedStream]) {
        self.streams = streams
        card = SoundCard(.init(buffer: 0.2, latency: 0.08, drift: 120))
        engine = PlaybackEngine(videoOutputs: [screen], audioOutput: card)
    }

    func begin() {
        listening = Task { [engine, screen] in for await fact in engine.facts { screen.take(fact) } }
    }

    func end() async {
        await engine.shutDown()
        listening?.cancel()
    }

    func perform(_ action: SoakPlan.Action) async throws {
        if case .open = action { log = [] }
        log.append("\(action)")
        switch action {
        case .open(let number): try await open(streams[number])
        case .seek(let share):
            try await seek([target(share)])
        case .burst(let shares): try await seek(shares.map(target))
        case .drag(let shares): try await drag(shares.map(target))
        case .rate(let rate):
            self.rate = rate
            disturbed = MonotonicClock.now
            await engine.set(rate: rate)
            try await watch(10)
        case .pause: try await pause()
        case .step(let count): try await step(count)
        case .audio(let number):
            guard screen.state.value.audioTracks > number else { return }
            hasFirstSound = number == 0
            disturbed = MonotonicClock.now
            await engine.select(.audio(number))
            try await watch(5)
        case .variant(let number):
            if let number, screen.state.value.variants <= number { return }
            await engine.select(.variant(number))
            try await watch(5)
        case .watch(let count):
            try await watch(count)
            checkTogether()
        }
        try complain()
    }

    private var stream: PackagedStream? { screen.state.value.stream }

    private func target(_ share: Double) -> Double {
        guard let stream else { return 0 }
        let length = Double(stream.pictures) / stream.rate
        return stream.pictureStart + 0.15 + share * max(length - 0.6, 0)
    }

    private func complain() throws {
        let state = screen.state.value
        if let failure = state.failure { throw Fault(description: "\(state.stream?.name ?? ""): \(failure)") }
        if let fault = state.faults.first { throw Fault(description: fault) }
    }

    /// After this, the next frame and the audio can be anywhere.
    private func disturb() {
        disturbed = MonotonicClock.now
        screen.state.change { $0.mayJump = true }
    }

    // MARK: Actions

    private func open(_ stream: PackagedStream) async throws {
        opened += 1
        hasFirstSound = true
        isPaused = false
        let before = screen.state.change { state in
            (state.stream, state.mayJump, state.last, state.status) = (stream, true, nil, nil)
            (state.audioTracks, state.variants) = (0, 0)
            return state.count
        }
        disturbed = MonotonicClock.now
        await engine.load(try PackagedStreams.address(of: stream), as: ItemID(opened))
        await engine.play()
        try await reach("the first picture of \(stream.name)") { $0.count > before && $0.last != nil }
    }

    private func seek(_ targets: [Double]) async throws {
        disturb()
        // Earlier seeks may finish, too.
        screen.state.change { $0.isDragging = true }
        let before = screen.state.value.count
        let seeks = targets.map { target in Task { [engine] in await engine.seek(to: target) } }
        var reports: [SeekReport?] = []
        for seek in seeks { reports.append(await seek.value) }
        screen.state.change { $0.isDragging = false }
        disturb()
        try check(reports.compactMap(\.self), of: targets)
        try await reach("a picture after a seek to \(targets)") { $0.count > before }
        if !isPaused { try await watch(3) }
    }

    /// Checks that a seek finished, and where it was requested.
    private func check(_ reports: [SeekReport], of targets: [Double]) throws {
        guard let stream else { return }
        let landed = reports.filter { $0.landed != nil }
        guard !landed.isEmpty || screen.state.value.hasEnded else {
            throw Fault(description: "no seek to \(targets) of \(stream.name) landed")
        }
        for report in landed where !(-1.5 / stream.rate - 0.05...1.5 / stream.rate + 0.05).contains(report.landed! - report.target) {
            throw Fault(description: "a seek to \(report.target) s of \(stream.name) landed at \(report.landed!) s")
        }
    }

    private func drag(_ targets: [Double]) async throws {
        screen.state.change { $0.isDragging = true }
        disturb()
        await engine.beginScrubbing()
        for target in targets { _ = await engine.scrub(to: target) }
        let report = await engine.endScrubbing(at: targets.last)
        screen.state.change { $0.isDragging = false }
        disturb()
        if let report { try check([report], of: targets) }
        if !isPaused { try await watch(3) }
    }

    private func pause() async throws {
        guard !isPaused, !screen.state.value.hasEnded else { return }
        await engine.pause()
        let position = await engine.position
        for _ in 0..<100 { await Task.yield() }
        let later = await engine.position
        guard (later - position).magnitude < 0.001 else { throw Fault(description: "paused at \(position) s, and moved to \(later) s") }
        disturbed = MonotonicClock.now
        await engine.play()
        try await watch(3)
    }

    private func step(_ count: Int) async throws {
        await engine.pause()
        isPaused = true
        disturb()
        _ = await engine.step(by: count)
        disturb()
        isPaused = false
        await engine.play()
        try await watch(3)
    }

    // MARK: Checks

    /// Watches this many frames, or until the end, and checks how the position moves.
    private func watch(_ count: Int) async throws {
        var last = (position: await engine.position, moment: MonotonicClock.now)
        for _ in 0..<count {
            let before = screen.state.value
            if before.hasEnded { return }
            try await reach("the next picture of \(before.stream?.name ?? "") after \(before.last?.time ?? -1) s") {
                $0.count > before.count || $0.hasEnded
            }
            let asked = MonotonicClock.now
            let position = await engine.position
            let largest = (MonotonicClock.now - last.moment) * max(rate, 2) * 1.5 + 2.0 / 24
            guard position - last.position <= largest, position - last.position > -0.001 else {
                throw Fault(description: "the position went from \(last.position) s to \(position) s, at a rate of \(rate)")
            }
            last = (position, asked)
        }
    }

    /// Records the distance between audio and video, if both can be read.
    private func checkTogether() {
        let state = screen.state.value
        guard let stream = state.stream, stream.hasRuler, stream.priming == 0, rate == 1, hasFirstSound, !state.hasEnded,
            let picture = state.last, picture.moment - disturbed > 1.5, picture.time > stream.soundStart + 1
        else { return }
        guard picture.time < stream.soundEnd - 0.5, let sound = card.heard.position(at: picture.moment + (-0.4)) else { return }
        offsets.append(sound - (picture.time - 0.4 - stream.soundStart))
    }

    private func reach(_ what: String, _ isSo: @escaping @Sendable (SoakScreen.State) -> Bool) async throws {
        waits += 1
        let (state, wait) = (screen.state, waits)
        state.change { $0.overdue = nil }
        // Only reached if playback hangs.
        DispatchQueue.global().asyncAfter(deadline: .now() + 60) { state.change { $0.overdue = wait } }
        await state.reaches { isSo($0) || $0.failure != nil || $0.overdue == wait }
        guard state.value.overdue != wait else {
            throw Fault(description: "\(what) never came; the engine is \(String(describing: state.value.status))")
        }
    }
}
