// SPDX-License-Identifier: Apache-2.0

import Observation
import Testing

@testable import WindowboxGTK

@MainActor @Observable private final class Model {
    var title = "one"
    var other = 0
}

extension OnDisplay {
    @MainActor struct Bindings {
        private let model = Model()

        @Test("A bound property has the current value, and follows it")
        func follows() async {
            let label = Label().bind(\.text) { [model] in model.title }
            #expect(label.text == "one")
            model.title = "two"
            #expect(await eventually { label.text == "two" })
            model.title = "three"
            #expect(await eventually { label.text == "three" })
        }

        @Test("Several changes in one main loop turn are evaluated once, and unread properties never")
        func evaluatesOnce() async {
            var evaluations = 0
            let label = Label()
                .bind(\.text) { [model] in
                    evaluations += 1
                    return model.title
                }
            for number in 0..<1000 { model.title = "\(number)" }
            #expect(await eventually { label.text == "999" })
            model.other = 1
            await settle()
            #expect(evaluations == 2)
        }

        @Test("A binding ends with its object")
        func ends() async {
            var evaluations = 0
            func make() {
                Label().bind(\.text) { [model] in
                    evaluations += 1
                    return model.title
                }
            }
            make()
            model.title = "two"
            await settle()
            #expect(evaluations == 1)
        }

        @Test("A change from another thread arrives")
        func otherThread() async {
            let label = Label().bind(\.text) { [model] in model.title }
            Task.detached { [model] in await MainActor.run { model.title = "from afar" } }
            #expect(await eventually { label.text == "from afar" })
        }
    }
}
