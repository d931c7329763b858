// SPDX-License-Identifier: Apache-2.0

import Testing

@testable import WindowboxPlayer

@MainActor @Suite("Player tracking")
struct PlayerTrackingTests {
    private func properties() -> TrackerProperties {
        TrackerProperties(
            properties: PlayerProperties(), time: nil, date: nil, metrics: nil, volume: 1, audible: .off, legible: .off,
            player: PlayerTracking().player)
    }

    @Test("Each visit to an item is counted once, and ends when another item is shown")
    func stays() {
        let tracking = PlayerTracking()
        let (one, two) = (PlayerItem.simple(url: "a"), PlayerItem.simple(url: "b"))
        let snapshot = { TrackerLifecycle.Snapshot(properties: self.properties(), metricEvents: []) }
        tracking.enter(nil, isEnabled: true, snapshot)
        #expect(tracking.stay == 0)
        tracking.enter(one, isEnabled: true, snapshot)
        tracking.enter(one, isEnabled: true, snapshot)
        #expect(tracking.stay == 1)
        tracking.leave(for: one, properties)
        #expect(tracking.item === one, "the item is still shown")
        tracking.leave(for: two, properties)
        #expect(tracking.item == nil)
        tracking.enter(two, isEnabled: true, snapshot)
        #expect(tracking.stay == 2)
        #expect(tracking.player.stay == 2)
    }

    @Test("No snapshots are built for items without trackers")
    func idle() {
        let tracking = PlayerTracking()
        tracking.enter(.simple(url: "a"), isEnabled: true) { TrackerLifecycle.Snapshot(properties: properties(), metricEvents: []) }
        var asked = 0
        tracking.willLeave {
            asked += 1
            return properties()
        }
        tracking.notify {
            asked += 1
            return .properties(properties())
        }
        #expect(asked == 0)
    }
}
