// SPDX-License-Identifier: Apache-2.0

import Testing
import WindowboxKit
import WindowboxMedia
import WindowboxTesting

@testable import WindowboxPlayer

@MainActor @Suite("Metrics collector", .timeLimit(.minutes(1)))
struct MetricsCollectorTests {
    @Test("1.17: The collector follows a player, keeps at most its limit, and is empty without a player")
    func collects() async {
        let stage = Stage("a")
        stage.player.play()
        let collector = MetricsCollector(interval: .seconds(1), limit: 3)
        #expect(collector.isEmpty)
        collector.player = stage.player
        stage.show(1)
        await observed { collector.metricEvents.map(\.word) == ["metadata", "asset"] }
        for second in 1...5 {
            stage.play(for: 1)
            await observed { collector.metrics.last.map { abs(($0.time ?? 0) - Double(second)) < 0.1 } == true }
        }
        #expect(collector.metrics.count == 3)
        #expect(!collector.isEmpty)
        stage.player.removeAllItems()
        await observed { collector.isEmpty }
        collector.player = nil
        #expect(collector.isEmpty)
    }

    @Test("1.17: Changing the player replaces the collected metrics")
    func change() async {
        let (first, second) = (Stage("a"), Stage("b"))
        first.fail(1)
        second.show(1)
        let collector = MetricsCollector(interval: .seconds(1))
        collector.player = first.player
        await observed { collector.metricEvents.map(\.word) == ["metadata", "failure"] }
        collector.player = second.player
        await observed { collector.metricEvents.map(\.word) == ["metadata", "asset"] }
    }
}
