// SPDX-License-Identifier: Apache-2.0

import Testing

@testable import WindowboxGTK

@Suite("Springs")
struct SpringTests {
    @Test("A released spring reaches its target soon, without overshoot")
    func rest() {
        let spring = Spring(distance: -600, velocity: 0)
        let way = stride(from: 0.0, through: 1, by: 1 / 60).map { spring.distance(after: $0) }
        #expect(way.first == -600)
        #expect(zip(way, way.dropFirst()).allSatisfy { $0 <= $1 })
        #expect(way.allSatisfy { $0 <= 0 })
        #expect(!spring.isAtRest(after: 0.1))
        #expect(spring.isAtRest(after: 0.8))
    }

    @Test("A spring continues with its release velocity")
    func velocity() {
        let spring = Spring(distance: 100, velocity: 900)
        let speed = (spring.distance(after: 1e-6) - spring.distance(after: 0)) / 1e-6
        #expect(abs(speed - 900) < 1)
        #expect(spring.isAtRest(after: 1.5))
    }
}
