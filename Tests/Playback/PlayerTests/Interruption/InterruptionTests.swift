// SPDX-License-Identifier: Apache-2.0

import Testing
import WindowboxEngine
import WindowboxMedia
import WindowboxTesting

@testable import WindowboxPlayer

@MainActor @Suite("Interruptions of a player")
struct InterruptionTests {
    private func stage(_ configuration: PlayerConfiguration = Stage.usual) -> Stage {
        let stage = Stage("a", configuration: configuration)
        stage.player.play()
        stage.show(1)
        return stage
    }

    @Test("LB-14: An interruption pauses, and its end resumes if the player was playing")
    func interruption() {
        let stage = stage()
        stage.send(.audioOutput(.interrupted))
        #expect(!stage.player.shouldPlay)
        #expect(stage.player.isInterrupted)
        stage.send(.audioOutput(.interruptionEnded))
        #expect(stage.player.shouldPlay)
        #expect(!stage.player.isInterrupted)
        stage.player.pause()
        stage.send(.audioOutput(.interrupted))
        stage.send(.audioOutput(.interruptionEnded))
        #expect(!stage.player.shouldPlay)
    }

    @Test("LB-14: User commands during an interruption take precedence over its end")
    func wishes() {
        let stage = stage()
        stage.send(.audioOutput(.interrupted))
        stage.player.play()
        #expect(stage.player.shouldPlay)
        stage.player.pause()
        stage.send(.audioOutput(.interruptionEnded))
        #expect(!stage.player.shouldPlay)
    }

    @Test("LB-18: With pausing for interruptions disabled, playback continues")
    func focus() {
        var configuration = Stage.usual
        configuration.pausesForInterruptions = false
        let stage = stage(configuration)
        stage.send(.audioOutput(.interrupted))
        #expect(stage.player.shouldPlay)
    }

    @Test("LB-14: Losing the audio device pauses, unless the application opts to continue", arguments: [false, true])
    func device(continues: Bool) async {
        var configuration = Stage.usual
        configuration.resumesAfterRouteBecomesUnavailable = continues
        let stage = stage(configuration)
        var events = stage.player.events.makeAsyncIterator()
        stage.send(.audioOutput(.deviceLost(movedTo: "speakers")))
        #expect(stage.player.shouldPlay == continues)
        #expect(await events.next() == .audioDeviceLost(movedTo: "speakers"))
        stage.send(.audioOutput(.interruptionEnded))
        #expect(stage.player.shouldPlay == continues)
    }

    @Test("LB-2, 1.1: Video that is not visible pauses as the policy says and resumes when visible again")
    func background() {
        let stage = stage()
        stage.player.applicationDidEnterBackground(isSeenElsewhere: true)
        #expect(stage.player.shouldPlay)
        stage.player.applicationDidEnterBackground()
        #expect(!stage.player.shouldPlay)
        stage.send(.audioOutput(.interrupted))
        stage.player.applicationWillEnterForeground()
        #expect(!stage.player.shouldPlay, "the call is still active")
        stage.send(.audioOutput(.interruptionEnded))
        #expect(stage.player.shouldPlay)
        stage.player.backgroundPlaybackPolicy = .continues
        stage.player.applicationDidEnterBackground()
        #expect(stage.player.shouldPlay)
        stage.player.backgroundPlaybackPolicy = .pauses
        stage.player.applicationDidEnterBackground(isSeenElsewhere: true)
        #expect(!stage.player.shouldPlay)
    }

    @Test("1.1: Audio-only items keep playing in the background")
    func sound() {
        let stage = Stage("a")
        stage.player.play()
        stage.show(1, .onDemand(120), kinds: [.audio])
        stage.player.backgroundPlaybackPolicy = .pauses
        stage.player.applicationDidEnterBackground()
        #expect(stage.player.shouldPlay)
    }

    @Test("LB-19: The application is asked for a long-form route, and its choice is stored by media kind")
    func routes() async {
        let store = TransientPlaybackRoutes()
        let quiet = LongFormRouting(store: store)
        #expect(await quiet.route(for: .video, available: []) == .here)
        let asked = LongFormRouting(store: store) { kind, last in
            #expect(last == (kind == .video ? .here : nil))
            return kind == .video ? .play(.renderer("tv")) : .cancel
        }
        #expect(await asked.route(for: .video, available: [.renderer("tv")]) == .renderer("tv"))
        #expect(await asked.route(for: .audio, available: []) == nil)
        #expect(store.route(for: .audio) == nil)
        #expect(await quiet.route(for: .video, available: [.renderer("tv")]) == .renderer("tv"))
        #expect(await quiet.route(for: .video, available: []) == .here, "the television is off")
    }
}
