// SPDX-License-Identifier: Apache-2.0

import Testing
import WindowboxEngine
import WindowboxKit
import WindowboxMonitoring
import WindowboxPlayer

@Suite("Audience measurement during real playback", .timeLimit(.minutes(1)))
struct AnalyticsTrackerTests {
    @Test("1.33: An item that plays to its end and is followed by the next is reported as play and stop")
    @MainActor func list() async {
        let events = Watched<[AnalyticsEvent]>([])
        let configuration = AnalyticsTracker.Configuration { event in events.change { $0.append(event) } }
        let item = PlayerItem.simple(
            url: Sample.sound, metadata: PlayerMetadata(title: "A"),
            trackers: [AnalyticsTracker.adapter(configuration: configuration) { (item: PlayerMetadata) in ["title": item.title ?? ""] }])
        let player = Player(items: [item], configuration: PlayerConfiguration(engine: EngineConfiguration(pace: .asFastAsPossible)))
        player.volume = 0.5
        player.play()
        for await _ in player.propertiesUpdates where player.currentItem == nil { break }
        await events.reaches { $0.last?.name == .stop }
        let tracked = events.value
        #expect(tracked.map(\.name) == [.play, .stop])
        #expect(tracked.map(\.labels) == [["title": "A"], ["title": "A"]])
        #expect(tracked.map(\.volume) == [0.5, 0.5])
        #expect(tracked.first?.timeshift == nil)
        #expect(player.error == nil)
    }
}
