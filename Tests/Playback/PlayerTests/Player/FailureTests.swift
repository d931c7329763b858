// SPDX-License-Identifier: Apache-2.0

import Testing
import WindowboxEngine
import WindowboxStreaming
import WindowboxTesting

@testable import WindowboxPlayer

private struct Trouble: Error, Equatable { var number: Int }

@MainActor @Suite("Failure, replay and resuming")
struct FailureTests {
    @Test("PB-15: a failed item stays current, and nothing is loaded after it", arguments: 0..<3)
    func stays(index: Int) {
        let stage = Stage("a", "b", "c")
        stage.player.currentItem = stage.items[index]
        let number = index == 0 ? 1 : 2
        stage.show(number)
        stage.player.play()
        _ = stage.engine.takeLog()
        stage.fail(number)
        #expect(stage.player.currentItem === stage.items[index])
        #expect(stage.player.error?.code == .unavailable)
        #expect(stage.player.playbackState == .idle)
        #expect(!stage.player.isBusy)
        #expect(!stage.player.isBuffering)
        #expect(stage.engine.takeLog().allSatisfy { $0.hasPrefix("forget") })
    }

    @Test("A failure of the current item is an event, so that a program that waits for the end doesn't wait forever")
    func isTold() async {
        let stage = Stage("a", "b")
        var events = stage.player.events.makeAsyncIterator()
        stage.fail(1)
        #expect(await events.next() == .didFail(stage.items[0]))
        stage.player.advanceToNextItem()
        stage.fail(2)
        #expect(await events.next() == .didFail(stage.items[1]))
        #expect(stage.player.error != nil)
    }

    @Test("A loader that provides no media is an event, too")
    func loaderIsTold() async {
        let stage = Stage("a")
        var events = stage.player.events.makeAsyncIterator()
        let refused = PlayerItem.unavailable(Trouble(number: 1))
        stage.player.items = [refused]
        #expect(await events.next() == .didFail(refused))
    }

    @Test("A certificate that isn't trusted is told apart from a server that can't be reached")
    func untrusted() {
        var failure = LoadFailure(.connection, message: "TLS failed")
        #expect(PlayerError(StreamingError(.unavailable, message: "x", url: "https://a", underlying: failure)).code == .network)
        failure.isUntrusted = true
        #expect(PlayerError(StreamingError(.unavailable, message: "x", url: "https://a", underlying: failure)).code == .untrusted)
    }

    @Test("Decision 1: as a policy, failed items are skipped up to the end of the list, without wrapping")
    func passesOver() {
        let items = (0..<2000).map { PlayerItem.unavailable(Trouble(number: $0)) } + [.simple(url: "z"), .simple(url: "y")]
        let stage = Stage(items: items, configuration: PlayerConfiguration(actionAtItemFailure: .advance))
        stage.player.repeatMode = .all
        #expect(stage.player.currentItem === items[2000])
        #expect(stage.player.error == nil)
        #expect(stage.engine.takeLog() == ["load z #1"])
        stage.fail(1)
        stage.fail(2)
        #expect(stage.player.currentItem === items[2001])
        #expect(stage.player.error != nil)
    }

    @Test("Skipped items are reported in order; the last one keeps its error and is reported as failed")
    func passedOverAreTold() async {
        let stage = Stage("a", "b", "c", configuration: PlayerConfiguration(actionAtItemFailure: .advance, userLanguages: []))
        var events = stage.player.events.makeAsyncIterator()
        stage.fail(1)
        stage.fail(2)
        stage.fail(3)
        #expect(await events.next() == .didPassOver(stage.items[0]))
        #expect(await events.next() == .didPassOver(stage.items[1]))
        #expect(await events.next() == .didFail(stage.items[2]))
        stage.player.currentItem = stage.items[2]
        #expect(stage.player.error != nil)
    }

    @Test("Of items that fail at once and are skipped, only the last one is reported as failed")
    func nestedFailures() async {
        let items = (0..<3).map { PlayerItem.unavailable(Trouble(number: $0)) }
        let stage = Stage(items: [.simple(url: "a")] + items, configuration: PlayerConfiguration(actionAtItemFailure: .advance))
        var events = stage.player.events.makeAsyncIterator()
        stage.fail(1)
        for item in stage.items.dropLast() { #expect(await events.next() == .didPassOver(item)) }
        #expect(await events.next() == .didFail(items[2]))
    }

    @Test("An item interrupted by the network is waited for; one that never started is skipped unless offline")
    func networkFailuresInAList() {
        let failure = StreamingError(
            .unavailable, message: "gone", underlying: LoadFailure(.connection, message: "gone"), isTransient: true)
        let configuration = PlayerConfiguration(actionAtItemFailure: .advance, userLanguages: [])
        let interrupted = Stage("a", "b", configuration: configuration)
        interrupted.player.play()
        interrupted.show(1)
        interrupted.fail(1, failure)
        #expect(interrupted.player.currentItem === interrupted.items[0])
        #expect(interrupted.player.error?.code == .network)
        let unreachable = Stage("a", "b", configuration: configuration)
        unreachable.fail(1, failure)
        #expect(unreachable.player.currentItem === unreachable.items[1])
        let offline = Stage("a", "b", configuration: configuration)
        offline.player.networkConditions.isReachable = false
        offline.fail(1, failure)
        #expect(offline.player.currentItem === offline.items[0])
    }

    @Test("PB-8: an unavailable item fails with its own error, and its metadata is shown")
    func unavailable() throws {
        let stage = Stage(items: [.unavailable(Trouble(number: 7), metadata: PlayerMetadata(title: "Blocked"))])
        let error = try #require(stage.player.error)
        #expect(error.code == .loader)
        #expect(error.underlying as? Trouble == Trouble(number: 7))
        #expect(stage.player.metadata.title == "Blocked")
        #expect(stage.engine.takeLog() == [])
    }

    @Test(
        "PB-23: HTTP statuses map to error codes",
        arguments: [(404, PlayerError.Code.notFound), (403, .forbidden), (401, .forbidden), (500, .unavailable)])
    func statuses(status: Int, code: PlayerError.Code) throws {
        let stage = Stage("a")
        let failure = LoadFailure(.status(status), message: "HTTP \(status)")
        stage.fail(1, StreamingError(.unavailable, message: "no", url: "http://x/a", underlying: failure, isTransient: true))
        let error = try #require(stage.player.error)
        #expect(code ~= error)
        #expect(error.url == "http://x/a")
        #expect(error.canRetry)
        #expect(error.description == "no")
        #expect((error.underlying as? StreamingError)?.underlying == failure)
    }

    @Test("PB-8: a failed item reloads when navigated to, but setting it as current again does nothing")
    func navigatingBack() {
        let stage = Stage("a", "b")
        stage.fail(1)
        _ = stage.engine.takeLog()
        stage.player.currentItem = stage.items[0]
        #expect(stage.player.error != nil)
        #expect(stage.engine.takeLog() == [])
        stage.player.advanceToNextItem()
        #expect(stage.player.error == nil)
        stage.player.returnToPreviousItem()
        #expect(stage.engine.takeLog() == ["load b #2", "load a #3"])
    }

    @Test("PB-13: removing a failed current item continues with the next one")
    func removing() {
        let stage = Stage("a", "b")
        stage.fail(1)
        stage.player.remove(stage.items[0])
        #expect(stage.player.error == nil)
        #expect(stage.player.currentItem === stage.items[1])
        #expect(stage.engine.takeLog().last == "load b #2")
    }

    @Test("PB-20: replay is unavailable while loading, playing or paused")
    func noReplay() {
        let stage = Stage("a")
        #expect(!stage.player.canReplay)
        stage.show(1)
        #expect(!stage.player.canReplay)
        stage.player.play()
        #expect(!stage.player.canReplay)
        _ = stage.engine.takeLog()
        stage.player.replay()
        #expect(stage.engine.takeLog() == [])
        #expect(!Stage().player.canReplay)
    }

    @Test("PB-20: replay after a failure reloads and plays")
    func replayFailed() {
        let stage = Stage("a", "b")
        stage.fail(1)
        _ = stage.engine.takeLog()
        #expect(stage.player.canReplay)
        stage.player.replay()
        #expect(stage.player.error == nil)
        #expect(stage.player.shouldPlay)
        #expect(stage.engine.takeLog() == ["play", "load a #2"])
    }

    @Test("PB-20, decision 11: after the end of the list, replay and toggle start its first item", arguments: [true, false])
    func replayList(byToggle: Bool) {
        let stage = Stage("a", "b")
        stage.player.play()
        stage.show(1)
        stage.send(.ended, 1)
        stage.show(2)
        stage.send(.ended, 2)
        #expect(stage.player.canReplay)
        stage.player.pause()
        _ = stage.engine.takeLog()
        if byToggle { stage.player.togglePlayPause() } else { stage.player.replay() }
        #expect(stage.player.currentItem === stage.items[0])
        #expect(stage.player.shouldPlay)
        #expect(stage.engine.takeLog() == ["play", "load a #3"])
    }

    @Test(
        "PB-20, decision 11: at the end of an item, replay and toggle seek to its start without reloading", arguments: [true, false])
    func replayEnded(byToggle: Bool) {
        let stage = Stage("a")
        stage.player.actionAtItemEnd = .pause
        stage.player.play()
        stage.show(1)
        stage.send(.ended, 1)
        _ = stage.engine.takeLog()
        if byToggle { stage.player.togglePlayPause() } else { stage.player.replay() }
        #expect(stage.engine.takeLog() == ["seek 0.0", "play"])
        stage.engine.land()
        #expect(stage.player.playbackState == .playing)
    }

    @Test("PB-22: resuming in another item starts it at the position, once")
    func resume() {
        let stage = Stage("a", "b")
        stage.show(1)
        _ = stage.engine.takeLog()
        stage.player.resume(at: 42, in: stage.items[1])
        #expect(stage.player.currentItem === stage.items[1])
        #expect(stage.engine.takeLog() == ["load b #3 at time(42.0)"])
        stage.player.currentItem = stage.items[0]
        stage.player.currentItem = stage.items[1]
        #expect(stage.engine.takeLog().last == "load b #5")
    }

    @Test("PB-22: resuming in the current item seeks; in an item outside the list it does nothing")
    func resumeCurrent() {
        let stage = Stage("a")
        stage.player.resume(at: 7, in: stage.items[0])
        #expect(stage.engine.takeLog() == ["load a #1", "load a #2 at time(7.0)"])
        stage.show(2)
        stage.player.resume(at: 9, in: stage.items[0])
        stage.player.resume(at: 9, in: .simple(url: "x"))
        #expect(stage.engine.takeLog() == ["seek 9.0"])
    }

    @Test("1.2: An item starts at its configured position")
    func configuredStart() {
        let stage = Stage(items: [
            .simple(url: "a", configuration: PlaybackConfiguration(start: 30)),
            .simple(url: "b", configuration: PlaybackConfiguration(start: 5)),
        ])
        stage.show(1)
        stage.player.advanceToNextItem()
        #expect(stage.engine.takeLog() == ["load a #1 at time(30.0)", "load b #2 at time(5.0)"])
    }
}
