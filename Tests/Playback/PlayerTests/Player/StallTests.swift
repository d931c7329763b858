// SPDX-License-Identifier: Apache-2.0

import Testing
import WindowboxEngine
import WindowboxMedia
import WindowboxTesting

@testable import WindowboxPlayer

@MainActor @Suite("Player stalls")
struct StallTests {
    @Test("MP-5: A stall and its end are reported once; meanwhile the state is playing and buffering")
    func reported() async {
        let stage = Stage.playing("a")
        var events = stage.player.events.makeAsyncIterator()
        stage.send(.stalled, 1)
        stage.send(.stalled, 1)
        #expect(stage.player.isBuffering)
        #expect(stage.player.playbackState == .playing)
        stage.send(.playing, 1)
        stage.send(.playing, 1)
        stage.send(.stalled, 1)
        stage.send(.paused, 1)
        var received: [PlayerEvent] = []
        while received.count < 4, let event = await events.next() { received.append(event) }
        #expect(received == [.stalled, .resumedAfterStall, .stalled, .resumedAfterStall])
        #expect(!stage.player.isBuffering)
    }

    @Test("MP-5: A stalled engine is asked to play again every five seconds")
    func stuck() {
        let stage = Stage.playing("a")
        stage.send(.stalled, 1)
        _ = stage.engine.takeLog()
        stage.clock.advance(by: 4.9)
        #expect(!stage.engine.takeLog().contains("play"))
        stage.clock.advance(by: 0.6)
        #expect(stage.engine.takeLog().filter { $0 == "play" }.count == 1)
        stage.clock.advance(by: 5.5)
        #expect(stage.engine.takeLog().filter { $0 == "play" }.count == 1)
        stage.send(.playing, 1)
        stage.clock.advance(by: 20)
        #expect(!stage.engine.takeLog().contains("play"))
    }

    @Test("MP-5: Waiting for a seek or the first frame is not a stall, and changing the item ends one")
    func others() async {
        let stage = Stage("a", "b")
        var events = stage.player.events.makeAsyncIterator()
        stage.player.play()
        stage.send(.stalled, 1)
        stage.show(1)
        stage.player.seek(.at(5), .immediate)
        stage.send(.stalled, 1)
        stage.engine.land()
        stage.send(.playing, 1)
        stage.send(.stalled, 1)
        stage.player.advanceToNextItem()
        var received: [PlayerEvent] = []
        while received.last != .resumedAfterStall, let event = await events.next() { received.append(event) }
        #expect(received == [.willSeek(to: 5), .didSeek(to: 5), .stalled, .resumedAfterStall])
    }
}
