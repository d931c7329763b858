// SPDX-License-Identifier: Apache-2.0

import Synchronization
import WindowboxMedia
import WindowboxStreaming

@testable import WindowboxEngine
@testable import WindowboxPlayer

/// Playing whose time a test holds in its hands: it is the same on every machine.
@MainActor final class HeldPlayback: PlayerClock {
    private(set) var now = Instant.zero
    let engine = HeldEngine()
    private var due: (Instant, @MainActor () -> Void)?

    func wake(after seconds: Double, _ work: @escaping @MainActor () -> Void) { due = (now + seconds, work) }
    func rest() { due = nil }

    /// A player in an on-demand item of so many seconds, which plays and stands at its beginning.
    func player(of duration: Double) -> Player {
        let player = Player(
            items: [.simple(url: "held")], configuration: PlayerConfiguration(userLanguages: []), engine: engine, clock: self)
        player.play()
        let seekable = TimeRange(start: 0, end: duration)
        let variant = Presentation.Variant(bandwidth: 1, size: PixelSize(width: 640, height: 360))
        player.receive(.presentation(Self.item, Presentation(variants: [variant], lanes: [.main])))
        player.receive(
            .timeline(Self.item, Timeline(kind: .onDemand, duration: duration, seekable: seekable, targetDuration: 2)))
        player.receive(.kinds(Self.item, [.video]))
        player.receive(.ready(Self.item, position: 0))
        player.receive(.status(Self.item, .playing))
        return player
    }

    /// By which the engine speaks of a player's first item.
    static let item = ItemID(1)

    /// Plays on to a time of the item.
    func play(to time: Double) {
        let end = Instant.zero + time
        while let (moment, work) = due, moment <= end {
            now = max(now, moment)
            due = nil
            engine.position.withLock { $0 = now - .zero }
            work()
        }
        now = end
        engine.position.withLock { $0 = time }
    }
}

/// An engine that does nothing by itself.
final class HeldEngine: PlaybackEngineControlling {
    typealias SeekAnswer = @MainActor @Sendable (SeekReport?) -> Void

    let position = Mutex(0.0)
    let facts = AsyncStream<EngineFact> { _ in }

    func sample(_ report: @escaping @MainActor @Sendable (EngineSample) -> Void) {
        let sample = EngineSample(position: position.withLock { $0 })
        MainActor.assumeIsolated { report(sample) }
    }
    func load(_ asset: Asset, as id: ItemID, at start: StartPosition) {}
    func prepare(_ asset: Asset?, as id: ItemID) {}
    func block(_ ranges: BlockedRanges, of id: ItemID) {}
    func advanced(to id: ItemID) {}
    func unload() {}
    func play() {}
    func pause() {}
    func set(rate: Double) {}
    func set(volume: Double) {}
    func set(isMuted: Bool) {}
    func limit(_ limits: QualityLimits) {}
    func select(_ selection: Selection, of id: ItemID) {}
    func seek(to position: SeekPosition, _ report: @escaping SeekAnswer) {}
    func beginScrubbing() {}
    func endScrubbing(at position: SeekPosition?, _ report: @escaping SeekAnswer) {}
    func step(by count: Int, _ report: @escaping @MainActor @Sendable (Bool) -> Void) {}
    func counts() async -> EngineCounts { EngineCounts() }
    func shutDown() {}
}

extension Player {
    /// Takes a fact as if the engine had reported it.
    func receive(_ fact: EngineFact) { core.receive(fact) }
}
