// SPDX-License-Identifier: Apache-2.0

import Testing
import WindowboxKit
import WindowboxMedia
import WindowboxTesting

@testable import WindowboxPlayer

@MainActor @Suite("A collector of metrics", .timeLimit(.minutes(1)))
struct MetricsCollectorTests {
    @Test("1.17: It follows a player, keeps as many as it is told, and is empty without one")
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

    @Test("1.17: Another player's metrics take the place of the first one's")
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
