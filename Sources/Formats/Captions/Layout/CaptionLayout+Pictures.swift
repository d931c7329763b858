// SPDX-License-Identifier: Apache-2.0

import WindowboxMedia

extension CaptionLayout {
    /// When the video was cropped, bitmap captions may be above or below it. They are moved into the frame together, as far as there is
    /// room.
    /// - Parameter pictures: Indices into `output`.
    mutating func moveIntoFrame(_ pictures: [Int]) {
        guard let first = pictures.first else { return }
        let all = pictures.reduce(output[first].frame) { $0.union(output[$1].frame) }
        let distance: Double
        if all.bottom > height, all.y > 0 {
            distance = -min(all.bottom - height, all.y)
        } else if all.y < 0, all.bottom < height {
            distance = min(-all.y, height - all.bottom)
        } else {
            return
        }
        for index in pictures { output[index].frame.y += distance }
    }
}
