// SPDX-License-Identifier: Apache-2.0

import Testing
import WindowboxMedia

@testable import WindowboxPlayer

@Suite("Inbox of a tracker")
struct TrackerInboxTests {
    @MainActor private func properties(_ change: (inout PlayerProperties) -> Void) -> TrackerProperties {
        var properties = PlayerProperties()
        change(&properties)
        return TrackerProperties(
            properties: properties, time: nil, date: nil, metrics: nil, volume: 1, audible: .off, legible: .off,
            player: PlayerTracking().player)
    }

    private func words(_ inbox: inout TrackerInbox<String>) -> [String] {
        var words: [String] = []
        while let message = inbox.take() {
            switch message {
            case .enable: words.append("enable")
            case .metadata(let text): words.append(text)
            case .properties(let properties):
                words.append("\(properties.playbackState) \(properties.properties.loadedTimeRange?.end ?? 0)")
            case .metricEvents: words.append("events")
            case .disable: words.append("disable")
            case .identify: words.append("identify")
            }
        }
        return words
    }

    @Test("PB-36: messages keep their order")
    @MainActor func order() {
        var inbox = TrackerInbox<String>()
        inbox.put(.metadata("a"))
        inbox.put(.enable(PlayerTracking().player))
        inbox.put(.properties(properties { _ in }))
        inbox.put(.metricEvents([]))
        inbox.put(.disable(properties { _ in }))
        #expect(inbox.count == 5)
        let words = words(&inbox)
        #expect(words == ["a", "enable", "idle 0.0", "events", "disable"])
        #expect(inbox.count == 0)
    }

    @Test("For a slow tracker, range updates are merged, but every state change is kept")
    @MainActor func merging() {
        var inbox = TrackerInbox<String>()
        for end in 1...100 { inbox.put(.properties(properties { $0.loadedTimeRange = TimeRange(start: 0, end: Double(end)) })) }
        #expect(inbox.count == 1)
        inbox.put(.properties(properties { $0.playbackState = .playing }))
        inbox.put(.properties(properties { $0.playbackState = .paused }))
        inbox.put(.properties(properties { $0.playbackState = .playing }))
        let words = words(&inbox)
        #expect(words == ["idle 100.0", "playing 0.0", "paused 0.0", "playing 0.0"])
    }
}
