// SPDX-License-Identifier: Apache-2.0

import Foundation
import Testing
import WindowboxKit

/// Random actions on all streams of the packagers. `make soak` runs it for an hour; WINDOWBOX_SOAK_SEED repeats a run.
@Suite("Soak test with random commands", .serialized)
struct SoakTests {
    private static let environment = ProcessInfo.processInfo.environment
    private static let seconds = environment["WINDOWBOX_SOAK_SECONDS"].flatMap(Double.init) ?? 20
    private static let seed = environment["WINDOWBOX_SOAK_SEED"].flatMap(UInt64.init)
    /// Resource use can be measured only if the test runs alone in its process.
    private static let isAlone = environment["WINDOWBOX_SOAK_SECONDS"] != nil

    @Test("Playback continues, frames are in order, seeks land, and audio and video stay in sync", .timeLimit(.minutes(120)))
    func soak() async throws {
        let streams = try PackagedStreams.all.filter { $0.isPlayedWhole && $0.pictures > 60 && $0.hasTrueTimes }
        let seed = Self.seed ?? (Self.isAlone ? UInt64.random(in: 1...99_999_999) : 1)
        if Self.isAlone { print("soak: \(Int(Self.seconds)) s with WINDOWBOX_SOAK_SEED=\(seed)") }
        var plan = SoakPlan(seed: seed, streams: streams.count)
        let end = ContinuousClock.now + .seconds(Self.seconds)
        var offsets: [Double] = []
        var actions = 0
        var before: (files: Int, kilobytes: Int)?
        // Apps use an engine for some streams, and then a new one.
        while .now < end {
            let run = SoakRun(streams)
            await run.begin()
            plan.startAnew()
            for _ in 0..<60 where .now < end {
                let action = plan.next()
                do { try await run.perform(action) } catch {
                    let log = await run.log.joined(separator: ", ")
                    Issue.record("\(error)\nseed \(seed), action \(actions), after \(log)")
                    return
                }
                actions += 1
            }
            offsets += await run.offsets
            await run.end()
            if Self.isAlone {
                let now = Self.holdings()
                // The first engine loads libraries and caches.
                if let before {
                    #expect(now.files <= before.files + 8, "\(now.files) open files instead of \(before.files), seed \(seed)")
                    #expect(
                        now.kilobytes <= before.kilobytes + 200_000,
                        "\(now.kilobytes) kB instead of \(before.kilobytes), seed \(seed)")
                }
                before = before ?? now
            }
        }
        let sorted = offsets.map(\.magnitude).sorted()
        if Self.isAlone {
            print(
                "soak: \(actions) actions; sound against picture \(sorted.count) times, median \(sorted[sorted.count / 2]) s, most \(sorted.last ?? 0) s"
            )
        }
        // Frames are shown late on a busy machine.
        #expect(sorted.isEmpty || sorted[sorted.count / 2] < 0.06, "\(offsets)")
    }

    private static func holdings() -> (files: Int, kilobytes: Int) {
        let files = (try? FileManager.default.contentsOfDirectory(atPath: "/proc/self/fd").count) ?? 0
        let status = FileManager.default.contents(atPath: "/proc/self/status").map { String(decoding: $0, as: UTF8.self) } ?? ""
        let line = status.split(separator: "\n").first { $0.hasPrefix("VmRSS:") } ?? ""
        return (files, line.split(separator: " ").compactMap { Int($0) }.first ?? 0)
    }
}
