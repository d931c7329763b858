// SPDX-License-Identifier: Apache-2.0

import Testing
import WindowboxCodec
import WindowboxEngine
import WindowboxKit
import WindowboxMedia

@testable import WindowboxPlayer

/// Reports its deallocation.
private final class Screen: VideoOutput {
    private let gone: AsyncStream<Void>.Continuation
    init(_ gone: AsyncStream<Void>.Continuation) { self.gone = gone }
    deinit { gone.finish() }
    func show(_ picture: VideoFrame) {}
}

@MainActor @Suite("Player lifetime", .timeLimit(.minutes(1)))
struct LeakTests {
    @Test(
        "A released player is deallocated with its engine and items, even during playback",
        arguments: ["vod-cmaf", "file-end-mp4"])
    func playing(name: String) async throws {
        let (end, gone) = AsyncStream.makeStream(of: Void.self)
        weak var known: Player?
        weak var item: PlayerItem?
        func play() async throws {
            let first = PlayerItem.simple(url: try GeneratedStreams.named(name).address)
            let player = Player(items: [first], videoOutputs: [Screen(gone)], audioOutput: SilentOutput())
            (known, item) = (player, first)
            player.play()
            await observed { player.playbackState == .playing }
        }
        try await play()
        for await _ in end {}
        #expect(known == nil)
        #expect(item == nil)
    }
}
