// SPDX-License-Identifier: Apache-2.0

extension CueSettings {
    /// Places the cue by number-pad alignment: 1 is bottom left, 5 the centre, 9 top right.
    mutating func setPosition(alignment: Int) {
        self.alignment = [.left, .center, .right][(alignment - 1) % 3]
        position = nil
        positionAlignment = .automatic
        switch (alignment - 1) / 3 {
        case 0: (line, snapToLines, lineAlignment) = (nil, true, .start)
        case 1: (line, snapToLines, lineAlignment) = (50, false, .center)
        default: (line, snapToLines, lineAlignment) = (0, true, .start)
        }
    }

    /// Places the cue's box with the anchor `alignment` (number-pad order) at a point given in percent of the video frame.
    mutating func setPosition(x: Double, y: Double, alignment: Int) {
        let column = (alignment - 1) % 3
        self.alignment = [.left, .center, .right][column]
        positionAlignment = [.lineLeft, .center, .lineRight][column]
        lineAlignment = [.end, .center, .start][(alignment - 1) / 3]
        position = min(max(x, 0), 100)
        line = min(max(y, 0), 100)
        snapToLines = false
    }
}
