// SPDX-License-Identifier: Apache-2.0

import CGTK

/// A `GClosure` around a Swift closure, which GObject releases when the last handler goes away.
enum Closure {
    /// Arguments (the sender first) and the place for the answer, if the signal wants one.
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
