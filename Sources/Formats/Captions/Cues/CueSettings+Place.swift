// SPDX-License-Identifier: Apache-2.0

extension CueSettings {
    /// At one of nine places, as on a number pad: 1 is bottom left, 5 the middle, 9 top right.
    mutating func place(alignment: Int) {
        self.alignment = [.left, .center, .right][(alignment - 1) % 3]
        position = nil
        positionAlignment = .automatic
        switch (alignment - 1) / 3 {
        case 0: (line, snapToLines, lineAlignment) = (nil, true, .start)
        case 1: (line, snapToLines, lineAlignment) = (50, false, .center)
        default: (line, snapToLines, lineAlignment) = (0, true, .start)
        }
    }

    /// With that corner, side or middle of its box (as on a number pad) at a point, in percent of the picture.
    mutating func place(x: Double, y: Double, alignment: Int) {
        let column = (alignment - 1) % 3
        self.alignment = [.left, .center, .right][column]
        positionAlignment = [.lineLeft, .center, .lineRight][column]
        lineAlignment = [.end, .center, .start][(alignment - 1) / 3]
        position = min(max(x, 0), 100)
        line = min(max(y, 0), 100)
        snapToLines = false
    }
}
