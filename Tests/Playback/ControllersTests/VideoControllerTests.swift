// SPDX-License-Identifier: Apache-2.0

import Observation
import Testing
import WindowboxKit
import WindowboxMedia
import WindowboxPlayer

@testable import WindowboxControllers

/// An output that records its calls, like one for a remote device.
@MainActor private final class FakeOutput: OutputPlayer {
    var report: (@MainActor (OutputEvent) -> Void)?
    var time: Double?
    var subtitleLanguage: String?
    private(set) var log: [String] = []

    func load(_ url: String, title: String?, at position: Double?) { log.append("load \(url)" + (position.map { " at \($0)" } ?? "")) }
    func play() { log.append("play") }
    func pause() { log.append("pause") }
    func seek(to time: Double) {
        log.append("seek \(time)")
        self.time = time
    }
    func selectSubtitle(_ language: String?) {
        subtitleLanguage = language
        report?(.subtitleChanged)
    }
    func style(subtitles rules: [TextStyleRule]) { log.append("style \(rules.map(\.css))") }
    func unload() { log.append("unload") }
    func takeLog() -> [String] {
        defer { log = [] }
        return log
    }
}

@MainActor private final class Track: VideoTrack {
    var streamURL: String?
    var lastWatched: Double
    init(_ url: String?, lastWatched: Double = 0) {
        streamURL = url
        self.lastWatched = lastWatched
    }
}

/// A delegate that can refuse changes, and records the order of calls.
@MainActor @Observable private final class Delegate: VideoControllerDelegate {
    var refused: Set<VideoState> = []
    var starts = true
    var log: [String] = []
    var frames: [(Double, Double?)] = []

    func takeLog() -> [String] {
        defer { log = [] }
        return log
    }
    func controller(_ controller: VideoController, shouldChangeTo state: VideoState) -> Bool {
        log.append("should \(state) in \(controller.state)")
        return !refused.contains(state)
    }
    func controller(_ controller: VideoController, willChangeTo state: VideoState) { log.append("will \(state) in \(controller.state)") }
    func controller(_ controller: VideoController, didChangeFrom state: VideoState) { log.append("did \(state) in \(controller.state)") }
    func controller(_ controller: VideoController, shouldStart track: any VideoTrack) -> Bool {
        log.append("should start")
        return starts
    }
    func controller(_ controller: VideoController, willStart track: any VideoTrack) { log.append("will start") }
    func controller(_ controller: VideoController, didStart track: any VideoTrack) { log.append("did start") }
    func controller(_ controller: VideoController, didPlay track: any VideoTrack, at time: Double, lastTime: Double?) {
        frames.append((time, lastTime))
    }
    func controller(_ controller: VideoController, didPlayToEnd track: any VideoTrack) { log.append("end") }
    func controller(_ controller: VideoController, didControlBy control: VideoControl) { log.append("control \(control)") }
    func controller(_ controller: VideoController, didChangeSubtitleFrom old: String?, to new: String?) {
        log.append("subtitle \(old ?? "-") \(new ?? "-")")
    }
    func controller(_ controller: VideoController, willChangeTo orientation: VideoOrientation) { log.append("will turn \(orientation)") }
    func controller(_ controller: VideoController, didChangeFrom orientation: VideoOrientation) { log.append("did turn \(orientation)") }
    func controller(_ controller: VideoController, didFailWith error: PlayerError, track: any VideoTrack) {
        log.append("failed \(error.code.name)")
    }
}

@MainActor @Suite("Video controller with a delegate that can refuse state changes", .timeLimit(.minutes(2)))
struct VideoControllerTests {
    private let output = FakeOutput()
    private let delegate = Delegate()
    private let controller: VideoController

    init() {
        controller = VideoController(output: output)
        controller.delegate = delegate
    }

    /// Waits until the content is paused or plays.
    private func ready(_ track: Track = Track("a"), starts: Bool = false) {
        delegate.starts = starts
        controller.load(track)
        output.report?(.ready)
        output.time = track.lastWatched
        _ = output.takeLog()
        _ = delegate.takeLog()
    }

    @Test("VK-1, VK-2: each change from unknown to playing calls should, will and did, in this order")
    func order() {
        #expect(controller.state == .unknown)
        controller.load(Track("a"))
        output.report?(.ready)
        #expect(
            delegate.takeLog() == [
                "should loading in unknown", "will loading in unknown", "did unknown in loading",
                "should paused in loading", "will paused in loading", "did loading in paused",
                "should start", "will start", "should playing in paused", "will playing in paused", "did paused in playing", "did start",
            ])
        #expect(output.takeLog() == ["load a", "play"])
        controller.pause()
        #expect(controller.state == .paused)
        #expect(output.takeLog() == ["pause"])
    }

    @Test(
        "VK-2: a change that the delegate refuses does not happen and is not reported further",
        arguments: [VideoState.loading, .paused, .playing, .suspended, .dismissed])
    func veto(state: VideoState) {
        delegate.refused = [state]
        controller.load(Track("a"))
        output.report?(.ready)
        controller.play()
        controller.pause()
        controller.beginAd()
        controller.dismiss()
        #expect(controller.state != state)
        #expect(delegate.log.contains { $0.hasPrefix("should \(state)") })
        #expect(!delegate.log.contains { $0.hasPrefix("will \(state)") })
        if state == .playing { #expect(!output.log.contains("play")) }
        if state == .dismissed { #expect(!output.log.contains("unload")) }
        if state == .loading { #expect(!output.log.contains("load a") && controller.track == nil) }
    }

    @Test("VK-3: the delegate decides whether a track starts automatically")
    func autoplay() {
        ready(starts: false)
        #expect(controller.state == .paused)
        controller.play()
        #expect(
            delegate.takeLog() == [
                "will start", "should playing in paused", "will playing in paused", "did paused in playing", "did start",
            ])
        controller.pause()
        controller.play()
        #expect(!delegate.log.contains("will start"), "called once per track")
    }

    @Test("VK-4: a play request before the content is ready is remembered and overrides the delegate's decision")
    func early() {
        delegate.starts = false
        controller.load(Track("a"))
        controller.play()
        #expect(controller.state == .loading)
        output.report?(.ready)
        #expect(controller.state == .playing)
        #expect(!delegate.log.contains("should start"))
        controller.load(Track("b"))
        controller.play()
        controller.pause()
        output.report?(.ready)
        #expect(controller.state == .paused, "pausing revokes the play request")
    }

    @Test("VK-4: a track resumes where it was last watched, and each track keeps its own position")
    func lastWatched() {
        let (one, two) = (Track("a", lastWatched: 40), Track("b"))
        controller.load(one)
        #expect(output.takeLog() == ["load a at 40.0"])
        output.report?(.ready)
        output.report?(.time(41))
        #expect(one.lastWatched == 41)
        output.time = 41.5
        controller.load(two)
        #expect(one.lastWatched == 41.5)
        #expect(two.lastWatched == 0)
        output.report?(.ready)
        output.report?(.ended)
        #expect(two.lastWatched == 0)
        #expect(controller.state == .paused)
        #expect(delegate.log.last == "end")
        two.lastWatched = 9
        controller.seekToLastWatched()
        #expect(controller.state == .playing)
        #expect(output.takeLog().suffix(2) == ["seek 9.0", "play"])
    }

    @Test("VK-3: each second of playback is reported with the previous one")
    func frames() {
        ready(starts: true)
        for second in 1...3 { output.report?(.time(Double(second))) }
        controller.pause()
        output.report?(.time(9))
        #expect(delegate.frames.map(\.0) == [1, 2, 3])
        #expect(delegate.frames.map(\.1) == [nil, 1, 2])
    }

    @Test("VK-1: scrubbing pauses, and ending it resumes playback from there")
    func scrubbing() {
        ready(starts: true)
        controller.beginScrubbing()
        #expect(controller.state == .paused)
        #expect(delegate.log.first == "control scrub")
        controller.endScrubbing(at: 30)
        #expect(controller.state == .playing)
        #expect(output.takeLog() == ["pause", "seek 30.0", "play"])
    }

    @Test("VK-9: an ad suspends the content, which returns to its previous state afterwards", arguments: [true, false])
    func ad(plays: Bool) {
        ready(starts: plays)
        controller.beginAd()
        #expect(controller.state == .suspended)
        #expect(output.takeLog().last == "pause")
        controller.endAd()
        #expect(controller.state == (plays ? .playing : .paused))
        #expect(output.takeLog() == (plays ? ["play"] : ["pause"]))
        controller.endAd()
        #expect(controller.state == (plays ? .playing : .paused), "ending no ad changes nothing")
    }

    @Test("VK-9: Changes to the content during an ad take effect after it")
    func meanwhile() {
        delegate.starts = true
        controller.load(Track("a"))
        controller.beginAd()
        output.report?(.ready)
        #expect(controller.state == .suspended)
        #expect(!delegate.log.contains("should start"))
        controller.endAd()
        #expect(controller.state == .playing)
        controller.beginAd()
        controller.pause()
        #expect(controller.state == .suspended)
        controller.endAd()
        #expect(controller.state == .paused)
        controller.beginAd()
        controller.play()
        controller.endAd()
        #expect(controller.state == .playing)
    }

    @Test("VK-1: after dismissal nothing has any effect")
    func dismissed() {
        ready(starts: true)
        controller.dismiss()
        #expect(controller.state == .dismissed)
        #expect(output.takeLog() == ["unload"])
        _ = delegate.takeLog()
        controller.load(Track("b"))
        controller.play()
        controller.beginAd()
        controller.endAd()
        controller.endScrubbing(at: 3)
        controller.control(by: .tap)
        controller.turn(to: .landscape)
        controller.selectSubtitle("de")
        controller.dismiss()
        output.report?(.ready)
        #expect(controller.state == .dismissed)
        #expect(output.takeLog() == [])
        #expect(delegate.takeLog() == [])
    }

    @Test("VK-3: An error is reported with its track, and another track can follow")
    func failure() {
        ready(starts: true)
        output.report?(.failed(PlayerError(.notFound, "gone")))
        #expect(controller.state == .failed)
        #expect(controller.error?.code == .notFound)
        #expect(delegate.log.last == "failed notFound")
        controller.load(Track("b"))
        #expect(controller.state == .loading)
        #expect(controller.error == nil)
    }

    @Test("VK-3, VK-7: controls, subtitle changes and rotations are reported")
    func notices() {
        ready()
        controller.control(by: .custom("like"))
        controller.selectSubtitle("de")
        controller.selectSubtitle(nil)
        controller.turn(to: .landscape)
        controller.turn(to: .landscape)
        #expect(
            delegate.takeLog() == [
                "control custom(\"like\")", "subtitle - de", "subtitle de -", "will turn landscape", "did turn portrait",
            ])
    }

    @Test("VK-5: a new output takes over where the previous one was; without a URL nothing happens")
    func outputs() {
        controller.load(Track(nil))
        #expect(controller.state == .unknown)
        ready(starts: true)
        output.time = 12
        let other = FakeOutput()
        controller.output = other
        #expect(output.takeLog() == ["unload"])
        #expect(other.takeLog() == ["load a at 12.0", "play"])
        #expect(output.report == nil)
        other.report?(.time(13))
        #expect(delegate.frames.last?.0 == 13)
    }

    @Test("VK-5: A track plays to its end on the local player")
    func realPlayer() async throws {
        let stream = try GeneratedStreams.named("packed-aac")
        let player = Player()
        let controller = VideoController(player: player)
        controller.delegate = delegate
        let track = Track(stream.address, lastWatched: 10.5)
        controller.load(track)
        await observed { delegate.log.contains("end") }
        #expect(delegate.log.contains("did start"))
        #expect(controller.state == .paused)
        #expect(track.lastWatched == 0)
        #expect(delegate.frames.allSatisfy { $0.0 > 10 })
        controller.play()
        await observed { controller.state == .playing && player.rate > 0 }
        #expect(player.time.map { $0 < 5 } == true)
    }

    @Test("VK-8: Subtitles have four sizes by number or a style sheet, and a new output gets them too")
    func subtitleSizes() {
        #expect((0...4).map { SubtitleSize(rawValue: $0)?.factor } == [1.3, 1.5, 2, 3.5, nil])
        controller.subtitleSize = .large
        let shadow = "1.2px 0.0px 0 rgba(0, 0, 0, 1), -1.2px 0.0px 0 rgba(0, 0, 0, 1), 0.0px 1.2px 0 rgba(0, 0, 0, 1)"
        let style = output.takeLog()
        #expect(style.count == 1)
        #expect(style[0].contains("font-size: 2.0em; text-shadow: \(shadow)"))
        #expect(style[0].contains("font-weight: bold; text-align: center"))
        controller.subtitleColor = .yellow
        #expect(output.takeLog().first?.contains("color: rgba(255, 255, 0, 1)") == true)
        controller.subtitleStyleSheet = [TextStyleRule(.cue, TextStyle(isItalic: true))]
        #expect(output.takeLog() == ["style [\"::cue { font-style: italic }\"]"])
        controller.subtitleSize = .tiny
        #expect(output.takeLog() == ["style [\"::cue { font-style: italic }\"]"])
        let other = FakeOutput()
        controller.output = other
        #expect(other.takeLog() == ["style [\"::cue { font-style: italic }\"]"])
        controller.subtitleStyleSheet = nil
        controller.subtitleSize = nil
        #expect(other.takeLog().last == "style []")
    }
}
