// SPDX-License-Identifier: Apache-2.0

import Testing
import WindowboxEngine
import WindowboxMedia

@testable import WindowboxCasting

@Suite("Renderer session")
struct RendererSessionTests {
    /// A session whose commands are answered immediately, at times given by the test.
    private struct Stage {
        var session = RendererSession()
        var now = Instant(seconds: 100)
        var calls: [RendererCommand] = []
        var outputs: [RendererSession.Output] = []
        var wake: Instant?
        var status = RendererStatus(state: .stopped)
        /// The commands that fail, with their errors.
        var failing: (RendererCommand) -> CastingError? = { _ in nil }

        mutating func send(_ event: RendererSession.Event) {
            for action in session.handle(event, at: now) {
                switch action {
                case .output(let fact): outputs.append(fact)
                case .wake(let due): wake = due
                case .call(let command):
                    calls.append(command)
                    if let error = failing(command) { send(.failed(error)) } else { send(.done(command == .getStatus ? status : nil)) }
                }
            }
        }

        /// Advances to the time at which the session wants to wake up.
        mutating func next(_ status: RendererStatus? = nil) {
            if let status { self.status = status }
            guard let due = wake else { return }
            now = max(now, due)
            wake = nil
            send(.woken)
        }
    }

    private let file = CastMedia(address: "http://h/a.mp4", type: "video/mp4", title: "A")
    private let stream = CastMedia(address: "http://h/a.ts", type: "video/mp2t", title: "A", duration: 12, startPositions: [0, 4, 8])

    private func playing(_ media: CastMedia, at start: Double = 0, duration: Double = 60) -> Stage {
        var stage = Stage()
        stage.send(.play)
        stage.send(.load(media, item: 1, start: start))
        stage.next(RendererStatus(state: .playing, position: start - stage.session.playing!.media.offset, duration: duration))
        stage.next()
        return stage
    }

    @Test("A renderer with events is polled less often during playback, and at once when its state changes")
    func events() {
        var stage = playing(file)
        stage.send(.sendsEvents(true))
        stage.next(RendererStatus(state: .playing, position: 3, duration: 60))
        let (asked, calls) = (stage.now, stage.calls.count)
        #expect(stage.wake == asked + RendererPolling.calmInterval)
        stage.now = asked + 2
        stage.status = RendererStatus(state: .paused, position: 5, duration: 60)
        // It sends its known state.
        stage.send(.happened(RendererEvent(RendererTexts.event("PLAYING"))))
        #expect(stage.calls.count == calls)
        stage.send(.happened(RendererEvent(RendererTexts.event("PAUSED_PLAYBACK"))))
        #expect(stage.calls.dropFirst(calls) == [.getStatus])
        #expect(stage.outputs.contains(.pausedThere))
        // However many events it sends, it is not polled without a pause.
        stage.send(.happened(nil))
        #expect(stage.calls.count == calls + 1)
        #expect(stage.wake == stage.now + RendererPolling.minInterval)
        stage.send(.sendsEvents(false))
        stage.next()
        #expect(stage.wake == stage.now + RendererPolling.interval)
    }

    @Test("PB-29: The renderer seeks past a blocked range when it gets there, and not earlier")
    func blocked() {
        var stage = playing(file)
        stage.next(RendererStatus(state: .playing, position: 2, duration: 60))
        let before = stage.calls.count
        stage.send(.block(BlockedRanges([TimeRange(start: 3, end: 40), TimeRange(start: 50, end: 70)]), item: 1))
        #expect(!stage.calls[before...].contains(.seek(40)))
        var turns = 0
        while !stage.calls.contains(.seek(40)), turns < 5 {
            turns += 1
            stage.next(RendererStatus(state: .playing, position: 2, duration: 60))
        }
        #expect(stage.calls.contains(.seek(40)))
        #expect(stage.outputs.contains(.passed(item: 1, TimeRange(start: 3, end: 40))))
        #expect(stage.session.position(at: stage.now).map { $0 >= 40 && $0 < 41 } == true)
        stage.next(RendererStatus(state: .playing, position: 55, duration: 60))
        stage.next()
        #expect(stage.calls.contains(.seek(60)))
    }

    @Test("The position holds when the renderer corrects it back slightly, and goes back when it seeks back")
    func takesBack() throws {
        var stage = playing(file)
        stage.next(RendererStatus(state: .playing, position: 20, duration: 60))
        var last = try #require(stage.session.position(at: stage.now))
        for position in [18.5, 19.5, 20.5, 21.5, 22.5, 23.5] {
            stage.next(RendererStatus(state: .playing, position: position, duration: 60))
            let time = try #require(stage.session.position(at: stage.now))
            #expect(time >= last)
            #expect(time - position < 3)
            last = time
        }
        #expect(last < 25)
        stage.next(RendererStatus(state: .playing, position: 5, duration: 60))
        #expect(stage.session.position(at: stage.now).map { $0 < 7 } == true)
    }

    @Test("Blocked ranges of another item do not matter")
    func blockedOther() {
        var stage = playing(file)
        stage.send(.block(BlockedRanges([TimeRange(start: 0, end: 40)]), item: 2))
        stage.next(RendererStatus(state: .playing, position: 2, duration: 60))
        stage.next()
        #expect(!stage.calls.contains { if case .seek = $0 { true } else { false } })
    }

    @Test("The renderer gets the media, then Play, then a status request every second")
    func begins() {
        var stage = playing(file)
        #expect(stage.calls.prefix(3) == [.set(file), .play, .getStatus])
        #expect(stage.outputs.contains(.ready(item: 1, position: 0)))
        #expect(stage.outputs.contains(.duration(item: 1, 60)))
        #expect(stage.outputs.last == .status(item: 1, .playing))
        let before = stage.now
        stage.next()
        #expect(stage.now - before == RendererPolling.interval)
    }

    @Test("A start position is sought once playback begins, and reported positions are ignored until then")
    func start() {
        let stage = playing(file, at: 30)
        #expect(stage.calls.contains(.seek(30)))
        #expect(stage.session.position(at: stage.now).map { $0 >= 30 } == true)
    }

    @Test("A stream without byte ranges starts at the segment of the time, and counts from there")
    func entry() {
        var stage = playing(stream, at: 9.5)
        #expect(stage.calls.first == .set(stream.starting(at: 9.5)))
        #expect(stream.starting(at: 9.5).address == "http://h/a.ts?from=8000")
        stage.next(RendererStatus(state: .playing, position: 2))
        #expect(stage.session.position(at: stage.now).map { $0 >= 10 && $0 < 11.1 } == true)
        // Some report the stream's own timestamps.
        stage.next(RendererStatus(state: .playing, position: 11.5))
        #expect(stage.session.position(at: stage.now) == 11.5)
    }

    @Test("A seek in such a stream stops it and sets a new URL")
    func restart() {
        var stage = playing(stream)
        stage.calls = []
        stage.send(.seek(7, to: 5))
        #expect(stage.calls.prefix(3) == [.stop, .set(stream.starting(at: 5)), .play])
        #expect(stage.outputs.contains(.seeked(7, landed: 4)))
    }

    @Test("Of several seeks the last one lands, and the others are reported as cancelled")
    func seeks() {
        var stage = Stage()
        stage.send(.play)
        stage.send(.load(file, item: 1, start: 0))
        stage.send(.seek(1, to: 10))
        stage.send(.seek(2, to: 20))
        stage.next(RendererStatus(state: .playing, position: 0))
        stage.next()
        #expect(stage.outputs.contains(.seeked(1, landed: nil)))
        #expect(stage.outputs.contains(.seeked(2, landed: 20)))
        #expect(stage.calls.filter { $0 == .seek(10) }.isEmpty)
    }

    @Test("Whole-second positions do not make the position go back")
    func smooth() {
        var stage = playing(file)
        var last = 0.0
        for second in 0..<5 {
            stage.next(RendererStatus(state: .playing, position: Double(second)))
            let position = stage.session.position(at: stage.now) ?? -1
            #expect(position >= last)
            last = position
        }
    }

    @Test("A pause at the renderer is reported to the player, and not overridden")
    func pausedThere() {
        var stage = playing(file)
        stage.calls = []
        stage.next(RendererStatus(state: .paused, position: 3))
        #expect(stage.outputs.contains(.pausedThere))
        stage.next(RendererStatus(state: .playing, position: 3))
        #expect(stage.outputs.last == .status(item: 1, .playing))
        #expect(stage.outputs.contains(.resumedThere))
        #expect(!stage.calls.contains(.play))
        #expect(!stage.calls.contains(.pause))
    }

    @Test("A stop midway ends the session, and one at the end ends the item")
    func stoppedThere() {
        var stage = playing(file)
        stage.next(RendererStatus(state: .playing, position: 20, duration: 60))
        stage.next(RendererStatus(state: .stopped))
        guard case .over(let error, let position?) = stage.outputs.last else {
            Issue.record("the session continues")
            return
        }
        #expect(error.code == .lost)
        #expect(position >= 20)
        #expect(position < 22)
        stage = playing(file)
        stage.next(RendererStatus(state: .playing, position: 58.5, duration: 60))
        stage.next(RendererStatus(state: .empty))
        #expect(stage.outputs.last == .status(item: 1, .ended))
    }

    @Test("A renderer that stops while loading fails at once, and one that never starts after half a minute")
    func neverBegan() {
        var stage = Stage()
        stage.send(.play)
        stage.send(.load(file, item: 1, start: 0))
        stage.next(RendererStatus(state: .transitioning))
        #expect(stage.outputs.last == .status(item: 1, .loading))
        stage.next(RendererStatus(state: .stopped))
        guard case .failed(item: 1, let error) = stage.outputs.last else {
            Issue.record("the session continues")
            return
        }
        #expect(error.code == .unplayable)

        stage = Stage()
        stage.send(.play)
        stage.send(.load(file, item: 1, start: 0))
        let began = stage.now
        while stage.now - began < 60, stage.session.playing != nil { stage.next(RendererStatus(state: .stopped)) }
        #expect(stage.now - began > RendererSession.startLimit)
        #expect(stage.now - began < RendererSession.startLimit + 3)
    }

    @Test("An item shorter than two polls has ended, even if hardly observed")
    func short() {
        var stage = Stage()
        var media = file
        media.duration = 1
        stage.send(.play)
        stage.send(.load(media, item: 1, start: 0))
        stage.next(RendererStatus(state: .transitioning))
        stage.next(RendererStatus(state: .stopped))
        #expect(stage.outputs.last == .status(item: 1, .ended))
    }

    @Test("A renderer that plays without progress fails, except without positions or for live streams")
    func standstill() {
        func after(_ seconds: Double, _ media: CastMedia, _ position: Double?) -> Stage {
            var stage = playing(media)
            let began = stage.now
            while stage.now - began < seconds, stage.session.playing != nil {
                stage.next(RendererStatus(state: .playing, position: position))
            }
            return stage
        }
        let stage = after(60, file, 0)
        guard case .failed(item: 1, let error) = stage.outputs.last else {
            Issue.record("the session continues")
            return
        }
        #expect(error.code == .unplayable)
        #expect(error.message.contains("makes no progress"))
        #expect(stage.session.playing == nil)
        #expect(after(60, file, nil).session.playing != nil)
        var live = stream
        (live.isLive, live.startPositions, live.duration) = (true, [0], nil)
        #expect(after(60, live, 0).session.playing != nil)
        // It advanced once, so long buffering is tolerated.
        var moved = playing(file)
        moved.next(RendererStatus(state: .playing, position: 3))
        for _ in 0..<60 { moved.next(RendererStatus(state: .playing, position: 3)) }
        #expect(moved.session.playing != nil)
    }

    @Test("A seek after the end sets the media again")
    func replay() {
        var stage = playing(file)
        stage.next(RendererStatus(state: .playing, position: 59.5, duration: 60))
        stage.next(RendererStatus(state: .empty))
        stage.calls = []
        stage.send(.seek(1, to: 0))
        #expect(stage.calls.prefix(2) == [.set(file), .play])
    }

    @Test("Three missing responses in a row end the session at the last position, fewer do not")
    func gone() {
        var stage = playing(file)
        stage.next(RendererStatus(state: .playing, position: 20))
        stage.failing = { _ in .unreachable("silence", at: "http://h") }
        stage.next()
        stage.next()
        stage.failing = { _ in nil }
        stage.next(RendererStatus(state: .playing, position: 23))
        #expect(!stage.session.isOver)
        stage.failing = { _ in .unreachable("silence", at: "http://h") }
        for _ in 0..<3 { stage.next() }
        guard case .over(let error, let position?) = stage.outputs.last else {
            Issue.record("the session continues")
            return
        }
        #expect(error.code == .lost)
        #expect(position >= 23)
    }

    @Test("A renderer that announces its departure is left at once")
    func left() {
        var stage = playing(file)
        stage.send(.left)
        #expect(stage.session.isOver)
    }

    @Test("A permanent refusal fails the item, and a temporary one is retried")
    func refusals() {
        var stage = Stage()
        stage.failing = { if case .set = $0 { .refused("SetAVTransportURI", status: 714, reason: "", at: "http://h") } else { nil } }
        stage.send(.load(file, item: 1, start: 0))
        guard case .failed(item: 1, let error) = stage.outputs.last else {
            Issue.record("the session continues")
            return
        }
        #expect(error.code == .unplayable)
        #expect(error.status == 714)

        stage = Stage()
        stage.send(.play)
        stage.failing = { $0 == .play ? .refused("Play", status: 701, reason: "", at: "http://h") : nil }
        stage.send(.load(file, item: 1, start: 0))
        stage.failing = { _ in nil }
        stage.next(RendererStatus(state: .playing, position: 0))
        stage.next()
        #expect(stage.outputs.last == .status(item: 1, .playing))
        #expect(stage.calls.filter { $0 == .play }.count == 2)
    }

    @Test("A refused seek does not interrupt playback")
    func refusedSeek() {
        var stage = playing(file)
        stage.failing = { if case .seek = $0 { .refused("Seek", status: 711, reason: "", at: "http://h") } else { nil } }
        stage.send(.seek(1, to: 30))
        #expect(stage.outputs.last == .seeked(1, landed: nil))
        #expect(!stage.session.isOver)
    }

    @Test("Volume and mute are sent once each, and not to a renderer without them")
    func volume() {
        var stage = playing(file)
        stage.calls = []
        stage.failing = { if case .mute = $0 { .refused("SetMute", status: 401, reason: "", at: "http://h") } else { nil } }
        stage.send(.setVolume(0.5))
        stage.send(.setMuted(true))
        stage.next()
        stage.next()
        #expect(stage.calls.filter { $0 == .volume(0.5) }.count == 1)
        #expect(stage.calls.filter { $0 == .mute(true) }.count == 1)
    }

    @Test("Unloading stops the renderer")
    func unload() {
        var stage = playing(file)
        stage.calls = []
        stage.send(.unload)
        #expect(stage.calls == [.stop])
    }
}
