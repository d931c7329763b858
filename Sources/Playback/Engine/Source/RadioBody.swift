// SPDX-License-Identifier: Apache-2.0

import Synchronization
import WindowboxMedia
import WindowboxTransport

/// The audio of a radio station. Titles are removed from it and reported to a listener.
final class RadioBody: ByteSource {
    private struct State {
        var stream: RadioStream
        var reported: EmbeddedMetadata?
        var listener: (@Sendable (EmbeddedMetadata) -> Void)?

        /// Returns the notification to make, if there is anything new.
        mutating func news() -> (() -> Void)? {
            guard let listener, let metadata = stream.metadata, metadata != reported else { return nil }
            reported = metadata
            return { listener(metadata) }
        }
    }

    private let body: TransportBody
    private let state: Mutex<State>

    init(_ body: TransportBody, _ stream: RadioStream) {
        self.body = body
        state = Mutex(State(stream: stream))
    }

    /// - Parameter listener: called at once with what is known, and whenever the title changes.
    func listen(_ listener: @escaping @Sendable (EmbeddedMetadata) -> Void) {
        state.withLock { state in
            state.listener = listener
            return state.news()
        }?()
    }

    func next() async throws(TransportError) -> ByteChunk? {
        let iterator = body.makeAsyncIterator()
        while let chunk = try await iterator.next() {
            let (sound, announce) = state.withLock { state in
                let sound = chunk.withUnsafeBytes { state.stream.audio(in: $0) }
                return (sound, state.news())
            }
            announce?()
            if !sound.isEmpty { return ByteChunk(sound) }
        }
        return nil
    }

    func cancel() { body.cancel() }
}
