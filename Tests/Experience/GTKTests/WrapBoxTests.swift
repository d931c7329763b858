// SPDX-License-Identifier: Apache-2.0

import CGTK
import Testing

@testable import WindowboxGTK

@Suite("Row wrapping") struct LineBreakTests {
    @Test("A line takes what fits, and an item wider than the row has its own line")
    func lines() {
        func lines(_ widths: [Int32], _ available: Int32) -> [[Int]] { LineBreaks.lines(of: widths, spacing: 10, available: available) }
        #expect(lines([], 100) == [])
        #expect(lines([30, 30, 20], 100) == [[0, 1, 2]])
        #expect(lines([30, 30, 21], 100) == [[0, 1], [2]])
        #expect(lines([300, 30, 300, 300], 100) == [[0], [1], [2], [3]])
        #expect(lines([300, 30], .max) == [[0, 1]])
        #expect(lines([.max, .max], .max) == [[0], [1]])
        #expect(lines([5, 5], 0) == [[0], [1]])
    }
}

extension OnDisplay {
    @MainActor struct WrapBoxes {
        @Test("Items too wide for one line wrap, from the right in right-to-left layout", arguments: [false, true])
        func wrapping(_ isRightToLeft: Bool) async throws {
            let parts = (0..<3).map { _ in Box(.horizontal).minimumSize(width: 80, height: 20) }
            let row = WrapBox()
            for part in parts { row.append(part) }
            let place = Box(.vertical) { row }
            place.setDirection(rightToLeft: isRightToLeft)
            try await withWindow(place, width: 200, height: 100) { _ in
                @MainActor func x(_ index: Int) -> Double? { row.place(of: parts[index], x: 0, y: 0)?.x }
                #expect(await eventually { parts[2].isMapped && row.place(of: parts[2], x: 0, y: 0)?.y == 24 })
                let width = Double(row.width)
                #expect(row.height == 44)
                #expect([x(0), x(1), x(2)] == (isRightToLeft ? [width - 80, width - 168, width - 80] : [0, 88, 0]))
                parts[1].isVisible = false
                #expect(await eventually { row.height == 20 })
            }
        }

        @Test("Lines can be centred")
        func centering() async throws {
            let parts = (0..<3).map { _ in Box(.horizontal).minimumSize(width: 80, height: 20) }
            let row = WrapBox(centersLines: true)
            for part in parts { row.append(part) }
            try await withWindow(Box(.vertical) { row }, width: 200, height: 100) { _ in
                #expect(await eventually { parts[2].isMapped && row.place(of: parts[2], x: 0, y: 0)?.y == 24 })
                let width = Double(row.width)
                let places = parts.map { row.place(of: $0, x: 0, y: 0)?.x }
                #expect(places == [(width - 168) / 2, (width - 168) / 2 + 88, (width - 80) / 2])
            }
        }
    }
}
