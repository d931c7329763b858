// SPDX-License-Identifier: Apache-2.0

import WindowboxKit

/// The actions of an impatient user. The same seed gives the same sequence.
struct SoakPlan {
    enum Action: Hashable {
        /// Opens a stream by its index.
        case open(Int)
        /// Seeks to a fraction of the duration.
        case seek(Double)
        /// Seeks without waiting for previous seeks.
        case burst([Double])
        /// Drags the position along these positions, and releases at the last one.
        case drag([Double])
        case rate(Double)
        case pause
        /// Steps while paused.
        case step(Int)
        /// Switches to another audio track, if there is one.
        case audio(Int)
        /// Switches to another variant, if there is one; nil is automatic.
        case variant(Int?)
        /// Does nothing for this many frames.
        case watch(Int)
    }

    private let streams: Int
    private var chance: SeededChance
    private var actionsLeft = 0

    init(seed: UInt64, streams: Int) {
        self.streams = streams
        chance = SeededChance(seed)
    }

    /// Makes the next action open a stream.
    mutating func startAnew() { actionsLeft = 0 }

    mutating func next() -> Action {
        guard actionsLeft > 0 else {
            actionsLeft = Int.random(in: 4...12, using: &chance)
            return .open(Int.random(in: 0..<streams, using: &chance))
        }
        actionsLeft -= 1
        let place = { (chance: inout SeededChance) in Double.random(in: 0...1, using: &chance) }
        switch Int.random(in: 0..<14, using: &chance) {
        case 0...2: return .seek(place(&chance))
        case 3: return .burst((0..<Int.random(in: 2...8, using: &chance)).map { _ in place(&chance) })
        case 4: return .drag((0..<Int.random(in: 1...10, using: &chance)).map { _ in place(&chance) })
        case 5, 6: return .rate([0.5, 0.75, 1, 1, 1, 1.25, 1.5, 2].randomElement(using: &chance)!)
        case 7: return .pause
        case 8: return .step(Bool.random(using: &chance) ? 1 : -1)
        case 9: return .audio(Int.random(in: 0...2, using: &chance))
        case 10: return .variant(Bool.random(using: &chance) ? nil : Int.random(in: 0...3, using: &chance))
        default: return .watch(Int.random(in: 5...70, using: &chance))
        }
    }
}
