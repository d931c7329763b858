// SPDX-License-Identifier: Apache-2.0

import Foundation
import Testing
import WindowboxCaptions
import WindowboxEngine
import WindowboxKit
import WindowboxMedia
import WindowboxPlayer
import WindowboxTesting

@testable import WindowboxGTK

@MainActor @Suite("Player model", .serialized, .timeLimit(.minutes(1)))
struct PlayerModelTests {
    private func text(_ words: String, _ start: Int, _ end: Int) -> TextFact {
        let file = "WEBVTT\n\n00:0\(start).000 --> 00:0\(end).000\n\(words)"
        let range = TimeRange(start: 0, end: 10)
        return .loaded(TextResource(rendition: 0, format: .webVTT, bytes: Array(file.utf8), range: range, offset: 0))
    }

    @Test("The stream's cues follow their times and the delay, and the next item starts without a delay")
    func cues() async throws {
        let stage = PlayerStage("first", "second")
        let model = PlayerModel(stage.player)
        stage.player.play()
        stage.show(1, duration: 10)
        stage.report(.text(ItemID(1), text("one", 0, 3)))
        #expect(await eventually { model.cues.texts == ["one"] })
        model.captionDelay = 1
        #expect(model.cues.isEmpty)
        stage.play(for: 1.5)
        #expect(await eventually { model.cues.texts == ["one"] })
        model.captionScale = 2
        #expect(model.cues.texts == ["one"], "the scale is for files")
        stage.player.advanceToNextItem()
        let id = try #require(stage.player.currentItemID)
        stage.report(.text(id, text("two", 0, 3)))
        #expect(await eventually { model.cues.texts == ["two"] })
        #expect(model.captionDelay == 0)
        #expect(model.captionScale == 1)
    }

    @Test("Subtitle files stay with the item that they were added to")
    func files() async throws {
        let file = FileManager.default.temporaryDirectory.appending(path: UUID().uuidString + ".srt")
        try Data("1\n00:00:00,000 --> 00:00:05,000\nfile\n".utf8).write(to: file)
        defer { try? FileManager.default.removeItem(at: file) }
        let stage = PlayerStage("first", "second")
        let model = PlayerModel(stage.player)
        stage.show(1, duration: 10)
        var notices = model.notices.makeAsyncIterator()
        await model.readSubtitles([file.path])
        #expect(await notices.next()?.text.contains(file.lastPathComponent) == true)
        #expect(model.cues.texts == ["file"])
        #expect(model.choices(of: .subtitles) == Choices(["Off", file.lastPathComponent], selection: 1))
        model.choose(0, of: .subtitles)
        #expect(model.cues.isEmpty)
        model.choose(1, of: .subtitles)
        stage.player.advanceToNextItem()
        #expect(await eventually { model.cues.isEmpty })
        #expect(model.choices(of: .subtitles).isEmpty)
        stage.player.currentItem = stage.items[0]
        stage.show(duration: 10)
        #expect(await eventually { model.cues.texts == ["file"] })
    }

    @Test("A marked part repeats until it is cleared, and is shown on the seek bar")
    func repeating() async throws {
        let stage = PlayerStage("first", "second")
        let model = PlayerModel(stage.player)
        stage.player.play()
        stage.show(1, duration: 100)
        #expect(await eventually { model.seekable != nil })
        var seeks: [Double] = []
        let following = Task { [events = stage.player.events] in
            for await event in events { if case .willSeek(let time) = event { seeks.append(time) } }
        }
        defer { following.cancel() }
        stage.play(for: 2)
        #expect(model.markRepeatedPart() == "Repeat from 0:02")
        #expect(model.marks == [SeekMark(.repeated, TimeRange(start: 2, end: 2))])
        stage.play(for: 3)
        #expect(model.markRepeatedPart() == "Repeating 0:02 to 0:05")
        #expect(model.marks.map(\.timeRange) == [TimeRange(start: 2, end: 5)])
        #expect(await eventually { seeks == [2] })
        #expect(model.markRepeatedPart() == "Repeat Off")
        #expect(model.marks == [])
    }

    @Test("The length of a skip can be chosen, and both directions use it")
    func skips() async {
        let stage = PlayerStage("first")
        let model = PlayerModel(stage.player)
        stage.player.play()
        stage.show(1, duration: 100)
        #expect(await eventually { model.seekable != nil })
        #expect(model.skipInterval(.forward) == 10)
        model.skipLength = 30
        model.skip(.forward)
        #expect(await eventually { model.position == 30 })
        model.skip(.forward)
        #expect(await eventually { model.position == 60 })
        model.skip(.backward)
        #expect(await eventually { model.position == 30 })
        model.skipLength = 0
        #expect(model.skipInterval(.backward) == 10)
    }

    @Test("Beyond the ends of the list, the viewer goes on to what the application offers there")
    func beyondTheList() {
        let stage = PlayerStage("first", "second")
        let model = PlayerModel(stage.player)
        var steps: [String] = []
        #expect(!model.canGoToPrevious)
        (model.beforeList, model.afterList) = ({ steps.append("before") }, { steps.append("after") })
        #expect(model.canGoToPrevious)
        model.goToPrevious()
        #expect(steps == ["before"])
        #expect(model.canGoToNext)
        model.goToNext()
        #expect(stage.player.currentItem === stage.items[1])
        model.goToNext()
        #expect(steps == ["before", "after"])
    }

    @Test("Audio can be delayed if the output can, and the item is sought at its position, so that the delay is heard at once")
    func audioDelay() async {
        let stage = PlayerStage("first")
        #expect(PlayerModel(stage.player).delay(of: .audio) == nil)
        let output = DelayedAudioOutput(SilentOutput())
        let model = PlayerModel(stage.player, delayedAudio: output)
        stage.player.play()
        stage.show(1, duration: 100)
        #expect(await eventually { model.seekable != nil })
        stage.play(for: 3)
        model.setDelay(0.25, of: .audio)
        #expect(model.delay(of: .audio) == 0.25)
        #expect(output.delay == 0.25)
        #expect(await eventually { model.position == 3 })
        model.setDelay(99, of: .audio)
        #expect(model.delay(of: .audio) == 10)
    }

    @Test("Every listener gets each notice")
    func notices() async {
        let model = PlayerModel(Player())
        var first = model.notices.makeAsyncIterator()
        var second = model.notices.makeAsyncIterator()
        await model.readSubtitles(["/nowhere/a.srt"])
        let heard = await first.next()
        #expect(heard?.text.contains("a.srt") == true)
        #expect(await second.next() == heard)
    }
}
