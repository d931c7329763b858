// SPDX-License-Identifier: Apache-2.0

import Testing

@testable import WindowboxPackager

@Suite("Encoder statistics") struct EncoderStatisticsTests {
    private static let head = [
        "#software: x", "#tb 0: 1/1000", "#media_type 0: video", "#codec_id 0: h264", "#tb 1: 1/1000", "#media_type 1: audio",
    ]

    /// 25 frames per second of 1000 bytes, every `keys`-th of them a keyframe.
    private static func report(seconds: Int, keys: Int, without lost: Set<Int> = []) -> EncoderStatistics {
        var report = EncoderStatistics()
        for line in head { report.read(line) }
        for number in 0..<seconds * 25 where !lost.contains(number) {
            let flags = number % keys == 0 ? "" : ", F=0x0"
            let isRead = report.read("0,     \(number * 40),      \(number * 40),       40,     1000, 0x09221154\(flags)")
            #expect(isRead)
        }
        return report
    }

    @Test("Bit rate, frame rate and keyframe interval come from the packets") func figures() {
        let figures = Self.report(seconds: 20, keys: 50).figures
        #expect(figures.bitsPerSecond == 200_000)
        #expect(abs(figures.framesPerSecond - 25) < 0.01)
        #expect(figures.droppedFrames == 0)
        #expect(figures.keyFrameSeconds == 2)
    }

    @Test("Missing frames are counted, including keyframes") func dropped() {
        let figures = Self.report(seconds: 8, keys: 25, without: [30, 31, 50]).figures
        #expect(figures.droppedFrames == 3)
        #expect(figures.keyFrameSeconds == 2)
    }

    @Test("Audio counts only towards the bit rate, and other lines count for nothing") func sound() {
        var report = EncoderStatistics()
        for line in Self.head { report.read(line) }
        for line in ["", "x", "0, a, 0, 40, 10, 0x0", "7, 0, 0, 40, 10, 0x0", "0, 0, 0, 40", "0, 0, 0, 40, -5, 0x0"] {
            let isRead = report.read(line)
            #expect(!isRead, "\(line)")
        }
        #expect(report.figures == EncoderStatistics.Figures())
        for number in 0...10 { report.read("1, \(number * 100), \(number * 100), 100, 500, 0x1") }
        #expect(report.figures.bitsPerSecond == 40_000)
        #expect(report.figures.framesPerSecond == 0)
        #expect(report.figures.keyFrameSeconds == nil)
    }

    @Test("A restarted clock resets the statistics") func restart() {
        var report = Self.report(seconds: 20, keys: 50)
        report.read("0, 0, 0, 40, 1000, 0x1")
        report.read("0, 40, 40, 40, 1000, 0x1, F=0x0")
        #expect(report.figures.keyFrameSeconds == nil)
        #expect(abs(report.figures.framesPerSecond - 25) < 0.01)
    }

    @Test("A handover begins all renditions at the same keyframe, and audio with it") func handOver() {
        var handOver = StationHandover(reached: ["360p": 3.9, "720p": 4.2, "sound": 4.1], sound: "sound", hasPictures: true)
        #expect(handOver.step("sound", time: 4.3, isIndependent: true) == .skip)
        // Later than the other rendition's position.
        #expect(handOver.step("360p", time: 4.0, isIndependent: true) == .skip)
        #expect(handOver.step("720p", time: 4.5, isIndependent: false) == .skip)
        #expect(handOver.step("720p", time: 6.0, isIndependent: true) == .begin)
        #expect(handOver.step("720p", time: 6.3, isIndependent: false) == .pass)
        #expect(handOver.step("sound", time: 5.9, isIndependent: true) == .skip)
        #expect(handOver.step("sound", time: 6.0, isIndependent: true) == .begin)
        #expect(handOver.step("360p", time: 5.0, isIndependent: true) == .skip)
        #expect(handOver.step("360p", time: 6.0, isIndependent: true) == .begin)
        #expect(handOver.begun == ["360p", "720p", "sound"])
    }

    @Test("A handover supports an encoder whose clock restarts, and audio alone") func otherHandOvers() {
        var anew = StationHandover(reached: ["360p": 900], sound: "sound", hasPictures: true)
        anew.restart()
        #expect(anew.step("360p", time: 0, isIndependent: true) == .begin)
        var alone = StationHandover(reached: ["sound": 5], sound: "sound", hasPictures: false)
        #expect(alone.step("sound", time: 4.9, isIndependent: true) == .skip)
        #expect(alone.step("sound", time: 5, isIndependent: true) == .begin)
    }
}
