// SPDX-License-Identifier: Apache-2.0

import CGTK

/// The Swift side of one GObject; both have the same lifetime.
///
/// The tie is a GObject *toggle reference*: while anything in C refers to the GObject (a parent widget, a list), the
/// GObject keeps this object alive; once only Swift refers to it, this object alone keeps the GObject alive. So
/// subclasses may have state of their own, `[weak self]` in a handler works for widgets that Swift holds no reference
/// to, and there is exactly one Swift object per GObject. A handler that captures its own object strongly is a cycle.
@MainActor open class Object {
    let raw: UnsafeMutableRawPointer
    var bindings: [Binding] = []

    /// Takes over a floating or full reference: what constructors return.
    init(adopting raw: some ObjectPointer) {
        self.raw = g_object_take_ref(raw.raw)
        tie()
    }

    /// Retains a borrowed reference: what getters, and the constructors of windows, return.
    init(borrowing raw: some ObjectPointer) {
        self.raw = g_object_ref(raw.raw)
        tie()
    }

    init(type: GType) {
        raw = g_object_take_ref(g_object_new_with_properties(type, 0, nil, nil))
        tie()
    }

    isolated deinit {
        g_object_set_qdata(cast(), Self.quark, nil)
        g_object_remove_toggle_ref(cast(), Self.toggle, Unmanaged.passUnretained(self).toOpaque())
    }

    private func tie() {
        let this = Unmanaged.passRetained(self).toOpaque()
        g_object_set_qdata(cast(), Self.quark, this)
        g_object_add_toggle_ref(cast(), Self.toggle, this)
        // From here on the toggle reference is the only one of Swift; this runs `toggle` if nothing in C has another.
        g_object_unref(raw)
    }

    private static let toggle: GToggleNotify = { this, _, isLast in
        let this = Unmanaged<Object>.fromOpaque(this!)
        if isLast != 0 { this.release() } else { _ = this.retain() }
    }

    private static let quark = g_quark_from_static_string("windowbox-object")

    /// The Swift object of a GObject that has one.
    static func existing<O: Object>(_ pointer: some ObjectPointer, as _: O.Type = O.self) -> O? {
        guard let this = g_object_get_qdata(pointer.cast(), quark) else { return nil }
        return Unmanaged<Object>.fromOpaque(this).takeUnretainedValue() as? O
    }

    var opaque: OpaquePointer { OpaquePointer(raw) }
    func cast<T>(to _: T.Type = T.self) -> UnsafeMutablePointer<T> { raw.assumingMemoryBound(to: T.self) }
    /// The pointer with one more reference, for C arguments that take ownership.
    var retained: UnsafeMutableRawPointer { g_object_ref(raw) }
}
