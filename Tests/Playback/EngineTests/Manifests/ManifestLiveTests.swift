// SPDX-License-Identifier: Apache-2.0

import Foundation
import Synchronization
import Testing
import WindowboxEngine
import WindowboxHLS
import WindowboxKit
import WindowboxOrigin

@Suite("Live DASH streams of several periods", .serialized, .timeLimit(.minutes(2)))
struct ManifestLiveTests {
    /// An encoder that restarts every twelve seconds: its timestamps, numbers and frames begin with 0, in a new period.
    private struct Encoder {
        /// Seconds since 1970 by the server's clock.
        var start: Double
        /// Seconds by which the server's clock is ahead of this machine's.
        var skew = 0.0
        /// The number of two-second segments in each period.
        var segments = 6
        var periods = 2
        /// Seconds after its start in which it does not respond.
        var outage = 0.0..<0.0
        /// Whether it never ends.
        var isEndless = false
        /// The manifest is valid for an hour, unless the last segment of a period announces otherwise.
        var announces = false

        init(begun seconds: Double, skew: Double = 0) {
            start = Date().timeIntervalSince1970 + skew - seconds
            self.skew = skew
        }

        private var length: Double { Double(segments) * 2 }

        func answer(_ request: OriginRequest) -> OriginResponse? {
            let now = Date().timeIntervalSince1970 + skew
            if outage.contains(now - start) { return .text("down", status: 503) }
            if announces, request.path == "/vod-cmaf-single/video/\(segments - 1).m4s" { return announcement(before: request) }
            guard request.path == "/m.mpd" else { return nil }
            let begun = min(Int((now - start) / length), periods - 1)
            var text = ""
            for period in 0...begun {
                let isOpen = period == begun && !(period == periods - 1 && !isEndless)
                text += "<Period id=\"\(period)\" start=\"PT\(Double(period) * length)S\"\(isOpen ? "" : " duration=\"PT\(length)S\"")>"
                text += set("video", "video", "avc1.64001e") + set("audio", "audio-en", "mp4a.40.2") + "</Period>"
            }
            text += "<UTCTiming schemeIdUri=\"urn:mpeg:dash:utc:direct:2014\" value=\"\(DateTimeText.text(now))\"/>"
            let end = begun == periods - 1 && !isEndless ? " mediaPresentationDuration=\"PT\(length * Double(periods))S\"" : ""
            return .text(
                ManifestText.mpd(
                    text,
                    "type=\"dynamic\" availabilityStartTime=\"\(DateTimeText.text(start))\" minimumUpdatePeriod=\"\(announces ? "PT1H" : "PT1S")\" "
                        + "suggestedPresentationDelay=\"PT4S\"\(end)"), type: "application/dash+xml")
        }

        private func announcement(before request: OriginRequest) -> OriginResponse? {
            func number(_ value: UInt32) -> [UInt8] { (0..<4).map { UInt8(truncatingIfNeeded: value >> (24 - 8 * $0)) } }
            guard let folder = try? GeneratedStreams.directory, case let answer = FilesInMemory(folder).answer(request),
                case .bytes(let segment) = answer.body
            else { return nil }
            let body = [0, 0, 0, 0] + Array("urn:mpeg:dash:event:2012\01\0".utf8) + number(1000) + number(0) + number(0) + number(1)
            return OriginResponse(body: .bytes(number(UInt32(body.count + 8)) + Array("emsg".utf8) + body + segment))
        }

        private func set(_ kind: String, _ folder: String, _ codecs: String) -> String {
            "<AdaptationSet mimeType=\"\(kind)/mp4\" codecs=\"\(codecs)\"><SegmentTemplate duration=\"2\" startNumber=\"0\" "
                + "initialization=\"vod-cmaf-single/\(folder)/init.mp4\" media=\"vod-cmaf-single/\(folder)/$Number$.m4s\"/>"
                + "<Representation id=\"\(kind)\" bandwidth=\"500000\"/></AdaptationSet>"
        }
    }

    /// Expects two rounds of frames, each from first to last, in order and without repeats. A busy machine drops some.
    private func expectLaps(_ run: RecordedRun, of count: Int) {
        let numbers = run.numbers.compactMap { $0 }
        let turn = numbers.indices.dropFirst().first { numbers[$0] <= numbers[$0 - 1] } ?? numbers.endIndex
        for lap in [numbers[..<turn], numbers[turn...]] {
            #expect(lap.first == 0)
            #expect(lap.last == count - 1)
            #expect(zip(lap, lap.dropFirst()).allSatisfy { $0 < $1 })
            #expect(lap.count > count * 9 / 10)
        }
    }

    private func play(_ encoder: Encoder, script: (@Sendable (PlaybackEngine) async -> Bool)? = nil) async throws -> RecordedRun {
        let stage = try await ManifestStage([:]) { encoder.answer($0) }
        return await RecordedRun.play([stage.address], configuration: EngineConfiguration(), script: script)
    }

    @Test(
        "Playback follows an encoder restart by the server's clock, however wrong the local one is", arguments: [0.0, -3600, 3600])
    func restart(skew: Double) async throws {
        var encoder = Encoder(begun: 5.5, skew: skew)
        encoder.segments = 3
        let run = try await play(encoder)
        #expect(run.end == .ended, "\(run.journal.suffix(8))")
        expectLaps(run, of: 180)
    }

    @Test("Playback finds the next period through in-band manifest updates")
    func announced() async throws {
        var encoder = Encoder(begun: 5.5)
        encoder.segments = 3
        encoder.announces = true
        let run = try await play(encoder)
        #expect(run.end == .ended, "\(run.journal.suffix(8))")
        expectLaps(run, of: 180)
    }

    @Test("Playback resumes where it was after an outage longer than the buffer")
    func outage() async throws {
        var encoder = Encoder(begun: 5.5)
        encoder.outage = 7..<19
        let run = try await play(encoder)
        #expect(run.end == .ended, "\(run.journal.suffix(8))")
        expectLaps(run, of: 360)
    }

    @Test("A seek within the window shows the exact frame in each period")
    func seeks() async throws {
        var encoder = Encoder(begun: 23)
        encoder.isEndless = true
        let targets = [2.0, 13, 11, 15, 0]
        let landed = Mutex<[Double?]>([])
        let run = try await play(encoder) { engine in
            await engine.pause()
            for target in targets {
                let report = await engine.seek(to: target)
                landed.withLock { $0.append(report?.landed) }
            }
            return true
        }
        #expect(landed.withLock { $0 } == targets.map { Optional($0) })
        #expect(run.pictures.suffix(targets.count).map(\.number) == [60, 30, 330, 90, 0])
    }
}
