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

        @Test("A handler can return a value", arguments: [true, false])
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

        @Test("A property has the requested type")
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
    }
}
