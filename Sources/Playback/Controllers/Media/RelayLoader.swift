// SPDX-License-Identifier: Apache-2.0

import Synchronization
import WindowboxPlayer

/// An item whose metadata its controller brings up to date while it plays.
struct RelayLoader: AssetLoader {
    /// Where the controller puts them.
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

        /// The newest listener is the only one.
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
