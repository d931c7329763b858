// SPDX-License-Identifier: Apache-2.0

import Foundation
import Testing
import WindowboxMedia
import WindowboxPlayer
import WindowboxTransport

@testable import WindowboxControllers
@testable import WindowboxSources

/// A director, and a player that executes its actions immediately.
private struct Play {
    var director: MediaDirector
    var facts = PlayerFacts()
    var now = Date(timeIntervalSince1970: 1_800_000_000)

    init(_ rules: MediaDirector.Rules = .init()) { director = MediaDirector(rules: rules) }

    /// One line for each action.
    mutating func handle(_ event: MediaDirector.Event) -> [String] {
        director.handle(event, at: now).map { action in
            switch action {
            case .watch(let urn, _): return "watch \(urn)"
            case .unwatch: return "unwatch"
            case .load(let load):
                facts.hasItem = true
                facts.hasFailed = false
                var line = "load \(load.url)"
                if case .time(let time) = load.start { line += " at \(time)" }
                return line
            case .update: return "update"
            case .unload:
                facts = PlayerFacts()
                return "unload"
            case .play:
                facts.shouldPlay = true
                return "play"
            case .pause:
                facts.shouldPlay = false
                return "pause"
            case .replay:
                facts.shouldPlay = true
                return "replay"
            case .prepared(let isReady): return isReady ? "ready" : "not ready"
            case .send(.phaseChanged(let change)): return "\(change.previous)>\(change.phase)"
            case .send(.failed(let error)): return "failed \(error.code.name)"
            case .send(.livestreamEnded(let media)): return "over \(media.urn)"
            case .send(.didRetry): return "retry"
            case .send: return "other"
            }
        }
    }

    mutating func snapshot(_ urn: String = "a", url: String? = nil, _ change: (inout CompositionChapter) -> Void = { _ in }) -> [String] {
        var chapter = CompositionChapter(media: Media(urn: urn, duration: 100), resources: [MediaResource(url: url ?? urn, delivery: .hls)])
        change(&chapter)
        let composition = MediaComposition(mainURN: urn, chapters: [chapter])
        let snapshot = CompositionSnapshot(composition: composition, chapter: chapter, playability: chapter.playability(at: now))
        return handle(.snapshot(snapshot))
    }

    mutating func show(_ streamType: StreamType = .onDemand, at time: Double = 0) -> [String] {
        facts.playbackState = facts.shouldPlay ? .playing : .paused
        facts.streamType = streamType
        facts.time = time
        facts.range = TimeRange(start: 0, end: 100)
        return handle(.player(facts))
    }

    mutating func end() -> [String] {
        facts.playbackState = .ended
        facts.shouldPlay = false
        return handle(.player(facts))
    }

    mutating func look() -> [String] { handle(.player(facts)) }

    static func playing(_ streamType: StreamType = .onDemand, at time: Double = 0, _ rules: MediaDirector.Rules = .init()) -> Play {
        var play = Play(rules)
        _ = play.handle(.prepare(MediaTarget(urn: "a"), plays: true))
        _ = play.snapshot()
        _ = play.look()
        _ = play.show(streamType, at: time)
        return play
    }
}

@Suite("Media director")
struct MediaDirectorTests {
    private let loss = SourceError(TransportError(.connection, url: "a", message: "refused"))

    @Test(
        "2.1.1: a media is requested and loaded, then reported ready while preparing, then paused or playing",
        arguments: [true, false])
    func preparing(plays: Bool) {
        var play = Play()
        #expect(play.handle(.prepare(MediaTarget(urn: "a"), plays: plays)) == ["watch a"])
        #expect(play.director.dataAvailability == .loading)
        #expect(play.snapshot() == ["load a", plays ? "play" : "pause"])
        #expect(play.director.dataAvailability == .loaded)
        #expect(play.look() == ["idle>preparing"])
        #expect(play.show() == ["ready", plays ? "preparing>playing" : "preparing>paused"])
    }

    @Test("MP-3: a play request during preparation leads straight to playing")
    func playMeanwhile() {
        var play = Play()
        _ = play.handle(.prepare(MediaTarget(urn: "a"), plays: false))
        #expect(play.handle(.play) == [])
        #expect(play.snapshot() == ["load a", "play"])
        _ = play.look()
        #expect(play.show() == ["ready", "preparing>playing"])
    }

    @Test("2.1.1: switching to another chapter can start at a date")
    func chapterAtDate() {
        var play = Play.playing()
        let chapters = ["a", "b"].map {
            CompositionChapter(media: Media(urn: $0, duration: 100), resources: [MediaResource(url: $0, delivery: .hls)])
        }
        let composition = MediaComposition(mainURN: "a", chapters: chapters)
        let playability = chapters[0].playability(at: play.now)
        _ = play.handle(.snapshot(CompositionSnapshot(composition: composition, chapter: chapters[0], playability: playability)))
        let date = play.now.addingTimeInterval(-60)
        var starts: [MediaPosition?] = []
        for case .load(let load) in play.director.handle(.chapter("b", start: .date(date)), at: play.now) { starts.append(load.start) }
        #expect(starts == [.date(date)])
    }

    @Test("2.1.1: preparing the loaded media again doesn't reload it; playing it while paused resumes it")
    func same() {
        var play = Play.playing()
        _ = play.handle(.pause)
        _ = play.show()
        #expect(play.handle(.prepare(MediaTarget(urn: "a"), plays: false)) == ["ready"])
        #expect(play.handle(.prepare(MediaTarget(urn: "a"), plays: true)) == ["ready", "play"])
        #expect(play.handle(.prepare(MediaTarget(urn: "b"), plays: true)) == ["unload", "unwatch", "not ready", "watch b"])
    }

    @Test("2.1.1: stopping unloads the player but keeps the details; play or toggle restarts, but not after a reset")
    func stopping() {
        var play = Play.playing()
        #expect(play.handle(.stop) == ["unload"])
        #expect(play.look() == ["playing>idle"])
        #expect(play.director.snapshot != nil)
        #expect(play.snapshot(url: "elsewhere") == [], "the service does not start stopped media")
        #expect(play.handle(.toggle) == ["load elsewhere", "play"])
        #expect(play.handle(.reset) == ["unload", "unwatch", "not ready"])
        #expect(play.handle(.toggle) == [])
        #expect(play.director.details == .none)
    }

    @Test("2.1.1: Restarting stops and starts again at the original start position")
    func restarting() {
        var play = Play()
        _ = play.handle(.prepare(MediaTarget(urn: "a", position: .time(20)), plays: true))
        #expect(play.snapshot() == ["load a at 20.0", "play"])
        _ = play.show(at: 50)
        #expect(play.handle(.restart) == ["unload", "load a at 20.0", "play"])
    }

    @Test("2.1.1, decision 5: pausing plain live stops it unless configured otherwise; DVR pauses")
    func liveRules() {
        var live = Play.playing(.live)
        #expect(live.handle(.pause) == ["unload"])
        var allowed = Play.playing(.live, MediaDirector.Rules(stopsLiveOnPause: false))
        #expect(allowed.handle(.pause) == ["pause"])
        var window = Play.playing(.dvr)
        #expect(window.handle(.toggle) == ["pause"])
    }

    @Test("MP-3: playing at the end replays without a seeking state; pausing there does nothing")
    func end() {
        var play = Play.playing()
        #expect(play.end() == ["playing>ended"])
        #expect(play.handle(.pause) == [])
        #expect(play.handle(.play) == ["replay"])
        play.facts.isSeeking = true
        play.facts.playbackState = .playing
        #expect(play.look() == ["ended>playing"])
        play.facts.isSeeking = false
        #expect(play.look() == [])
        play.facts.isSeeking = true
        #expect(play.look() == ["playing>seeking"])
    }

    @Test("MP-1: waiting for data while playback is wanted is a state of its own")
    func stalled() {
        var play = Play.playing()
        play.facts.isBuffering = true
        #expect(play.look() == ["playing>stalled"])
        play.facts.shouldPlay = false
        play.facts.playbackState = .paused
        #expect(play.look() == ["stalled>paused"])
    }

    @Test("LB-8: playing too early is an error with the start date, when playback starts; at the end date it stops")
    func window() throws {
        var play = Play()
        let start = play.now.addingTimeInterval(10)
        _ = play.handle(.prepare(MediaTarget(urn: "a"), plays: false))
        #expect(play.snapshot { $0.media.availableFrom = start } == ["not ready", "failed notAvailable"])
        #expect(play.director.error?.availability == .notYet(from: start))
        #expect(play.director.details.media?.urn == "a", "known metadata is shown")
        play.now = start
        #expect(play.snapshot { $0.media.availableFrom = start } == ["load a", "play"])
        #expect(play.director.error == nil)
        _ = play.show()
        #expect(play.snapshot { $0.media.availableUntil = start } == ["unload", "not ready", "failed notAvailable"])
        #expect(play.director.error?.availability == .notAnyMore(since: start))
        #expect(play.handle(.play) == ["not ready"])
    }

    @Test("LB-8: A media stopped before its start date does not start automatically")
    func stoppedEarly() {
        var play = Play()
        let start = play.now.addingTimeInterval(10)
        _ = play.handle(.prepare(MediaTarget(urn: "a"), plays: true))
        _ = play.snapshot { $0.media.availableFrom = start }
        _ = play.handle(.stop)
        play.now = start
        #expect(play.snapshot { $0.media.availableFrom = start } == [])
        #expect(play.director.error == nil)
    }

    @Test("LB-9: a blocking reason stops playback and prevents replay; once it is lifted, playback resumes at the same position")
    func blocked() {
        var play = Play.playing(at: 42)
        #expect(play.snapshot { $0.media.blockingReason = .legal } == ["unload", "not ready", "failed blocked"])
        #expect(play.director.error?.reason == .legal)
        #expect(play.look() == ["playing>idle"])
        #expect(play.handle(.play) == ["not ready"])
        #expect(play.snapshot() == ["load a at 42.0", "play"])
        #expect(play.director.error == nil)
    }

    @Test("LB-10: a new stream URL reloads at the same position; new metadata alone does not interrupt playback")
    func moved() {
        var play = Play.playing(at: 42)
        #expect(play.snapshot { $0.media.title = "New" } == ["update"])
        #expect(play.snapshot(url: "b") == ["load b at 42.0", "play"])
        var live = Play.playing(.dvr, at: 42)
        #expect(live.snapshot(url: "b") == ["load b", "play"])
    }

    @Test("LB-10: the end of a livestream is reported once")
    func livestream() {
        var play = Play()
        _ = play.handle(.prepare(MediaTarget(urn: "a"), plays: true))
        _ = play.snapshot { $0.media.kind = .scheduledLivestream }
        #expect(play.snapshot { $0.media.kind = .episode }.contains("over a"))
        #expect(!play.snapshot { $0.media.kind = .episode }.contains("over a"))
    }

    @Test("LB-13: when the network returns, a failed service request is retried, and playback resumes if wanted")
    func reachable() {
        var play = Play()
        _ = play.handle(.prepare(MediaTarget(urn: "a"), plays: true))
        #expect(play.handle(.serviceFailed(loss)) == ["not ready", "failed network"])
        #expect(play.director.dataAvailability == .none)
        #expect(play.handle(.reachable) == ["retry", "watch a"])
        #expect(play.snapshot() == ["load a", "play"])
        #expect(play.handle(.reachable) == [])
        var paused = Play(MediaDirector.Rules(resumesAfterRetry: false))
        _ = paused.handle(.prepare(MediaTarget(urn: "a"), plays: true))
        _ = paused.handle(.serviceFailed(loss))
        _ = paused.handle(.reachable)
        #expect(paused.snapshot() == ["load a", "pause"])
    }

    @Test("LB-13: the network's return does not start a stopped controller")
    func stoppedOffline() {
        var play = Play()
        _ = play.handle(.prepare(MediaTarget(urn: "a"), plays: true))
        _ = play.handle(.serviceFailed(loss))
        _ = play.handle(.stop)
        #expect(play.handle(.reachable) == [])
        #expect(play.handle(.play) == ["watch a"])
    }

    @Test(
        "LB-2: a start position within the tolerance of the end starts at the beginning; the smaller tolerance applies",
        arguments: [
            (95.0, 10.0, 0.1, false), (85, 10, 0.1, true), (95, 10, 0.01, true), (95, 2, 0.1, true), (100, 0, 0, false), (99.9, 0, 0, true),
        ])
    func endTolerance(position: Double, tolerance: Double, ratio: Double, starts: Bool) {
        let rule = StartRule(endTolerance: tolerance, endToleranceRatio: ratio)
        #expect((rule.start(.time(position), end: 100) != nil) == starts)
        #expect((rule.start(.time(position + 1000), start: 1000, end: 1100) != nil) == starts, "a window that has moved")
        #expect(rule.start(.time(position), end: nil) != nil)
    }

    @Test("LB-22: a URL override plays without asking the service, and keeps the media's metadata")
    func override() {
        var play = Play()
        #expect(
            play.handle(.prepare(MediaTarget(urn: "a", media: Media(urn: "a", title: "T"), override: "/file"), plays: true)) == [
                "load /file", "play",
            ])
        #expect(play.director.details.media?.title == "T")
        #expect(play.director.details.composition == nil)
        #expect(play.director.dataAvailability == .loaded)
        _ = play.handle(.stop)
        #expect(play.handle(.play) == ["load /file", "play"])
    }

    @Test("LB-12: every error has a code and keeps its underlying error")
    func codes() {
        #expect(ControllerError(loss).code == .network)
        #expect(ControllerError(PlayerError(.notFound, "x")).code == .notFound)
        #expect(ControllerError(PlayerError(.unsupported, "x")).code == .notPlayable)
        #expect(ControllerError(PlayerError(loss)).underlying is SourceError)
    }
}
