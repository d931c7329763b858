// SPDX-License-Identifier: Apache-2.0

import Synchronization
import WindowboxCodec

/// All video outputs of an engine, and the numbers of presented and dropped frames.
final class VideoSink: Sendable {
    private struct State {
        var outputs: [any VideoOutput]
        var owners: [ObjectIdentifier] = []
        var last: VideoFrame?
        /// The renderer of the item whose frame the outputs show.
        var shown: ObjectIdentifier?
        var presented = 0
        var dropped = 0
    }
    private let state: Mutex<State>

    init(outputs: [any VideoOutput]) { state = Mutex(State(outputs: outputs)) }

    /// Only these renderers may show frames from now on, in this order: a replaced item's last frame can't follow the new item's first.
    func admit(_ renderers: [VideoRenderer]) { state.withLock { $0.owners = renderers.map(ObjectIdentifier.init) } }

    func show(_ frame: VideoFrame, from renderer: VideoRenderer) {
        state.withLock { state in
            guard let index = state.owners.firstIndex(of: ObjectIdentifier(renderer)) else { return }
            // Once an item is visible, late frames of the previous one are dropped.
            state.owners.removeFirst(index)
            state.presented += 1
            state.last = frame
            state.shown = ObjectIdentifier(renderer)
            for output in state.outputs { output.show(frame) }
        }
    }

    /// An item plays without having a frame to show. The last frame of the one before it is removed.
    func begin(_ renderer: VideoRenderer) {
        state.withLock { state in
            // The next item may be visible already.
            guard let shown = state.shown, shown != ObjectIdentifier(renderer), state.owners.first == ObjectIdentifier(renderer) else {
                return
            }
            state.shown = nil
            state.last = nil
            for output in state.outputs { output.clear() }
        }
    }

    /// Nanoseconds from showing a frame until it is visible.
    var delay: Int64 {
        let longest = state.withLock { $0.outputs }.map(\.displayDelay).max() ?? 0
        // Limit the effect of an output that reports an absurd delay.
        return Int64(min(max(longest, 0), 0.2) * 1e9)
    }

    func countDropped() { state.withLock { $0.dropped += 1 } }

    /// The last frame shown.
    var last: VideoFrame? { state.withLock { $0.last } }
    var counts: (presented: Int, dropped: Int) { state.withLock { ($0.presented, $0.dropped) } }

    func add(_ output: any VideoOutput) {
        state.withLock {
            $0.outputs.append(output)
            if let last = $0.last { output.show(last) }
        }
    }
}
