// SPDX-License-Identifier: Apache-2.0

import Synchronization
import WindowboxMedia

/// Where pictures are left for views: any thread posts, the newest one wins, any number of views show it.
///
/// A post costs a lock, and one wake-up of the main thread per picture that a view has shown. Nothing else runs: views
/// do not poll, and those that are not on screen are not woken.
public final class PictureMailbox: Sendable {
    struct Watcher: Hashable {
        fileprivate let id: UInt64
    }

    private struct State {
        var picture: (any Picture)?
        var serial: UInt64 = 0
        var posts = 0
        /// When the engine handed the picture over; nil for one that is not part of playing.
        var handOver: Instant?
        var delay = PresentationDelay()
        var nextWatcher: UInt64 = 0
        var waiting: [Watcher: @Sendable () -> Void] = [:]
        var busy: [Watcher: @Sendable () -> Void] = [:]
    }

    private let state = Mutex(State())

    public init() {}

    /// How many pictures were posted. A view that has shown fewer has skipped the rest.
    public var posts: Int { state.withLock { $0.posts } }

    /// Whether a view has shown the last picture and waits for another.
    public var isAwaited: Bool { state.withLock { !$0.waiting.isEmpty } }

    /// The picture to show from now on.
    public func post(_ picture: any Picture) { change(picture, posts: 1) }

    /// - Parameter handOver: when the engine handed it over.
    func post(_ picture: any Picture, handOver: Instant) { change(picture, posts: 1, handOver: handOver) }

    /// Seconds from handing a picture over until a view shows it, as measured lately; 0 until it was measured.
    var displayDelay: Double { state.withLock { $0.delay.seconds } }

    /// A view has shown a picture that the engine handed over.
    /// - Parameters:
    ///   - refresh: seconds from one frame of the window to the next; nil when unknown.
    ///   - waitsForRefresh: whether the display shows a frame only at its refresh.
    func noteShown(handOver: Instant, visible: Instant, refresh: Double?, waitsForRefresh: Bool) {
        state.withLock { $0.delay.add(handOver: handOver, visible: visible, refresh: refresh, waitsForRefresh: waitsForRefresh) }
    }

    /// Nothing to show from now on; views turn black.
    public func clear() { change(nil, posts: 0) }

    private func change(_ picture: (any Picture)?, posts: Int, handOver: Instant? = nil) {
        // The replaced picture is let go of outside of the lock: that may free memory.
        let (replaced, waiting) = state.withLock { state in
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

    /// - Parameter wake: called once, on the posting thread, after each ``take(for:)`` as soon as there is another picture.
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

    /// The newest picture with its number and the time at which the engine handed it over, and the watcher waits for the next one.
    func take(for watcher: Watcher) -> (picture: (any Picture)?, serial: UInt64, handOver: Instant?) {
        state.withLock { state in
            if let wake = state.busy.removeValue(forKey: watcher) { state.waiting[watcher] = wake }
            return (state.picture, state.serial, state.handOver)
        }
    }
}
