// SPDX-License-Identifier: Apache-2.0

import Synchronization
import WindowboxPlayer

/// Loads an item whose metadata the controller updates during playback.
struct RelayLoader: AssetLoader {
    /// Passes metadata from the controller to the item.
    final class Relay: Sendable {
        private struct State {
            var latest: PlayerMetadata
            var out: AsyncThrowingStream<PlayerMetadata, any Error>.Continuation?
        }
        private let state: Mutex<State>

        init(_ metadata: PlayerMetadata) { state = Mutex(State(latest: metadata)) }

        var latest: PlayerMetadata { state.withLock { $0.latest } }

        func send(_ metadata: PlayerMetadata) {
            let out = state.withLock { state in
                state.latest = metadata
                return state.out
            }
            out?.yield(metadata)
        }

        /// Starts listening. Replaces the previous listener.
        func listen() -> AsyncThrowingStream<PlayerMetadata, any Error> {
            let (stream, out) = AsyncThrowingStream.makeStream(of: PlayerMetadata.self)
            out.yield(
                state.withLock { state in
                    state.out = out
                    return state.latest
                })
            return stream
        }
    }

    let relay: Relay
    let asset: Asset

    func metadata() -> AsyncThrowingStream<PlayerMetadata, any Error> { relay.listen() }
    func asset(for metadata: PlayerMetadata) -> Asset { asset }
    func playerMetadata(for metadata: PlayerMetadata?) -> PlayerMetadata { metadata ?? relay.latest }
}
