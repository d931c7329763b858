// SPDX-License-Identifier: Apache-2.0

import Synchronization
package import WindowboxMedia

/// Passes the latest frame to views: any thread posts, a new frame replaces the previous one, and any number of views show it.
///
/// A post costs a lock, and one main-thread wake-up per displayed frame. Nothing else runs: views don't poll, and views that are
/// not on screen are not woken.
public final class PictureMailbox: Sendable {
    struct Watcher: Hashable {
        fileprivate let id: UInt64
    }

    private struct State {
        var picture: (any Picture)?
        var serial: UInt64 = 0
        var posts = 0
        /// When the engine delivered the frame; nil if it isn't part of playback.
        var handOver: Instant?
        var delay = PresentationDelay()
        var nextWatcher: UInt64 = 0
        var waiting: [Watcher: @Sendable () -> Void] = [:]
        var busy: [Watcher: @Sendable () -> Void] = [:]
    }

    private let state = Mutex(State())

    public init() {}

    /// The number of posted frames. A view that has shown fewer has dropped the rest.
    public var posts: Int { state.withLock { $0.posts } }

    /// Whether a view has shown the latest frame and waits for another.
    public var isAwaited: Bool { state.withLock { !$0.waiting.isEmpty } }

    /// Posts the frame to show from now on.
    public func post(_ picture: any Picture) { change(picture, posts: 1) }

    /// - Parameter handOver: when the engine delivered it.
    func post(_ picture: any Picture, handOver: Instant) { change(picture, posts: 1, handOver: handOver) }

    /// Recently measured seconds between delivery of a frame and its display; 0 until measured.
    var displayDelay: Double { state.withLock { $0.delay.seconds } }

    /// Reports that a view has shown one of the engine's frames.
    /// - Parameters:
    ///   - refresh: frame interval of the window in seconds; nil if unknown.
    ///   - waitsForRefresh: whether the display shows frames only on its refresh.
    func noteShown(handOver: Instant, visible: Instant, refresh: Double?, waitsForRefresh: Bool) {
        state.withLock { $0.delay.add(handOver: handOver, visible: visible, refresh: refresh, waitsForRefresh: waitsForRefresh) }
    }

    /// Removes the frame; views turn black.
    public func clear() { change(nil, posts: 0) }

    /// Removes the frame if the engine delivered it before a moment. A frame that arrives meanwhile stays.
    package func clear(handedOverBefore moment: Instant) { change(nil, posts: 0, ifBefore: moment) }

    private func change(_ picture: (any Picture)?, posts: Int, handOver: Instant? = nil, ifBefore moment: Instant? = nil) {
        // Release the replaced frame outside the lock, because that may free memory.
        let (replaced, waiting) = state.withLock { state -> ((any Picture)?, [Watcher: @Sendable () -> Void]) in
            if let moment {
                guard let handOver = state.handOver, handOver < moment else { return (nil, [:]) }
            }
            let replaced = state.picture
            state.picture = picture
            state.handOver = handOver
            state.serial += 1
            state.posts += posts
            let waiting = state.waiting
            state.busy.merge(waiting) { $1 }
            state.waiting = [:]
            return (replaced, waiting)
        }
        for wake in waiting.values { wake() }
        withExtendedLifetime(replaced) {}
    }

    /// - Parameter wake: called on the posting thread when a new frame arrives, once per ``take(for:)``.
    func watch(wake: @escaping @Sendable () -> Void) -> Watcher {
        state.withLock { state in
            let watcher = Watcher(id: state.nextWatcher)
            state.nextWatcher += 1
            state.busy[watcher] = wake
            return watcher
        }
    }

    func unwatch(_ watcher: Watcher) {
        state.withLock { state in
            state.waiting[watcher] = nil
            state.busy[watcher] = nil
        }
    }

    /// The latest frame with its number and delivery time. The watcher then waits for the next one.
    func take(for watcher: Watcher) -> (picture: (any Picture)?, serial: UInt64, handOver: Instant?) {
        state.withLock { state in
            if let wake = state.busy.removeValue(forKey: watcher) { state.waiting[watcher] = wake }
            return (state.picture, state.serial, state.handOver)
        }
    }
}
