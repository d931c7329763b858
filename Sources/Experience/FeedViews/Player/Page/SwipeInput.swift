// SPDX-License-Identifier: Apache-2.0

import WindowboxGTK

/// What drags, the wheel and touchpads do to a page. Distances are in logical pixels, right or down; velocities in pixels per second.
struct SwipeInput {
    enum Event {
        case pulled(Double)
        /// Nil if another gesture took over.
        case released(Double?)
        case pad(PadMotion)
        /// Steps to the right and down.
        case wheel(Double, Double)
    }

    enum Action: Hashable {
        /// Move the shown item, with its neighbour on that side.
        case pull(by: Double, side: Int)
        /// Go to the neighbour, or for 0 back to the shown item.
        case settle(step: Int, velocity: Double)
        case step(Int)
    }

    /// The distance that distinguishes a swipe from a click doesn't count.
    let slack: Double
    private var wheel = WheelRule()
    private var pad = PadRule()
    private var speed = SwipeSpeed()

    init(slack: Double) { self.slack = slack }

    /// - Parameter now: seconds of any monotonic clock.
    mutating func handle(_ event: Event, _ rule: SwipeRule, at now: Double) -> [Action] {
        switch event {
        case .pulled(let distance):
            speed.moved(to: distance, at: now)
            let way = distance < 0 ? min(0, distance + slack) : max(0, distance - slack)
            return [.pull(by: way, side: rule.side(of: distance))]
        case .released(let distance):
            let velocity = speed.velocity(at: now)
            speed = SwipeSpeed()
            return [.settle(step: distance.map { rule.step(distance: $0, velocity: velocity) } ?? 0, velocity: velocity)]
        case .pad(.began), .pad(.ended): return pad.ended(along: rule.axis).map { handle(.released($0), rule, at: now) } ?? []
        case .pad(.moved(let x, let y)):
            switch pad.moved(x: x, y: y, along: rule.axis) {
            case .pull(let way): return handle(.pulled(way), rule, at: now)
            case .steps(let x, let y): return handle(.wheel(x, y), rule, at: now)
            case nil: return []
            }
        case .wheel(let x, let y):
            let steps = abs(x) > abs(y) ? (rule.isRightToLeft ? -x : x) : y
            let step = wheel.step(steps, at: now)
            return step == 0 ? [] : [.step(step)]
        }
    }
}
