// SPDX-License-Identifier: Apache-2.0

import WindowboxKit
import WindowboxMedia
import WindowboxStreaming

@testable import WindowboxEngine
@testable import WindowboxPlayer

/// An engine that writes down what it is told and does nothing by itself.
final class FakeEngine: PlaybackEngineControlling {
    typealias SeekAnswer = @MainActor @Sendable (SeekReport?) -> Void

    private struct State: Sendable {
        var log: [String] = []
        var seeks: [(time: Double, answer: SeekAnswer)] = []
        var sample = EngineSample(position: 0, loaded: nil)
    }

    private let state = Watched(State())
    let facts = AsyncStream<EngineFact> { _ in }

    /// What it was told since the last call.
    func takeLog() -> [String] {
        state.change { state in
            defer { state.log = [] }
            return state.log
        }
    }

    /// The same, left where it is.
    var log: [String] { state.value.log }

    /// Returns once what it was told since the last ``takeLog()`` is so.
    func hears(_ isSo: @Sendable ([String]) -> Bool) async { await state.reaches { isSo($0.log) } }

    func set(position: Double, loaded: TimeRange? = nil) {
        state.change { ($0.sample.position, $0.sample.loaded) = (position, loaded) }
    }

    func set(interstitial: PlayingInterstitial?) { state.change { $0.sample.interstitial = interstitial } }
    func set(metrics: PlaybackMetrics) { state.change { $0.sample.metrics = metrics } }

    /// Ends the oldest seek: at its target, or unfinished.
    /// - Parameter landed: where, when not at the target.
    @MainActor func land(finished: Bool = true, at landed: Double? = nil) {
        guard let seek = state.change({ $0.seeks.isEmpty ? nil : $0.seeks.removeFirst() }) else { return }
        let landed = landed ?? seek.time
        if finished { set(position: landed) }
        seek.answer(SeekReport(target: seek.time, landed: finished ? landed : nil, latency: 0))
    }

    var seeksUnderWay: Int { state.value.seeks.count }

    private func note(_ line: String) { state.change { $0.log.append(line) } }

    func load(_ asset: Asset, as id: ItemID, at start: StartPosition) {
        note("load \(asset.address) #\(id.number)" + (start == .automatic ? "" : " at \(start)"))
    }
    func prepare(_ asset: Asset?, as id: ItemID) { note(asset.map { "prepare \($0.address) #\(id.number)" } ?? "forget #\(id.number)") }
    func block(_ ranges: BlockedRanges, of id: ItemID) {
        note("block \(ranges.ranges.map { "\($0.start)-\($0.end)" }.joined(separator: " ")) #\(id.number)")
    }
    func advanced(to id: ItemID) { note("advanced #\(id.number)") }
    func unload() { note("unload") }
    func play() { note("play") }
    func pause() { note("pause") }
    func set(rate: Double) { note("rate \(rate)") }
    func set(volume: Double) { note("volume \(volume)") }
    func set(isMuted: Bool) { note(isMuted ? "mute" : "unmute") }
    func set(processing: MediaProcessing) { note(processing.isNightMode ? "night mode" : "processing") }
    func limit(_ limits: QualityLimits) { note("limit \(limits.bitrate ?? 0)") }
    func select(_ selection: Selection, of id: ItemID) { note("select \(selection) #\(id.number)") }
    func seek(to position: SeekPosition, _ report: @escaping SeekAnswer) {
        state.change {
            $0.log.append("seek \(position.time)")
            $0.seeks.append((position.time, report))
        }
    }
    func beginScrubbing() { note("hold") }
    func endScrubbing(at position: SeekPosition?, _ report: @escaping SeekAnswer) {
        note("release" + (position.map { " \($0.time)" } ?? ""))
        if let position { state.change { $0.seeks.append((position.time, report)) } }
    }
    func step(by count: Int, _ report: @escaping @MainActor @Sendable (Bool) -> Void) {
        note("step \(count)")
        MainActor.assumeIsolated { report(true) }
    }
    func sample(_ report: @escaping @MainActor @Sendable (EngineSample) -> Void) {
        let sample = state.value.sample
        MainActor.assumeIsolated { report(sample) }
    }
    func skipInterstitial() { note("skip") }
    func counts() async -> EngineCounts { EngineCounts() }
    func shutDown() { note("shut down") }
}

extension Asset {
    var address: String {
        switch source {
        case .media(let media): media.address
        case .unavailable: "-"
        }
    }
}
