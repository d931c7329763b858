// SPDX-License-Identifier: Apache-2.0

import Foundation
import Testing
import WindowboxEngine
import WindowboxKit
import WindowboxStreaming

/// The long test: `Scripts/live.sh` selects the cases and the duration of each.
@Suite("Third-party live origins over several minutes")
struct LiveOriginTests {
    private static let environment = ProcessInfo.processInfo.environment
    private static let cases = environment["WINDOWBOX_LIVE_CASES"]?.split(separator: " ").map(String.init) ?? []
    private static let seconds = environment["WINDOWBOX_LIVE_SECONDS"].flatMap(Double.init) ?? 60
    private static let restarts = environment["WINDOWBOX_LIVE_RESTARTS"].flatMap(Double.init) ?? 40
    private static let isFar = environment["WINDOWBOX_LIVE_NETWORK"] == "yes"
    private static let results = environment["WINDOWBOX_LIVE_RESULTS"]

    struct Row: Codable {
        var name: String
        var seconds: Double
        var published: Int
        var restarts: [Double]
        var network: [String]
        var stalls: [LiveWatch.Stall]
        var behind: [LiveWatch.Behind]
        var failure: String?
        var hasEnded: Bool
        var verdict: LiveVerdict
    }

    @Test("Playback continues", .timeLimit(.minutes(30)), arguments: cases)
    func long(name: String) async throws {
        let laboratory = try await LiveLaboratory.open(name, isFar: Self.isFar, restartEvery: Self.restarts)
        let watch = await LiveWatch.watch(laboratory, seconds: Self.seconds)
        let published = await laboratory.close()
        let verdict = LiveVerdict(watch, published: published, rate: laboratory.rate)
        let events = laboratory.events
        let row = Row(
            name: name, seconds: Self.seconds, published: published.reduce(0) { $0 + $1.count },
            restarts: events.filter { $0.message == "stopped" }.compactMap { $0.at.map { $0 - laboratory.epoch } },
            network: events.filter { $0.message == "network" }.map {
                String(format: "%.1f ", ($0.at ?? 0) - laboratory.epoch) + ($0.conditions ?? "")
            }, stalls: watch.stalls, behind: watch.behind, failure: watch.failure?.message, hasEnded: watch.hasEnded, verdict: verdict)
        if let folder = Self.results {
            let encoder = JSONEncoder()
            encoder.outputFormatting = [.sortedKeys]
            try encoder.encode(row).write(to: URL(filePath: "\(folder)/\(name).json"))
            let log = (watch.journal + ["published \(published)"]).joined(separator: "\n")
            try Data(log.utf8).write(to: URL(filePath: "\(folder)/\(name).log"))
        }
        #expect(watch.failure == nil)
        #expect(!watch.hasEnded)
        #expect(verdict.repeated == 0, "\(verdict)")
        #expect(verdict.skipped.isEmpty, "\(verdict)")
        #expect(verdict.misplaced == 0, "\(verdict)")
        #expect(verdict.unreadable == 0, "\(verdict)")
    }
}
