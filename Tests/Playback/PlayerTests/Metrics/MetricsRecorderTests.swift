// SPDX-License-Identifier: Apache-2.0

import FoundationEssentials
import Testing
import WindowboxEngine
import WindowboxMedia
import WindowboxStreaming
import WindowboxTesting

@testable import WindowboxPlayer

@MainActor @Suite("Metrics recorder")
struct MetricsRecorderTests {
    private let item = PlayerItem.simple(url: "a")
    private let moment = MetricEventLog.Moment(now: .zero, date: Date(timeIntervalSince1970: 0), time: 3)

    /// A loaded item that has shown a frame.
    private func situation(isSeeking: Bool = false, hasFailed: Bool = false) -> MetricsRecorder.Situation {
        var items = EngineItems()
        _ = items.load(.simple(url: "a"), of: item, at: .automatic)
        items.note(ItemID(1)) {
            $0.hasPicture = true
            $0.timeline = .onDemand(100)
        }
        return MetricsRecorder.Situation(items: items, present: item, isSeeking: isSeeking, hasFailed: hasFailed)
    }

    private func recorder() -> MetricsRecorder {
        let recorder = MetricsRecorder()
        _ = recorder.keep([item], present: item, at: moment)
        _ = recorder.handle(.ready(ItemID(1), position: 0), situation()) { moment }
        return recorder
    }

    private func kinds(_ events: [MetricEvent]?) -> [String] {
        (events ?? []).map { event in
            switch event.kind {
            case .metadata: "metadata"
            case .asset: "asset"
            case .failure: "failure"
            case .warning: "warning"
            case .stall: "stall"
            case .resumeAfterStall: "resume"
            }
        }
    }

    @Test("A stall and its end are reported and counted once each")
    func stall() throws {
        let recorder = recorder()
        #expect(kinds(recorder.events(of: item)) == ["metadata", "asset"])
        let news = recorder.handle(.status(ItemID(1), .stalled), situation()) { moment }
        #expect(kinds(news) == ["metadata", "asset", "stall"])
        #expect(recorder.handle(.status(ItemID(1), .stalled), situation()) { moment } == nil)
        #expect(kinds(recorder.handle(.status(ItemID(1), .playing), situation()) { moment }).last == "resume")
        let held = try #require(situation().items.onAir)
        let metrics = recorder.metrics(of: held, time: 3, .onDemand, at: .zero)
        #expect(metrics.uri == "a")
        #expect(metrics.time == 3)
        #expect(metrics.total.stalls > 0)
    }

    @Test("Waiting in a seek, after a failure or in another item does not count as a stall")
    func others() {
        let recorder = recorder()
        #expect(recorder.handle(.status(ItemID(1), .stalled), situation(isSeeking: true)) { moment } == nil)
        #expect(recorder.handle(.status(ItemID(1), .stalled), situation(hasFailed: true)) { moment } == nil)
        #expect(recorder.handle(.status(ItemID(2), .stalled), situation()) { moment } == nil)
        #expect(kinds(recorder.events(of: item)) == ["metadata", "asset"])
    }

    @Test("Missing media is a warning, and a forgotten item has no events")
    func lacking() {
        let recorder = recorder()
        let lost = StreamingError(.unavailable, message: "gone", url: "x")
        #expect(kinds(recorder.handle(.warning(ItemID(1), lost), situation()) { moment }).last == "warning")
        #expect(recorder.handle(.warning(ItemID(7), lost), situation()) { moment } == nil, "an unknown item")
        recorder.forget(item)
        #expect(recorder.events(of: item).isEmpty)
    }
}
