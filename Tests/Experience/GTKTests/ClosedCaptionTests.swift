// SPDX-License-Identifier: Apache-2.0

import Testing
import WindowboxCaptions
import WindowboxEngine
import WindowboxKit
import WindowboxMedia
import WindowboxStreaming
import WindowboxTesting

@testable import WindowboxGTK
@testable import WindowboxPlayer

@MainActor @Suite("Closed captions in a window", .serialized, .timeLimit(.minutes(1)))
struct ClosedCaptionTests {
    /// Selects subtitles of a paused player by name.
    private func choose(_ title: String, _ model: PlayerModel) async throws {
        try #require(await eventually { model.choices(of: .subtitles).titles.contains(title) })
        model.choose(try #require(model.choices(of: .subtitles).titles.firstIndex(of: title)), of: .subtitles)
    }

    private func seek(_ model: PlayerModel, to time: Double) async {
        _ = await model.player.seek(.at(time), .immediate).result
    }

    private func expect(_ text: String, at position: Double, _ model: PlayerModel) async {
        await seek(model, to: position)
        let isShown = await eventually { model.cues.texts == [text] }
        #expect(isShown, "\(position): \(model.cues.texts), loaded \(model.bufferedRange.map { "\($0)" } ?? "nothing")")
    }

    @Test(
        "Declared or detected closed captions are in the menu, and match the position after any seek",
        arguments: [
            ("captions-608", "English", "SECOND"), ("captions-found", "Closed Captions (CC1)", "SECOND"),
            ("captions-found", "Closed Captions (SERVICE2)", "NUMBER"), ("captions-file", "Closed Captions (CC1)", "SECOND"),
        ])
    func positions(name: String, title: String, word: String) async throws {
        let player = Player(items: [.simple(url: try GeneratedStreams.named(name).address)])
        let model = PlayerModel(player)
        try await choose(title, model)
        #expect(await eventually { player.playbackState == .paused && !player.isBuffering })
        // A file is loaded from the keyframe before the target, and a second's caption starts before that. Ten seconds are
        // loaded ahead.
        if name == "captions-file" {
            #expect(await eventually { model.bufferedRange.map { $0.start < 0.1 && $0.end > 9.5 } ?? false })
        }
        // Forwards, back, and to a time without captions.
        for position in [9.2, 5.3, 1.1] { await expect("\(word) \(Int(position))", at: position, model) }
        await seek(model, to: 3.8)
        #expect(await eventually { model.cues.isEmpty })
        // The caption of an even second starts in the segment before it, so both segments must have been loaded in one go.
        await seek(model, to: 1.2)
        #expect(await eventually { model.bufferedRange.map { $0.start <= 1.2 && $0.end > 4.5 } ?? false })
        for position in [2.2, 4.1] { await expect("\(word) \(Int(position))", at: position, model) }
        model.setDelay(1, of: .captions)
        #expect(model.cues.texts == ["\(word) 3"])
        #expect(model.delay(of: .captions) == 1)
        model.choose(1, of: .subtitles)
        #expect(model.cues.isEmpty && model.choices(of: .subtitles).titles[1] == "Off")
    }

    @Test("Closed captions appear and disappear with their frames during playback")
    func playing() async throws {
        let run = await RecordedRun.play([try GeneratedStreams.named("captions-found").address])
        let stage = PlayerStage("film")
        stage.player.play()
        stage.show(1, .onDemand(12), kinds: [.video])
        let model = PlayerModel(stage.player)
        for case .captions(_, let captions) in run.facts { stage.report(.captions(ItemID(1), captions)) }
        try await choose("Closed Captions (CC1)", model)
        #expect(model.cues.isEmpty)
        for second in 1...3 {
            // Each is shown for half a second, to the frame.
            for (time, texts) in [(-0.02, []), (0.01, ["SECOND \(second)"]), (0.48, ["SECOND \(second)"]), (0.51, [])] {
                stage.play(for: Double(second) + time - (stage.clock.now - .zero))
                #expect(await eventually { model.cues.texts == texts }, "\(second) \(time): \(model.cues.texts)")
            }
        }
    }
}
