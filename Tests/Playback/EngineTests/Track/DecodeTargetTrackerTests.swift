// SPDX-License-Identifier: Apache-2.0

import Testing

@testable import WindowboxEngine

@Suite("Decode target tracker")
struct DecodeTargetTrackerTests {
    /// Frames of one second each, by their numbers.
    private func follow(_ approach: inout DecodeTargetTracker, _ numbers: [Int], depth: Int) -> [Int] {
        numbers.filter { approach.follow(from: Double($0), to: Double($0) + 1, depth: depth) }
    }

    @Test("Without reordering the target is reached with the frame itself")
    func plain() {
        var approach = DecodeTargetTracker()
        let isThere = approach.aim(at: 3.5, depth: 0)
        #expect(!isThere)
        #expect(follow(&approach, [0, 1, 2, 3, 4, 5], depth: 0) == [3])
    }

    @Test("The target is reached after as many later frames as the decoder holds back", arguments: [(1, 1), (2, 2), (3, 6)])
    func reordered(depth: Int, last: Int) {
        var approach = DecodeTargetTracker()
        _ = approach.aim(at: 1, depth: depth)
        // 0, then 3 before 1 and 2, then 6 before 4 and 5.
        let arrived = follow(&approach, [0, 3, 1, 2, 6, 4, 5], depth: depth)
        #expect(arrived == [last])
    }

    @Test("The target is reached at once if everything needed has been decoded")
    func inside() {
        var approach = DecodeTargetTracker()
        #expect(follow(&approach, [0, 3, 1, 2, 6], depth: 1).isEmpty, "there is no target")
        let first = approach.aim(at: 2.2, depth: 2)
        let again = approach.follow(from: 4, to: 5, depth: 2)
        #expect(first, "the target is reported once")
        #expect(!again, "the target is reported once")
        let gone = approach.aim(at: nil, depth: 2)
        #expect(!gone)
    }

    @Test("Tracking restarts with an empty decoder")
    func restart() {
        var approach = DecodeTargetTracker()
        _ = follow(&approach, [0, 1, 2, 3], depth: 1)
        approach.restart()
        let isThere = approach.aim(at: 1, depth: 1)
        #expect(!isThere)
        #expect(follow(&approach, [0, 1, 2], depth: 1) == [2])
    }

    @Test("The tracker remembers no more frames than a codec can hold back")
    func forgets() {
        var approach = DecodeTargetTracker()
        _ = follow(&approach, Array(0..<100), depth: 2)
        let isThere = approach.aim(at: 50, depth: 2)
        let isNear = approach.aim(at: 95, depth: 2)
        #expect(!isThere)
        #expect(isNear)
    }
}
