// SPDX-License-Identifier: Apache-2.0

import Synchronization
import WindowboxCodec
import WindowboxEngine

/// Keeps the frames that the engine presents until the main thread fetches them, if anyone wants them.
///
/// A program that is too slow loses the oldest frames: they would be shown too late anyway, and memory stays bounded.
final class FrameTap: VideoOutput {
    /// How many frames wait at most.
    static let capacity = 8

    private struct State {
        var wake: (@Sendable () -> Void)?
        var waiting: [VideoFrame] = []
    }

    private let state = Mutex(State())

    /// - Parameter wake: called on any thread when the first frame waits; nil drops all frames.
    func watch(wake: (@Sendable () -> Void)?) {
        state.withLock { state in
            state.wake = wake
            state.waiting = []
        }
    }

    func show(_ frame: VideoFrame) {
        let wake = state.withLock { state -> (@Sendable () -> Void)? in
            guard let wake = state.wake else { return nil }
            state.waiting.append(frame)
            if state.waiting.count > Self.capacity { state.waiting.removeFirst() }
            return state.waiting.count == 1 ? wake : nil
        }
        wake?()
    }

    /// The next frame that waits, oldest first. Called until it returns nil.
    func take() -> VideoFrame? {
        state.withLock { $0.waiting.isEmpty ? nil : $0.waiting.removeFirst() }
    }
}
