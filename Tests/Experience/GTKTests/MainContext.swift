// SPDX-License-Identifier: Apache-2.0

import CGTK
import Dispatch
import Foundation
import Synchronization

/// Drives GLib's default main context on the main actor, as long as the process lives.
///
/// In an application GLib's loop runs the main actor; under a test runner the main actor has a loop of its own. So a thread waits
/// for what GLib waits for, descriptors and times, and the main actor does what has become due.
///
/// Nobody owns the context during the wait: GTK's accessibility takes it for its own calls. GLib wakes only an owner for what is
/// added meanwhile, and so no wait is longer than ``longest``.
@MainActor final class MainContext {
    static let shared = MainContext()

    private var waiting: [CheckedContinuation<Void, Never>] = []

    /// Milliseconds.
    private static let longest: Int32 = 2

    private init() {
        let poller = Poller()
        Task { @MainActor in
            while true {
                let (priority, timeout, asked) = Self.prepare()
                var descriptors = await poller.poll(asked, milliseconds: timeout < 0 ? Self.longest : min(timeout, Self.longest))
                Self.dispatch(priority, &descriptors)
                turned()
            }
        }
    }

    private static func prepare() -> (priority: Int32, timeout: Int32, descriptors: [GPollFD]) {
        let context = g_main_context_default()
        g_main_context_acquire(context)
        defer { g_main_context_release(context) }
        var priority: Int32 = 0
        g_main_context_prepare(context, &priority)
        let (timeout, descriptors) = query(priority)
        return (priority, timeout, descriptors)
    }

    private static func dispatch(_ priority: Int32, _ descriptors: inout [GPollFD]) {
        let context = g_main_context_default()
        g_main_context_acquire(context)
        defer { g_main_context_release(context) }
        if g_main_context_check(context, priority, &descriptors, Int32(descriptors.count)) != 0 { g_main_context_dispatch(context) }
    }

    private static func query(_ priority: Int32) -> (Int32, [GPollFD]) {
        var timeout: Int32 = 0
        var descriptors = [GPollFD](repeating: GPollFD(), count: 8)
        while true {
            let count = Int(g_main_context_query(g_main_context_default(), priority, &timeout, &descriptors, Int32(descriptors.count)))
            if count <= descriptors.count { return (timeout, Array(descriptors.prefix(count))) }
            descriptors = [GPollFD](repeating: GPollFD(), count: count)
        }
    }

    /// Suspends until the context has done something, or someone calls ``turned()``.
    func turn() async { await withCheckedContinuation { waiting.append($0) } }

    func turned() {
        let woken = waiting
        waiting = []
        for continuation in woken { continuation.resume() }
    }
}

/// The thread that waits.
private final class Poller: Sendable {
    private struct Request: Sendable {
        var descriptors: [GPollFD]
        var milliseconds: Int32
        var answer: CheckedContinuation<[GPollFD], Never>
    }

    private let request = Mutex<Request?>(nil)
    private let isAsked = DispatchSemaphore(value: 0)

    init() { Thread.detachNewThread { [self] in run() } }

    func poll(_ descriptors: [GPollFD], milliseconds: Int32) async -> [GPollFD] {
        await withCheckedContinuation { answer in
            request.withLock { $0 = Request(descriptors: descriptors, milliseconds: milliseconds, answer: answer) }
            isAsked.signal()
        }
    }

    private func run() {
        while true {
            isAsked.wait()
            guard var asked = request.withLock({ $0.take() }) else { continue }
            g_poll(&asked.descriptors, guint(asked.descriptors.count), asked.milliseconds)
            asked.answer.resume(returning: asked.descriptors)
        }
    }
}
