// SPDX-License-Identifier: Apache-2.0

import Testing
import WindowboxCaptions
import WindowboxEngine
import WindowboxKit
import WindowboxMedia
import WindowboxStreaming

/// The image subtitles reported by an engine, kept as a renderer would.
struct PictureRun {
    struct Shown {
        var rendition: Int
        var range: TimeRange
        var images: [CaptionImage]
        var x: Double? { images.first?.placement?.frame.x }
        var pictures: Int { images.count }
    }

    var sets: [Shown] = []

    mutating func take(_ fact: TextFact) {
        switch fact {
        case .loaded(let resource):
            guard case .pictures(let images) = resource.format else { return }
            let start = resource.range.start
            sets.removeAll { abs($0.range.start - start) < 0.001 }
            for index in sets.indices where sets[index].range.start < start {
                sets[index].range.end = min(sets[index].range.end, start)
            }
            sets.append(Shown(rendition: resource.rendition, range: resource.range, images: images))
        case .discarded(let time): sets.removeAll { $0.range.start >= time }
        default: break
        }
    }

    /// Whether pictures begin at a time. Until the next ones are known, those of DVB are shown for half a minute.
    func begins(at time: Double) -> Bool { sets.contains { $0.pictures > 0 && abs($0.range.start - time) < 0.1 } }

    /// Whether the display is cleared at a time.
    func clears(at time: Double) -> Bool { sets.contains { $0.pictures == 0 && abs($0.range.start - time) < 0.1 } }

    func shown(at time: Double) -> Shown? { sets.first { $0.pictures > 0 && $0.range.contains(time) } }

    /// Runs until `script` returns true. It is called after each fact, with the presentation and the reports so far.
    static func follow(
        _ path: String, at start: StartPosition = .automatic, language: String? = nil,
        configure: (inout EngineConfiguration) -> Void = { _ in },
        script: (PlaybackEngine, Presentation?, PictureRun) async -> Bool
    ) async -> PictureRun {
        var configuration = TextRun.configuration(language)
        configure(&configuration)
        let engine = PlaybackEngine(configuration: configuration)
        await engine.load(path, as: ItemID(0), at: start)
        var run = PictureRun()
        var presentation: Presentation?
        for await fact in engine.facts {
            if case .text(_, let text) = fact { run.take(text) }
            if case .presentation(_, let new) = fact { presentation = new }
            if case .failed(_, let error) = fact {
                Issue.record("\(error.message)")
                break
            }
            if await script(engine, presentation, run) { break }
        }
        await engine.shutDown()
        return run
    }

    /// Presentation graphics with a box at each time.
    static func boxes(x: Int, times: [(start: Double, end: Double)]) -> [UInt8] {
        var writer = PresentationGraphicsWriter(width: 720, height: 576)
        writer.show([], at: 0)
        for time in times {
            writer.show([.box(x: x, y: 480, width: 300, height: 48)], at: time.start)
            writer.show([], at: time.end)
        }
        return writer.bytes
    }
}
