// SPDX-License-Identifier: Apache-2.0

import Testing
import WindowboxEngine
import WindowboxKit
import WindowboxMedia

/// Every stream of the catalogue is played to its end, and every frame is shown once, in order and on time.
@Suite("Playback to the end", .serialized)
struct PlaysEverythingTests {
    static let whole = [
        "vod-cmaf-single", "vod-cmaf-muxed", "vod-ts", "vod-ts-demuxed", "byte-ranges", "event", "square", "short", "medium",
        "video-only", "edit-list", "wrap-ts", "discontinuity-ts", "discontinuity-cmaf", "container-change", "map-change", "gap-ladder",
        "aes-128-ts", "aes-128-cmaf", "aes-128-implicit", "sample-aes-ts", "cbcs-cmaf", "hevc", "vp9",
    ]

    @Test("Every frame is shown once, in order and at its time", arguments: whole)
    func everyPicture(name: String) async throws {
        let stream = try GeneratedStreams.named(name)
        let run = await RecordedRun.play([stream.address])
        #expect(run.end == .ended)
        #expect(run.numbers == (0..<stream.frames).map { $0 })
        #expect(run.misplaced().isEmpty)
    }

    @Test("An interstitial plays at its position, with every frame around it")
    func interstitial() async throws {
        let stream = try GeneratedStreams.named("dates")
        let run = await RecordedRun.play([stream.address])
        #expect(run.end == .ended)
        #expect(run.numbers == Array(0..<180) + Array(0..<30) + Array(180..<stream.frames))
    }

    static let files = ["file-start-mp4", "file-end-mp4", "file-fragments-mp4", "file-film-mkv", "file-film-ts"]

    @Test("A single file plays every frame", arguments: files)
    func file(name: String) async throws {
        let stream = try GeneratedStreams.named(name)
        let run = await RecordedRun.play([stream.address])
        #expect(run.end == .ended)
        #expect(run.numbers == (0..<stream.frames).map { $0 })
    }

    static let sounding = [
        "vod-cmaf-single", "vod-cmaf-muxed", "vod-ts", "discontinuity-ts", "discontinuity-cmaf", "aes-128-cmaf", "sample-aes-ts",
        "cbcs-cmaf",
        "audio-only",
    ]

    @Test("Audio has no gaps", arguments: sounding)
    func sound(name: String) async throws {
        let stream = try GeneratedStreams.named(name)
        let run = await RecordedRun.play([stream.address])
        #expect(run.end == .ended)
        try expectContinuous(run)
    }

    static let placed = [
        "vod-cmaf-single", "vod-cmaf-muxed", "vod-ts", "vod-ts-demuxed", "edit-list", "aes-128-cmaf", "cbcs-cmaf", "discontinuity-ts",
        "discontinuity-cmaf", "container-change",
    ]

    @Test("Audio and video are in sync to the sample", arguments: placed)
    func lipSync(name: String) async throws {
        let stream = try GeneratedStreams.named(name)
        let run = await RecordedRun.play([stream.address])
        // Away from the clock changes at 4 s and 8 s.
        for second in [2, 6, 10] {
            let at = second * SoundPosition.sampleRate
            let end = at + SoundPosition.shortestRun
            try #require(run.frameCount >= end)
            let heard = try #require(SoundPosition.read(left: Array(run.left[at..<end]), right: Array(run.right[at..<end])))
            #expect(abs(heard - at) <= 2, "at \(second) s")
        }
    }

    @Test("Audio is complete from its first sample on if its priming is present")
    func runUp() async throws {
        let stream = try GeneratedStreams.named("edit-list")
        let run = await RecordedRun.play([stream.address])
        func energy(_ range: Range<Int>) -> Float { run.left[range].reduce(0) { $0 + $1 * $1 } }
        // A tone of constant level: a decoder without priming fades in.
        #expect(energy(0..<480) > 0.7 * energy(96_000..<96_480))
    }

    @Test("A gap that no variant covers is skipped")
    func gap() async throws {
        let stream = try GeneratedStreams.named("gap")
        let run = await RecordedRun.play([stream.address])
        #expect(run.end == .ended)
        #expect(run.pictures.count == stream.frames)
        #expect(run.misplaced().isEmpty)
    }

    @Test("The intact parts of damaged streams are shown", arguments: ["corrupt-ts", "truncated-ts", "truncated-cmaf", "corrupt-cmaf"])
    func damaged(name: String) async throws {
        let stream = try GeneratedStreams.named(name)
        let run = await RecordedRun.play([stream.address])
        #expect(run.end == .ended)
        #expect(run.pictures.count >= stream.frames * 2 / 3)
        let times = run.pictures.map(\.time)
        #expect(times == times.sorted())
    }
}
