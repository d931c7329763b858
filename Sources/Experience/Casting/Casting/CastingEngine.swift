// SPDX-License-Identifier: Apache-2.0

import WindowboxEngine
import WindowboxPlayer
import WindowboxStreaming
import WindowboxTransport

/// A playback engine that plays on a renderer.
final class CastingEngine: PlaybackEngineControlling {
    /// A change at the renderer that the player did not request.
    enum Event: Sendable {
        case pausedThere
        case resumedThere
        case over(CastingError, position: Double?)
    }

    enum Order: Sendable {
        case load(Asset.Media, ItemID, StartPosition)
        case event(RendererSession.Event)
        case seek(Double, @MainActor @Sendable (SeekReport?) -> Void)
        case sample(@MainActor @Sendable (EngineSample) -> Void)
        case shutDown
    }

    let facts: AsyncStream<EngineFact>
    private let orders: AsyncStream<Order>.Continuation
    private let running: Task<Void, Never>

    /// - Parameter report: called with changes that the player did not request.
    init(
        _ renderer: Renderer, transport: any Transport, title: @escaping @MainActor @Sendable (String) -> String?,
        report: @escaping @MainActor @Sendable (Event) -> Void
    ) throws(CastingError) {
        let (facts, continuation) = AsyncStream.makeStream(of: EngineFact.self)
        let (stream, orders) = AsyncStream.makeStream(of: Order.self)
        (self.facts, self.orders) = (facts, orders)
        let host = try LocalAddress.reaching(renderer.location)
        let run = CastingRun(renderer, host: host, transport: transport, title: title, continuation: continuation, report: report)
        running = Task {
            for await order in stream { await run.handle(order) }
            await run.waitUntilStopped()
        }
    }

    deinit { orders.finish() }

    func load(_ asset: Asset, as id: ItemID, at start: StartPosition) {
        guard case .media(let media) = asset.source else { return unload() }
        orders.yield(.load(media, id, start))
    }

    /// Renderers play one item at a time; the list continues when it ends.
    func prepare(_ asset: Asset?, as id: ItemID) {}
    func block(_ ranges: BlockedRanges, of id: ItemID) { orders.yield(.event(.block(ranges, item: id.number))) }
    func advanced(to id: ItemID) {}

    func unload() { orders.yield(.event(.unload)) }
    func play() { orders.yield(.event(.play)) }
    func pause() { orders.yield(.event(.pause)) }
    /// Few renderers support other rates than 1, so this does nothing.
    func set(rate: Double) {}
    func set(volume: Double) { orders.yield(.event(.setVolume(volume))) }
    func set(isMuted: Bool) { orders.yield(.event(.setMuted(isMuted))) }
    /// Quality limits don't apply while casting, and the renderer selects the tracks.
    func limit(_ limits: QualityLimits) {}
    func select(_ selection: Selection, of id: ItemID) {}

    func seek(to position: SeekPosition, _ report: @escaping @MainActor @Sendable (SeekReport?) -> Void) {
        orders.yield(.seek(position.time, report))
    }

    /// Does nothing; a scrub only seeks at its end.
    func beginScrubbing() {}
    func endScrubbing(at position: SeekPosition?, _ report: @escaping @MainActor @Sendable (SeekReport?) -> Void) {
        if let position { seek(to: position, report) } else { Task { await report(nil) } }
    }

    func step(by count: Int, _ report: @escaping @MainActor @Sendable (Bool) -> Void) { Task { await report(false) } }
    func sample(_ report: @escaping @MainActor @Sendable (EngineSample) -> Void) { orders.yield(.sample(report)) }
    func counts() async -> EngineCounts { EngineCounts() }

    /// The renderer announces that it leaves the network.
    func left() { orders.yield(.event(.left)) }

    /// Returns once the stop command has been sent to the renderer, after ``shutDown()``.
    func finished() async { await running.value }

    func shutDown() {
        orders.yield(.shutDown)
        orders.finish()
    }
}
