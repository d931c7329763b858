// SPDX-License-Identifier: Apache-2.0

import WindowboxKit

/// What an impatient person does, one thing after the other. The same seed gives the same sequence.
struct SoakPlan {
    enum Action: Hashable {
        /// Opens a stream by its number.
        case open(Int)
        /// To a share of the duration.
        case seek(Double)
        /// Seeks that do not wait for one another.
        case burst([Double])
        /// Drags the position over places, and lets go at the last one.
        case drag([Double])
        case rate(Double)
        case pause
        /// Steps while paused.
        case step(Int)
        /// Another audio track, if there is one.
        case audio(Int)
        /// Another variant, if there is one; nil is automatic.
        case variant(Int?)
        /// Does nothing for so many pictures.
        case watch(Int)
    }

    private let streams: Int
    private var chance: SeededChance
    private var actionsLeft = 0

    init(seed: UInt64, streams: Int) {
        self.streams = streams
        chance = SeededChance(seed)
    }

    /// What comes next opens a stream.
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
