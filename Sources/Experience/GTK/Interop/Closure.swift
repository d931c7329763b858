// SPDX-License-Identifier: Apache-2.0

import CGTK

/// A `GClosure` that wraps a Swift closure; GObject releases it with the last handler.
enum Closure {
    /// Receives the arguments (sender first) and the return value to fill in, if the signal has one.
    typealias Handler = @MainActor (UnsafePointer<GValue>, UnsafeMutablePointer<GValue>?) -> Void

    @MainActor static func make(_ handler: @escaping Handler) -> UnsafeMutablePointer<GClosure> {
        let data = Callback<Handler>.retain(handler)
        let closure = g_closure_new_simple(guint(MemoryLayout<GClosure>.size), data)!
        g_closure_set_marshal(closure) { closure, result, _, arguments, _, _ in
            onMain((closure!, result, arguments!)) { closure, result, arguments in
                Callback<Handler>.function(of: closure.pointee.data)(arguments, result)
            }
        }
        g_closure_add_finalize_notifier(closure, data) { data, _ in Callback<Handler>.release(data!) }
        return closure
    }
}
