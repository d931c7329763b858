// SPDX-License-Identifier: Apache-2.0

import FoundationEssentials
import Testing
import WindowboxMedia
import WindowboxStreaming
import WindowboxTesting

@testable import WindowboxEngine
@testable import WindowboxPlayer

@MainActor @Suite("Seeking in a player")
struct SeekTests {
    private func ready(at position: Double = 0) -> Stage {
        let stage = Stage("a", "b")
        stage.show(1, at: position)
        _ = stage.engine.takeLog()
        return stage
    }

    @Test("PB-27: five smooth seeks reach the engine as two, and their results come in order")
    func smooth() async {
        let stage = ready()
        let seeks = (1...5).map { stage.player.seek(.at(Double($0) * 10)) }
        #expect(stage.engine.takeLog() == ["seek 10.0"])
        #expect(seeks.map(\.resultIfKnown) == [.superseded, .superseded, .superseded, .superseded, nil])
        #expect(stage.player.isSeeking)
        stage.engine.land()
        #expect(stage.engine.takeLog() == ["seek 50.0"])
        #expect(stage.player.isSeeking)
        stage.engine.land()
        #expect(!stage.player.isSeeking)
        #expect(await seeks[4].result == .finished)
        #expect(stage.player.time == 50)
    }

    @Test("PB-27: immediate seeks all reach the engine")
    func immediate() {
        let stage = ready()
        for time in 1...5 { stage.player.seek(.at(Double(time)), .immediate) }
        #expect(stage.engine.takeLog().count == 5)
        for _ in 1...4 { stage.engine.land(finished: false) }
        #expect(stage.player.isSeeking)
        stage.engine.land()
        #expect(!stage.player.isSeeking)
        #expect(stage.engine.takeLog() == [])
    }

    @Test("PB-30: the time is the target as soon as a seek is requested, so that sliders never go back")
    func target() {
        let stage = ready(at: 3)
        stage.player.seek(.near(80))
        #expect(stage.player.time == 80)
        stage.play(for: 1)
        #expect(stage.player.time == 80)
        stage.player.seek(.near(20))
        #expect(stage.player.time == 20)
    }

    @Test("PB-30: the time stays at the target of a seek to the middle of a slide, which began long before")
    func slide() {
        let stage = ready(at: 3)
        stage.player.seek(.at(80))
        stage.engine.land(showing: 45)
        #expect(stage.player.time == 80)
        stage.player.skip(.forward)
        #expect(stage.player.time == 90)
    }

    @Test("PB-25, decision 2: a seek without an item or range, or to NaN, is refused")
    func refused() {
        #expect(Stage().player.seek(.at(1)).resultIfKnown == .refused)
        #expect(Stage("a").player.seek(.at(1)).resultIfKnown == .refused)
        let stage = ready()
        #expect(stage.player.seek(.at(.nan)).resultIfKnown == .refused)
        stage.fail(1)
        #expect(stage.player.seek(.at(1)).resultIfKnown == .refused)
        #expect(!stage.player.canSeek(to: 1))
        let live = Stage("l")
        live.show(1, .live(100))
        #expect(live.player.seek(.at(99)).resultIfKnown == .refused)
    }

    @Test("PB-25: a seek beyond the end stops a tenth of a second before it")
    func clamped() {
        let stage = ready()
        stage.player.seek(.at(500))
        #expect(stage.engine.takeLog() == ["seek 119.9"])
        #expect(stage.player.canSeek(to: 120))
        #expect(!stage.player.canSeek(to: 120.1))
    }

    @Test("MP-4, decision 2: seeks are superseded when the item changes and refused when it fails")
    func leaving() {
        let stage = ready()
        let first = stage.player.seek(.at(5))
        stage.player.advanceToNextItem()
        #expect(first.resultIfKnown == .superseded)
        #expect(!stage.player.isSeeking)
        stage.show(2)
        let second = stage.player.seek(.at(5))
        stage.fail(2)
        #expect(second.resultIfKnown == .refused)
        stage.engine.land()
        #expect(stage.player.time == nil)
    }

    @Test("MP-9, 1.7: A date can be sought where the stream has dates")
    func dates() {
        let stage = Stage("a")
        stage.show(1, .window(0, 100, dateOfZero: 1_000_000), at: 40)
        _ = stage.engine.takeLog()
        #expect(stage.player.date?.timeIntervalSince1970 == 1_000_040)
        stage.player.seek(to: stage.player.date!.addingTimeInterval(20.5))
        #expect(stage.engine.takeLog() == ["seek 60.5"])
        #expect(ready().player.seek(to: stage.player.date!).resultIfKnown == .refused)
    }

    @Test("1.8: Skips in quick succession add up from the target, with exact fractions")
    func skips() {
        let stage = Stage("a", configuration: PlayerConfiguration(backwardSkipInterval: 2.5, forwardSkipInterval: 10.25))
        stage.show(1, at: 20)
        _ = stage.engine.takeLog()
        let first = stage.player.skip(.forward)
        let second = stage.player.skip(.forward)
        #expect(stage.engine.takeLog() == ["seek 30.25", "seek 40.5"])
        #expect(first.resultIfKnown == .superseded)
        stage.engine.land(finished: false)
        stage.engine.land()
        #expect(second.resultIfKnown == .finished)
        stage.player.skip(.backward)
        #expect(stage.engine.takeLog() == ["seek 38.0"])
    }

    @Test("1.8: Within the last second a forward skip does nothing")
    func lastSecond() {
        let stage = ready(at: 119.5)
        #expect(stage.player.canSkip(.forward))
        #expect(stage.player.skip(.forward).resultIfKnown == .refused)
        #expect(!stage.player.isSeeking)
    }

    @Test("PB-33: at the edge of a window there is no skip to the default position")
    func edge() {
        let stage = Stage("a")
        stage.show(1, .window(0, 100), at: 97)
        #expect(!stage.player.canSkipToDefault)
        stage.player.seek(.at(50))
        #expect(stage.player.canSkipToDefault)
        stage.engine.land()
        stage.player.skipToDefault()
        #expect(stage.engine.takeLog().last == "seek 99.9")
    }

    @Test("The engine can seek by itself")
    func jumps() {
        let stage = ready()
        stage.send(.seeked(ItemID(1), SeekReport(target: 60, landed: 60, latency: 0)))
        #expect(stage.player.time == 60)
    }
}
