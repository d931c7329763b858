// SPDX-License-Identifier: Apache-2.0

import Testing
import WindowboxEngine
import WindowboxMedia
import WindowboxStreaming
import WindowboxTesting

@testable import WindowboxPlayer

@MainActor @Suite("Quality selection")
struct QualityTests {
    private typealias Variant = Presentation.Variant
    private func variant(_ bandwidth: Int, _ height: Int?, rate: Double? = nil, exclusion: Presentation.Exclusion? = nil) -> Variant {
        Variant(
            bandwidth: bandwidth, size: height.map { PixelSize(width: $0 * 16 / 9, height: $0) }, frameRate: rate, exclusion: exclusion)
    }

    private func names(_ variants: Variant...) -> [String] {
        QualityOption.all(of: Presentation(variants: variants, contentTypes: [.main])).map(\.description)
    }

    @Test("1.27: qualities are listed best first, once per size, and not at all without a choice")
    func menu() {
        #expect(
            names(
                variant(800_000, 360), variant(5_000_000, 1080), variant(6_000_000, 1080), variant(3_000_000, 720, rate: 60),
                variant(2_500_000, 720, rate: 25)) == ["1080p", "720p60", "720p", "360p"])
        #expect(names(variant(800_000, 360)) == [])
        #expect(names(variant(1, 360), variant(2, 360)) == [])
        #expect(names(variant(64_000, nil), variant(1_250_000, nil)) == ["1.3 Mbit/s", "64 kbit/s"])
    }

    @Test("A selected quality is kept, including the same size in later items")
    func keeping() {
        let stage = Stage("a", "b", "c")
        func show(_ number: Int, _ variants: Variant...) {
            stage.send(.presentation(ItemID(number), Presentation(variants: variants, contentTypes: [.main])))
        }
        func reported() -> [String] { stage.engine.takeLog().filter { $0.hasPrefix("select variant") } }
        show(1, variant(1, 360), variant(2, 720))
        #expect(stage.player.selectedQuality == nil)
        stage.player.select(stage.player.qualityOptions.last)
        #expect(reported() == ["select variant(Optional(0)) #1"])
        stage.player.advanceToNextItem()
        show(2, variant(3, 720), variant(1, 360))
        #expect(reported() == ["select variant(Optional(1)) #2"])
        #expect(stage.player.selectedQuality?.size?.height == 360)
        stage.player.advanceToNextItem()
        show(3, variant(3, 720), variant(1, 240))
        #expect(reported() == [])
        #expect(stage.player.selectedQuality == nil)
        stage.player.select(stage.player.qualityOptions.first)
        stage.player.select(nil)
        #expect(reported() == ["select variant(Optional(0)) #3", "select variant(nil) #3"])
    }
}
