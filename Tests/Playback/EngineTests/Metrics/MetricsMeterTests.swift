// SPDX-License-Identifier: Apache-2.0

import Testing
import WindowboxMedia
import WindowboxStreaming

@testable import WindowboxEngine

@Suite("Playback metrics")
struct MetricsMeterTests {
    private func at(_ seconds: Double) -> Instant { Instant(nanoseconds: 0) + seconds }

    @Test("Metrics count the time played and the stalls, but not loading or pauses")
    func time() {
        var meter = MetricsMeter(at: at(10))
        meter.isReady(at: at(11.5))
        meter.isReady(at: at(30))
        meter.changed(to: .playing, at: at(12))
        meter.changed(to: .stalled, at: at(15))
        meter.changed(to: .playing, at: at(15.5))
        meter.changed(to: .paused, at: at(17))
        meter.changed(to: .playing, at: at(40))
        meter.changed(to: .stalled, at: at(41))
        let metrics = meter.read((presented: 0, dropped: 0), at: at(43))
        #expect(metrics.startupTime == 1.5)
        #expect(abs(metrics.playbackDuration - 5.5) < 1e-9)
        #expect(metrics.stalls == 2)
        #expect(abs(metrics.stallDuration - 2.5) < 1e-9)
        let later = meter.read((presented: 0, dropped: 0), at: at(44))
        #expect(abs(later.stallDuration - 3.5) < 1e-9)
        #expect(later.stalls == 2)
    }

    @Test("Metrics report the segments' rate and its deviation, and count overdue downloads")
    func rates() throws {
        var meter = MetricsMeter(at: at(0))
        #expect(meter.read((0, 0), at: at(0)).observedBitrate == nil)
        meter.transferred(Transfer(bytes: 500))
        meter.transferred(Transfer(bytes: 1_000_000, seconds: 1, media: 4, address: "a"))
        meter.transferred(Transfer(bytes: 1_000_000, seconds: 5, media: 4, address: "b"))
        meter.requested()
        let metrics = meter.read((0, 0), at: at(9))
        #expect(metrics.bytes == 2_000_500)
        #expect(metrics.requests == 1)
        #expect(metrics.overdueDownloads == 1)
        #expect(metrics.address == "b")
        #expect(metrics.transferDuration == 6)
        #expect(metrics.downloadedDuration == 8)
        let rate = try #require(metrics.observedBitrate)
        #expect(abs(rate - 16e6 / 6) < 1)
        // 8 Mbit/s for one second and 1.6 Mbit/s for five.
        let deviation = (pow2(8e6 - rate) * 1 + pow2(1.6e6 - rate) * 5) / 6
        #expect(abs(try #require(metrics.observedBitrateDeviation) - deviation.squareRoot()) < 1)
    }

    private func pow2(_ value: Double) -> Double { value * value }

    @Test("Metrics know the variant's bit rates whichever is reported first, and count changes after the first")
    func variants() {
        var meter = MetricsMeter(at: at(0))
        meter.changed(variant: 1)
        meter.presents(
            Presentation(
                variants: [.init(bandwidth: 500, averageBandwidth: 400), .init(bandwidth: 900), .init(bandwidth: 0)], contentTypes: [.main])
        )
        #expect(meter.read((0, 0), at: at(0)).indicatedBitrate == 900)
        meter.changed(variant: 0)
        #expect(meter.read((0, 0), at: at(0)).indicatedAverageBitrate == 400)
        meter.changed(variant: 2)
        let metrics = meter.read((0, 0), at: at(0))
        #expect(metrics.indicatedBitrate == nil)
        #expect(metrics.indicatedAverageBitrate == nil)
        #expect(metrics.bitrateSwitches == 2)
    }

    @Test("Metrics count only the item's own frames")
    func pictures() {
        var meter = MetricsMeter(at: at(0))
        meter.cameOnAir((presented: 100, dropped: 3))
        meter.cameOnAir((presented: 120, dropped: 3))
        let metrics = meter.read((presented: 150, dropped: 4), at: at(1))
        #expect(metrics.picturesPresented == 50)
        #expect(metrics.picturesDropped == 1)
    }

    @Test("The size accounts for aspect ratio and rotation", arguments: [(1.0, 0, 720, 576), (64.0 / 45, 0, 1024, 576), (1, 90, 576, 720)])
    func size(ratio: Double, rotation: Int, width: Int, height: Int) {
        let format = PictureFormat(size: PixelSize(width: 720, height: 576), pixelAspectRatio: ratio, rotation: rotation)
        #expect(format.presentationSize == PixelSize(width: width, height: height))
    }
}
