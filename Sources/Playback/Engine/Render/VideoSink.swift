// SPDX-License-Identifier: Apache-2.0

import Synchronization
import WindowboxCodec

/// All outputs of an engine's pictures, and the count of what they got.
final class VideoSink: Sendable {
    private struct State {
        var outputs: [any VideoOutput]
        var owners: [ObjectIdentifier] = []
        var last: VideoFrame?
        var presented = 0
        var dropped = 0
    }
    private let state: Mutex<State>

    init(outputs: [any VideoOutput]) { state = Mutex(State(outputs: outputs)) }

    /// Only these renderers may show from now on, in this order: a replaced item's last picture can't come after the new
    /// one's first.
    func admit(_ renderers: [VideoRenderer]) { state.withLock { $0.owners = renderers.map(ObjectIdentifier.init) } }

    func show(_ picture: VideoFrame, from renderer: VideoRenderer) {
        state.withLock { state in
            guard let place = state.owners.firstIndex(of: ObjectIdentifier(renderer)) else { return }
            // Once an item is seen, what comes late from the one before it would go back in time.
            state.owners.removeFirst(place)
            state.presented += 1
            state.last = picture
            for output in state.outputs { output.show(picture) }
        }
    }

    /// Nanoseconds from showing a picture until it can be seen.
    var delay: Int64 {
        let longest = state.withLock { $0.outputs }.map(\.displayDelay).max() ?? 0
        // An output that is wrong about itself must not spoil playing.
        return Int64(min(max(longest, 0), 0.2) * 1e9)
    }

    func countDropped() { state.withLock { $0.dropped += 1 } }

    /// The picture shown last.
    var last: VideoFrame? { state.withLock { $0.last } }
    var counts: (presented: Int, dropped: Int) { state.withLock { ($0.presented, $0.dropped) } }

    func add(_ output: any VideoOutput) {
        state.withLock {
            $0.outputs.append(output)
            if let last = $0.last { output.show(last) }
        }
    }
}
