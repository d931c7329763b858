// SPDX-License-Identifier: Apache-2.0

import Foundation
import Synchronization
import Testing
import WindowboxEngine
import WindowboxKit
import WindowboxMedia
import WindowboxOrigin
import WindowboxStreaming

@Suite("Low-latency streams", .serialized, .timeLimit(.minutes(1)))
struct LowLatencyStreamTests {
    private func programme(_ variants: [String] = ["360p"], _ shape: (inout LivePlaylist) -> Void = { _ in }) throws -> LiveOrigin.Programme
    {
        var programme = try LiveStream.demuxed(variants) {
            $0.window = .sliding(seconds: 30)
            $0.lowLatency = .init()
            shape(&$0)
        }
        // Two parts of the segment that begins at 20 s are available.
        programme.start = 20.7
        return programme
    }

    /// Never plays faster or slower than the stream, so that its audio can be compared.
    private var steady: EngineConfiguration {
        var configuration = EngineConfiguration.impatient
        configuration.streaming.latency.catchUp = .never
        return configuration
    }

    private func parts(_ requests: [OriginRequest], of rendition: String) -> [String] {
        requests.map(\.path).filter { $0.hasPrefix("/\(rendition)/") && $0.split(separator: ".").count == 3 }
    }

    @Test("Playback joins at the part hold-back and follows part by part", arguments: [false, true])
    func parts(usesByteRanges: Bool) async throws {
        let origin = try await LiveOrigin(programme { $0.lowLatency?.usesByteRanges = usesByteRanges })
        let run = await RecordedRun.play([origin.address + "/main.m3u8"], limit: 180, configuration: steady)
        // The end of the newest part is 20.667 s; three and a half parts before it are 19.5 s.
        expectRun(run, from: 585, count: 180, zero: 0)
        try expectContinuous(run)
        let requests = origin.requests
        for rendition in ["360p", "sound"] {
            let reloads = requests.filter { $0.path == "/\(rendition)/live.m3u8" }
            #expect(reloads.dropFirst().allSatisfy { $0.query?.contains("_HLS_msn=") == true && $0.query?.contains("_HLS_part=") == true })
            #expect(reloads.contains { $0.query?.contains("_HLS_skip=YES") == true })
            if !usesByteRanges {
                let loaded = parts(requests, of: rendition)
                #expect(loaded.count >= 15, "each part is fetched once: \(loaded)")
                #expect(Set(loaded).count == loaded.count, "each part is fetched once: \(loaded)")
            }
        }
        await origin.stop()
    }

    @Test("With low latency switched off, playback starts at the edge of complete segments")
    func switchedOff() async throws {
        let origin = try await LiveOrigin(programme())
        var configuration = EngineConfiguration.impatient
        configuration.streaming.usesLowLatency = false
        let run = await RecordedRun.play([origin.address + "/main.m3u8"], limit: 150, configuration: configuration)
        expectRun(run, from: 14 * 30, count: 150, zero: 0)
        let requests = origin.requests
        // Delta updates are independent of this.
        #expect(requests.allSatisfy { $0.query?.contains("_HLS_msn") != true && $0.query?.contains("_HLS_part") != true })
        #expect(parts(requests, of: "360p").isEmpty)
        await origin.stop()
    }

    @Test("When a preload hint changes, the part that appeared instead is played")
    func movedHint() async throws {
        var programme = try programme()
        let hint = Mutex("")
        programme.edit = { path, text, moment in
            // For a while, the hints name parts that never appear.
            guard moment < 22, path.hasPrefix("/360p/") else { return text }
            let edited = text.replacing("#EXT-X-PRELOAD-HINT:TYPE=PART,URI=\"", with: "#EXT-X-PRELOAD-HINT:TYPE=PART,URI=\"never-")
            hint.withLock { $0 = String(edited.components(separatedBy: "never-").last?.prefix { $0 != "\"" } ?? "") }
            return edited
        }
        // The lists wait until the last hint was followed.
        programme.mayMove = { requests, moment in
            let name = hint.withLock { $0 }
            return moment >= 22 || requests.contains { $0.path == "/360p/never-\(name)" }
        }
        programme.answer = { $0.path.contains("never-") ? OriginResponse(body: .silence) : nil }
        let origin = try await LiveOrigin(programme)
        let run = await RecordedRun.play([origin.address + "/main.m3u8"], limit: 150, configuration: steady)
        expectRun(run, from: 585, count: 150, zero: 0)
        #expect(origin.requests.contains { $0.path.contains("never-") })
        #expect(run.journal.contains { $0.contains("leaves the hinted part") })
        let loaded = parts(origin.requests.filter { !$0.path.contains("never-") }, of: "360p")
        #expect(Set(loaded).count == loaded.count, "each part is fetched once: \(loaded)")
        await origin.stop()
    }

    @Test("A variant change uses the rendition report instead of an outdated playlist")
    func reports() async throws {
        let origin = try await LiveOrigin(programme(["180p", "360p"]))
        let run = await RecordedRun.play([origin.address + "/main.m3u8"], limit: 240, configuration: steady) { engine in
            await engine.select(.variant(0))
            await origin.wasAsked(for: "/180p/live.m3u8", times: 6)
            await engine.select(.variant(1))
            return false
        }
        expectRun(run, from: 585, count: 240, zero: 0)
        try expectContinuous(run)
        #expect(Set(run.pictures.map(\.size)).count == 2, "both variants were seen")
        let first = try #require(origin.requests.first { $0.path == "/360p/live.m3u8" && $0.query != nil })
        #expect(first.query?.contains("_HLS_msn=") == true)
        #expect(first.query?.contains("_HLS_part=") == true)
        await origin.stop()
    }

    @Test("A failed part leaves no gap")
    func brokenPart() async throws {
        var programme = try programme()
        let counter = Counter()
        programme.answer = { request in
            guard request.path == "/360p/10.4.m4s" || request.path == "/sound/11.1.m4s", counter.next(request.path) <= 2 else { return nil }
            return OriginResponse(
                headers: [("Content-Length", "4000")],
                body: .stream {
                    try await $0.write([1, 2, 3]); try await $0.drop()
                })
        }
        let origin = try await LiveOrigin(programme)
        let run = await RecordedRun.play([origin.address + "/main.m3u8"], limit: 150, configuration: steady)
        expectRun(run, from: 585, count: 150, zero: 0)
        try expectContinuous(run)
        await origin.stop()
    }
}
