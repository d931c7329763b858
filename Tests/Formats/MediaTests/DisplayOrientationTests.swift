// SPDX-License-Identifier: Apache-2.0

import Testing
import WindowboxMedia

@Suite("Display orientations")
struct DisplayOrientationTests {
    /// Where the top left corner of a unit picture is moved, and the one to the right of it.
    private func corners(_ orientation: DisplayOrientation) -> [[Int]] {
        [[0, 0], [1, 0]].map { corner in
            var (x, y) = (corner[0], corner[1])
            for _ in 0..<orientation.rotation / 90 { (x, y) = (1 - y, x) }
            return [orientation.isMirrored ? 1 - x : x, y]
        }
    }

    @Test("Combined orientations apply one after the other", arguments: [0, 90, 180, 270], [0, 90, 180, 270])
    func followed(first: Int, second: Int) {
        for (isFirst, isSecond) in [(false, false), (true, false), (false, true), (true, true)] {
            let one = DisplayOrientation(rotation: first, isMirrored: isFirst)
            let other = DisplayOrientation(rotation: second, isMirrored: isSecond)
            let expected = corners(one).map { corner in
                var (x, y) = (corner[0], corner[1])
                for _ in 0..<second / 90 { (x, y) = (1 - y, x) }
                return [isSecond ? 1 - x : x, y]
            }
            #expect(corners(one.followed(by: other)) == expected, "\(one), \(other)")
        }
    }

    @Test("Angles are rounded to quarter turns", arguments: [(-90, 270), (360, 0), (450, 90), (-1, 270), (179, 90)])
    func angles(angle: Int, rotation: Int) { #expect(DisplayOrientation(rotation: angle).rotation == rotation) }
}
