// SPDX-License-Identifier: Apache-2.0

import CFFmpeg
import WindowboxMedia

extension DisplayOrientation {
    /// - Parameter matrix: nine numbers as in `AV_PKT_DATA_DISPLAYMATRIX`. Other angles are rounded to the nearest quarter turn; an invalid
    ///   matrix means ``upright``.
    init(matrix: UnsafePointer<Int32>) {
        var matrix = (0..<9).map { matrix[$0] }
        let isMirrored = Double(matrix[0]) * Double(matrix[4]) < Double(matrix[1]) * Double(matrix[3])
        if isMirrored { av_display_matrix_flip(&matrix, 1, 0) }
        let degrees = av_display_rotation_get(matrix)
        guard degrees.isFinite else {
            self = .upright
            return
        }
        self.init(rotation: Int((-degrees / 90).rounded()) * 90, isMirrored: isMirrored)
    }
}
