// SPDX-License-Identifier: Apache-2.0

import WindowboxEngine
import WindowboxPlayer
import WindowboxStreaming
import WindowboxTransport

/// Plays on a renderer what a player gives it: an engine like the one of this machine.
final class CastingEngine: PlaybackEngineControlling {
    /// What happened at the renderer that a player did not ask for.
    enum Happening: Sendable {
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

    /// - Parameter heard: told what the player did not ask for.
    init(
        _ renderer: Renderer, transport: any Transport, title: @escaping @MainActor @Sendable (String) -> String?,
        heard: @escaping @MainActor @Sendable (Happening) -> Void
    ) throws(CastingError) {
        let (facts, tell) = AsyncStream.makeStream(of: EngineFact.self)
        let (stream, orders) = AsyncStream.makeStream(of: Order.self)
        (self.facts, self.orders) = (facts, orders)
        let host = try LocalAddress.reaching(renderer.location)
        let run = CastingRun(renderer, host: host, transport: transport, title: title, tell: tell, heard: heard)
        running = Task {
            for await order in stream { await run.handle(order) }
            await run.settle()
        }
    }

    deinit { orders.finish() }

    func load(_ asset: Asset, as id: ItemID, at start: StartPosition) {
        guard case .media(let media) = asset.source else { return unload() }
        orders.yield(.load(media, id, start))
    }

    /// A renderer is given one thing at a time: the list goes on when it ends.
    func prepare(_ asset: Asset?, as id: ItemID) {}
    func block(_ ranges: BlockedRanges, of id: ItemID) { orders.yield(.event(.block(ranges, item: id.number))) }
    func advanced(to id: ItemID) {}

    func unload() { orders.yield(.event(.unload)) }
    func play() { orders.yield(.event(.play)) }
    func pause() { orders.yield(.event(.pause)) }
    /// Renderers need not play at any other speed than 1, and nearly none do.
    func set(rate: Double) {}
    func set(volume: Double) { orders.yield(.event(.setVolume(volume))) }
    func set(isMuted: Bool) { orders.yield(.event(.setMuted(isMuted))) }
    /// Limits are not honoured while casting, and the renderer chooses its tracks.
    func limit(_ limits: QualityLimits) {}
    func select(_ selection: Selection, of id: ItemID) {}

    func seek(to position: SeekPosition, _ report: @escaping @MainActor @Sendable (SeekReport?) -> Void) {
        orders.yield(.seek(position.time, report))
    }

    /// A renderer is paused for that.
    func beginScrubbing() {}
    func endScrubbing(at position: SeekPosition?, _ report: @escaping @MainActor @Sendable (SeekReport?) -> Void) {
        if let position { seek(to: position, report) } else { Task { await report(nil) } }
    }

    func step(by count: Int, _ report: @escaping @MainActor @Sendable (Bool) -> Void) { Task { await report(false) } }
    func sample(_ report: @escaping @MainActor @Sendable (EngineSample) -> Void) { orders.yield(.sample(report)) }
    func counts() async -> EngineCounts { EngineCounts() }

    /// The renderer says that it leaves.
    func left() { orders.yield(.event(.left)) }

    /// Returns when the renderer has been told to stop, after ``shutDown()``.
    func finished() async { await running.value }

    func shutDown() {
        orders.yield(.shutDown)
        orders.finish()
    }
}
