// SPDX-License-Identifier: Apache-2.0

import CGTK
import Testing

@testable import WindowboxGTK

extension OnDisplay {
    @MainActor struct Signals {
        @Test("A handler gets the signal's arguments")
        func arguments() {
            let gesture = Object(adopting: gtk_gesture_click_new())
            var got: (Int32, Double, Double)?
            gesture.on("pressed") { (count: Int32, x: Double, y: Double) in got = (count, x, y) }
            emit(gesture, "pressed", Int32(2), 1.5, -4.0)
            #expect(got?.0 == 2)
            #expect(got?.1 == 1.5)
            #expect(got?.2 == -4)
        }

        @Test("A handler can answer", arguments: [true, false])
        func answers(_ answer: Bool) {
            let keys = Object(adopting: gtk_event_controller_key_new())
            keys.on("key-pressed", answer: { (_: UInt32, _: UInt32, _: UInt32) -> Bool in answer })
            var result = GValue()
            g_value_init(&result, Bool.valueType)
            withValues(
                [keys.raw, UInt32(1), UInt32(2), UInt32(0)], types: g_signal_lookup("key-pressed", gtk_event_controller_key_get_type())
            ) {
                g_signal_emitv($0, $1, 0, &result)
            }
            #expect(Bool(reading: &result) == answer)
        }

        @Test("A property has the type that is asked for")
        func property() {
            let label = Label("one")
            label["label"] = "two"
            #expect(label.text == "two")
            #expect(label["label"] as String == "two")
            label["xalign"] = 0.25 as Double
            #expect(label["xalign"] as Double == 0.25)
        }

        @Test("Pressing a button calls its action")
        func button() async throws {
            var presses = 0
            let button = Button("Press") { presses += 1 }
            try await withWindow(button) { _ in
                gtk_widget_activate(button.widget)
                #expect(await eventually { presses == 1 })
            }
        }

        private func emit(_ object: Object, _ signal: String, _ arguments: any ValueConvertible...) {
            let type = g_type_from_name(g_type_name_from_instance(object.cast()))
            withValues([object.raw] + arguments, types: g_signal_lookup(signal, type)) { g_signal_emitv($0, $1, 0, nil) }
        }

        private func withValues(
            _ arguments: [any ValueConvertible], types signal: guint, _ body: (UnsafePointer<GValue>, guint) -> Void
        ) {
            var values = arguments.map { argument in
                var value = GValue()
                g_value_init(&value, type(of: argument).valueType)
                argument.write(to: &value)
                return value
            }
            // The last argument of `key-pressed` is a set of flags.
            var query = GSignalQuery()
            g_signal_query(signal, &query)
            for index in 1..<values.count where g_type_fundamental(query.param_types[index - 1]) == cgtk_type_flags() {
                values[index] = GValue()
                g_value_init(&values[index], query.param_types[index - 1])
            }
            body(values, signal)
        }
    }
}
