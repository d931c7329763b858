// SPDX-License-Identifier: Apache-2.0

import CGTK
import Dispatch
import Foundation
import Synchronization

/// Drives GLib's default main context on the main actor while the process lives.
///
/// In an application, GLib's loop runs the main actor; under a test runner the main actor has its own loop, on changing
/// threads. So a thread waits for GLib's descriptors and timeouts, and the main actor runs the sources that have become due.
///
/// The thread owns the context while it waits, so GLib wakes it for any source that is added meanwhile, also from the main actor.
@MainActor final class MainContext {
    static let shared = MainContext()

    private var waiting: [CheckedContinuation<Void, Never>] = []
    private let watch = Watch()

    private init() {
        watch.onWake = { [unowned self] priority, descriptors in turn(priority, descriptors) }
        wait()
    }

    /// Sources added after the thread took ownership wake it, and those added before are seen here.
    private func wait() {
        watch.takeOver()
        let context = g_main_context_default()
        var priority: Int32 = 0
        g_main_context_prepare(context, &priority)
        var timeout: Int32 = 0
        var descriptors = [GPollFD](repeating: GPollFD(), count: 8)
        while true {
            let count = Int(g_main_context_query(context, priority, &timeout, &descriptors, Int32(descriptors.count)))
            let isWhole = count <= descriptors.count
            descriptors = isWhole ? Array(descriptors.prefix(count)) : [GPollFD](repeating: GPollFD(), count: count)
            if isWhole { break }
        }
        watch.wait(Watch.Request(priority: priority, descriptors: descriptors, milliseconds: timeout))
    }

    private func turn(_ priority: Int32, _ descriptors: [GPollFD]) {
        let context = g_main_context_default()
        var descriptors = descriptors
        g_main_context_acquire(context)
        if g_main_context_check(context, priority, &descriptors, Int32(descriptors.count)) != 0 { g_main_context_dispatch(context) }
        g_main_context_release(context)
        turned()
        wait()
    }

    /// Suspends until the context has run something, or someone calls ``turned()``.
    func turn() async { await withCheckedContinuation { waiting.append($0) } }

    func turned() {
        let woken = waiting
        waiting = []
        for continuation in woken { continuation.resume() }
    }
}

/// The thread that waits.
private final class Watch: Sendable {
    struct Request: Sendable {
        var priority: Int32
        var descriptors: [GPollFD]
        var milliseconds: Int32
    }

    /// Called on the main actor when the wait is over.
    @MainActor var onWake: @MainActor (Int32, [GPollFD]) -> Void = { _, _ in }

    private let request = Mutex<Request?>(nil)
    private let isWanted = DispatchSemaphore(value: 0)
    private let isOwner = DispatchSemaphore(value: 0)
    private let isAsked = DispatchSemaphore(value: 0)

    init() { Thread.detachNewThread { [self] in run() } }

    /// Returns once the thread owns the context.
    func takeOver() {
        isWanted.signal()
        isOwner.wait()
    }

    func wait(_ request: Request) {
        self.request.withLock { $0 = request }
        isAsked.signal()
    }

    private func run() {
        let context = g_main_context_default()
        while true {
            isWanted.wait()
            g_main_context_acquire(context)
            isOwner.signal()
            isAsked.wait()
            guard var asked = request.withLock({ $0.take() }) else { continue }
            g_poll(&asked.descriptors, guint(asked.descriptors.count), asked.milliseconds)
            g_main_context_release(context)
            Task { @MainActor [asked] in onWake(asked.priority, asked.descriptors) }
        }
    }
}
