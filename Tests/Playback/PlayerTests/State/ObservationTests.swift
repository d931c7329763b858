// SPDX-License-Identifier: Apache-2.0

import Observation
import Synchronization
import Testing
import WindowboxEngine
import WindowboxHLS
import WindowboxMedia
import WindowboxStreaming
import WindowboxTesting

@testable import WindowboxPlayer

/// Which view-readable properties notify observers of a change. Each is observed alone, so that a property that notifies for
/// another one's changes is detected.
@MainActor @Suite("Observation of a player")
struct ObservationTests {
    private static let readers: [(name: String, read: @MainActor (Player) -> Void)] = [
        ("shouldPlay", { _ = $0.shouldPlay }), ("repeatMode", { _ = $0.repeatMode }), ("actionAtItemEnd", { _ = $0.actionAtItemEnd }),
        ("limits", { _ = $0.limits }), ("networkConditions", { _ = $0.networkConditions }), ("textStyleRules", { _ = $0.textStyleRules }),
        ("showsReplayCaptions", { _ = $0.showsReplayCaptions }), ("isTrackingEnabled", { _ = $0.isTrackingEnabled }),
        ("backgroundPlaybackPolicy", { _ = $0.backgroundPlaybackPolicy }), ("isMuted", { _ = $0.isMuted }), ("volume", { _ = $0.volume }),
        ("playbackState", { _ = $0.playbackState }), ("isBuffering", { _ = $0.isBuffering }), ("currentItem", { _ = $0.currentItem }),
        ("error", { _ = $0.error }), ("streamType", { _ = $0.streamType }), ("mediaType", { _ = $0.mediaType }),
        ("duration", { _ = $0.duration }), ("presentationSize", { _ = $0.presentationSize }), ("rate", { _ = $0.rate }),
        ("isExternalPlaybackActive", { _ = $0.isExternalPlaybackActive }), ("interstitial", { _ = $0.interstitial }),
        ("interstitialAsset", { _ = $0.interstitialAsset }), ("speed", { _ = $0.speed }),
        ("desiredSpeed", { _ = $0.desiredSpeed }), ("speedRange", { _ = $0.speedRange }),
        ("items", { _ = $0.items }), ("nextItems", { _ = $0.nextItems }), ("canAdvanceToNextItem", { _ = $0.canAdvanceToNextItem }),
        ("canReplay", { _ = $0.canReplay }), ("canSkipToDefault", { _ = $0.canSkipToDefault }), ("canSeek", { _ = $0.canSeek(to: 5) }),
        ("mediaSelectionOptions", { _ = $0.mediaSelectionOptions(for: .legible) }),
        ("selectedMediaOption", { _ = $0.selectedMediaOption(for: .legible) }), ("qualityOptions", { _ = $0.qualityOptions }),
        ("selectedQuality", { _ = $0.selectedQuality }), ("time", { _ = $0.time }), ("metrics", { _ = $0.metrics() }),
        ("isInterrupted", { _ = $0.isInterrupted }), ("metadata", { _ = $0.metadata }),
    ]

    private final class Names: Sendable { let all = Mutex<Set<String>>([]) }

    private func reported(_ player: Player, _ act: () -> Void) -> Set<String> {
        let names = Names()
        for (name, read) in Self.readers {
            withObservationTracking({ read(player) }, onChange: { names.all.withLock { _ = $0.insert(name) } })
        }
        act()
        return names.all.withLock { $0 }
    }

    @Test("Changing a setting notifies only its own observers")
    func wishes() {
        let player = Stage("a", "b").player
        #expect(reported(player) { player.isMuted = true } == ["isMuted"])
        #expect(reported(player) { player.volume = 0.5 } == ["volume"])
        #expect(reported(player) { player.shouldPlay = true } == ["shouldPlay"])
        #expect(reported(player) { player.limits.peakBitrate = 5 } == ["limits"])
        #expect(reported(player) { player.networkConditions.isExpensive = true } == ["networkConditions"])
        #expect(reported(player) { player.actionAtItemEnd = .pause } == ["actionAtItemEnd"])
        #expect(reported(player) { player.textStyleRules = [TextStyleRule(.cue, TextStyle(isBold: true))] } == ["textStyleRules"])
        #expect(reported(player) { player.showsReplayCaptions = true } == ["showsReplayCaptions"])
        #expect(reported(player) { player.isTrackingEnabled = false } == ["isTrackingEnabled"])
        #expect(reported(player) { player.backgroundPlaybackPolicy = .pauses } == ["backgroundPlaybackPolicy"])
        #expect(reported(player) { player.repeatMode = .all } == ["repeatMode", "canAdvanceToNextItem"])
        #expect(reported(player) { player.desiredSpeed = 1.5 } == ["desiredSpeed"])
    }

    @Test("Setting the same value notifies nobody")
    func same() {
        let player = Stage("a").player
        let reported = reported(player) {
            player.isMuted = false
            player.volume = 1
            player.shouldPlay = false
            player.repeatMode = .off
            player.limits = .none
            player.actionAtItemEnd = .advance
        }
        #expect(reported == [])
    }

    @Test("Time, buffer and tracker data notify no observers")
    func fast() {
        let stage = Stage.playing("a")
        let reported = reported(stage.player) {
            stage.engine.set(position: 3, loaded: TimeRange(start: 0, end: 30))
            stage.clock.advance(by: 1)
            stage.play(for: 10)
        }
        #expect(reported == [])
    }

    @Test("New facts about an item notify the observers of the affected properties")
    func known() {
        let stage = Stage("a", "b")
        #expect(
            reported(stage.player) { stage.show(1) } == [
                "playbackState", "isBuffering", "streamType", "mediaType", "duration", "presentationSize", "speedRange",
                "mediaSelectionOptions", "selectedMediaOption", "qualityOptions", "selectedQuality", "canReplay", "canSkipToDefault",
            ])
        #expect(reported(stage.player) { stage.player.play() } == ["shouldPlay", "playbackState", "canReplay"])
        #expect(reported(stage.player) { stage.send(.playing, 1) } == ["rate"])
        #expect(reported(stage.player) { stage.send(.stalled, 1) } == ["isBuffering", "rate"])
    }

    @Test("Advancing, failing, an interstitial and list edits notify the observers of the affected properties")
    func items() {
        let stage = Stage.playing("a", "b")
        let event = ScheduledInterstitial(id: "ad", place: .time(10), asset: .playlist("http://ads/ad.m3u8"))
        #expect(reported(stage.player) { stage.send(.interstitial(ItemID(1), .began(event))) } == ["interstitial", "rate"])
        #expect(
            reported(stage.player) { stage.send(.interstitial(ItemID(1), .ended(event, .played, elapsed: 1))) } == ["interstitial", "rate"])
        #expect(
            reported(stage.player) { stage.player.append(.simple(url: "c")) } == [
                "items", "nextItems", "canAdvanceToNextItem", "canReplay",
            ])
        let next = reported(stage.player) { stage.player.advanceToNextItem() }
        #expect(next.isSuperset(of: ["currentItem", "metadata", "nextItems", "canAdvanceToNextItem", "playbackState", "duration", "rate"]))
        #expect(next.isDisjoint(with: ["items", "shouldPlay", "volume", "error", "time", "metrics", "repeatMode"]))
        let failure = reported(stage.player) { stage.fail(2) }
        #expect(failure.isSuperset(of: ["error", "canReplay", "canSeek", "canSkipToDefault"]), "\(failure)")
        #expect(failure.isDisjoint(with: ["currentItem", "items", "shouldPlay", "duration"]), "\(failure)")
    }
}
