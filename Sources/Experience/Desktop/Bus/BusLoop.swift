// SPDX-License-Identifier: Apache-2.0

import CGIO

/// A thread that runs a GLib main loop for D-Bus, so that programs without GTK have one too.
// @unchecked: the context and the loop are thread-safe according to GLib, and never change.
final class BusLoop: @unchecked Sendable {
    private let context: OpaquePointer
    private let loop: OpaquePointer

    init() {
        context = g_main_context_new()
        loop = g_main_loop_new(context, 0)
        // It sleeps in poll(2) while the bus is idle.
        let thread = g_thread_new(
            "windowbox-bus",
            { loop in
                let loop = OpaquePointer(loop!)
                let context = g_main_loop_get_context(loop)
                g_main_context_push_thread_default(context)
                g_main_loop_run(loop)
                g_main_context_pop_thread_default(context)
                g_main_loop_unref(loop)
                return nil
            }, UnsafeMutableRawPointer(g_main_loop_ref(loop)))
        g_thread_unref(thread)
    }

    deinit {
        let loop = Held(loop)
        perform { g_main_loop_quit(loop.pointer) }
        g_main_context_unref(context)
    }

    /// Runs work on the loop's thread, in order.
    func perform(_ work: @escaping @Sendable () -> Void) {
        // An idle source always runs on its thread; g_main_context_invoke() would run immediately while no thread owns the context.
        let source = g_idle_source_new()
        g_source_set_priority(source, G_PRIORITY_DEFAULT)
        g_source_set_callback(
            source,
            { box in
                Unmanaged<Work>.fromOpaque(box!).takeUnretainedValue().perform()
                return 0
            }, Unmanaged.passRetained(Work(work)).toOpaque(), { Unmanaged<Work>.fromOpaque($0!).release() })
        g_source_attach(source, context)
        g_source_unref(source)
    }

    private final class Work {
        let perform: @Sendable () -> Void
        init(_ perform: @escaping @Sendable () -> Void) { self.perform = perform }
    }

    /// Keeps the loop alive until its last work is done.
    // @unchecked: see above.
    private final class Held: @unchecked Sendable {
        let pointer: OpaquePointer
        init(_ pointer: OpaquePointer) { self.pointer = pointer }
        deinit { g_main_loop_unref(pointer) }
    }
}
