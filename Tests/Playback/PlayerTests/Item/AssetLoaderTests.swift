// SPDX-License-Identifier: Apache-2.0

import Observation
import Testing
import WindowboxEngine
import WindowboxKit
import WindowboxTesting
import WindowboxTransport

@testable import WindowboxPlayer

private struct Trouble: Error, Equatable {}

/// Responds when a test says so, and counts requests.
@MainActor @Observable private final class Service {
    private(set) var asked: [String: Int] = [:]
    @ObservationIgnored private var out: [String: AsyncThrowingStream<String, any Error>.Continuation] = [:]
    private(set) var cancelled: Set<String> = []

    func subscribe(_ name: String, _ continuation: AsyncThrowingStream<String, any Error>.Continuation) {
        asked[name, default: 0] += 1
        out[name] = continuation
    }
    func cancel(_ name: String) { cancelled.insert(name) }
    func answer(_ name: String, _ value: String) { out[name]?.yield(value) }
    func fail(_ name: String) { out[name]?.finish(throwing: Trouble()) }
    func finish(_ name: String) { out[name]?.finish() }
}

private struct NameLoader: AssetLoader {
    let name: String
    let service: Service

    func metadata() -> AsyncThrowingStream<String, any Error> {
        let (stream, out) = AsyncThrowingStream.makeStream(of: String.self)
        let (name, service) = (name, service)
        out.onTermination = { end in
            guard case .cancelled = end else { return }
            Task { @MainActor in service.cancel(name) }
        }
        Task { @MainActor in service.subscribe(name, out) }
        return stream
    }
    /// The URL is the part before a question mark; the title is the whole text.
    func asset(for metadata: String) -> Asset { .simple(url: String(metadata.prefix { $0 != "?" })) }
    func playerMetadata(for metadata: String?) -> PlayerMetadata { PlayerMetadata(identifier: name, title: metadata ?? "…") }
}

@MainActor @Suite("Items with an asset loader", .timeLimit(.minutes(2)))
struct AssetLoaderTests {
    private let service = Service()
    private func item(_ name: String) -> PlayerItem { PlayerItem(loader: NameLoader(name: name, service: service)) }

    @Test("PB-6: of three items exactly two are requested; the third waits")
    func laziness() async {
        let stage = Stage(items: [item("a"), item("b"), item("c")])
        await observed { service.asked == ["a": 1, "b": 1] }
        #expect(stage.player.metadata == PlayerMetadata(identifier: "a", title: "…"))
        #expect(stage.player.isBuffering)
        #expect(stage.engine.takeLog() == [])
        service.answer("a", "media-a")
        await observed { stage.player.metadata.title == "media-a" }
        #expect(stage.engine.takeLog() == ["load media-a #1"])
        stage.show(1)
        stage.player.advanceToNextItem()
        await observed { service.asked == ["a": 1, "b": 1, "c": 1] }
        await observed { service.cancelled == ["a"] }
    }

    @Test("PB-7: new metadata for the same media does not affect the engine; different media is loaded")
    func updates() async {
        let stage = Stage(items: [item("a")])
        await observed { service.asked == ["a": 1] }
        service.answer("a", "m?1")
        await observed { stage.player.metadata.title == "m?1" }
        stage.show(1, at: 33)
        _ = stage.engine.takeLog()
        service.answer("a", "m?2")
        await observed { stage.player.metadata.title == "m?2" }
        #expect(stage.engine.takeLog() == [])
        #expect(stage.player.time == 33)
        service.answer("a", "n?3")
        await observed { stage.player.metadata.title == "n?3" }
        #expect(stage.engine.takeLog() == ["load n #2"])
    }

    @Test("PB-10: the next item's media is prepared once known, and again when it changes")
    func next() async {
        let stage = Stage(items: [.simple(url: "a"), item("b")])
        stage.show(1)
        await observed { service.asked == ["b": 1] }
        #expect(stage.engine.takeLog() == ["load a #1"])
        service.answer("b", "m?1")
        await observed { stage.items[1].metadata.title == "m?1" }
        #expect(stage.engine.takeLog() == ["prepare m #2"])
        service.answer("b", "n?1")
        await observed { stage.items[1].metadata.title == "n?1" }
        #expect(stage.engine.takeLog() == ["forget #2", "prepare n #3"])
    }

    @Test("PB-8: a loader's error is passed to the player unchanged, and replay requests the asset again")
    func failure() async {
        let stage = Stage(items: [item("a"), item("b")])
        await observed { service.asked == ["a": 1, "b": 1] }
        service.fail("a")
        await observed { stage.player.error != nil }
        #expect(stage.player.error?.underlying as? Trouble == Trouble())
        #expect(!stage.player.isBuffering)
        stage.player.replay()
        #expect(stage.player.error == nil)
        await observed { service.asked["a"] == 2 }
        service.answer("a", "m")
        await observed { stage.player.metadata.title == "m" }
        #expect(stage.engine.takeLog() == ["play", "load m #1"])
    }

    @Test("A loader that ends without media fails the item")
    func nothing() async {
        let stage = Stage(items: [item("a")])
        await observed { service.asked == ["a": 1] }
        service.finish("a")
        await observed { stage.player.error?.code == .noContent }
    }

    @Test("A finished loader is not asked again when the item becomes current again")
    func complete() async {
        let stage = Stage(items: [item("a"), .simple(url: "b"), .simple(url: "c"), .simple(url: "d"), item("e")])
        await observed { service.asked == ["a": 1] }
        service.answer("a", "m")
        service.finish("a")
        await observed { stage.items[0].isComplete }
        stage.player.currentItem = stage.items[2]
        _ = stage.engine.takeLog()
        stage.player.currentItem = stage.items[0]
        #expect(stage.engine.takeLog() == ["load m #3"])
        // Requests are processed in turn.
        stage.player.currentItem = stage.items[4]
        await observed { service.asked["e"] == 1 }
        #expect(service.asked == ["a": 1, "e": 1])
    }
}
