// SPDX-License-Identifier: Apache-2.0

import CGTK

@testable import WindowboxGTK

/// Emits a signal as GTK does.
/// - Parameter arguments: Any values for flags, enumerations and boxed types, which become empty or the first case.
@MainActor func emit(_ object: Object, _ signal: String, _ arguments: any ValueConvertible...) {
    let type = g_type_from_name(g_type_name_from_instance(object.cast()))
    withValues([object.raw] + arguments, types: g_signal_lookup(signal, type)) { g_signal_emitv($0, $1, 0, nil) }
}

/// - Parameter arguments: The sender, and the arguments of the signal.
@MainActor func withValues(
    _ arguments: [any ValueConvertible], types signal: guint, _ body: (UnsafePointer<GValue>, guint) -> Void
) {
    var values = arguments.map { argument in
        var value = GValue()
        g_value_init(&value, type(of: argument).valueType)
        argument.write(to: &value)
        return value
    }
    var query = GSignalQuery()
    g_signal_query(signal, &query)
    let empty = [cgtk_type_flags(), g_type_from_name("GBoxed"), g_type_from_name("GEnum")]
    for index in 1..<values.count where empty.contains(g_type_fundamental(query.param_types[index - 1])) {
        values[index] = GValue()
        g_value_init(&values[index], query.param_types[index - 1])
    }
    body(values, signal)
}
