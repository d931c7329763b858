// SPDX-License-Identifier: Apache-2.0

import CFFmpeg

/// FFmpeg reserves what a box announces before it reads it: a segment of some kilobytes asks for gigabytes.
enum AllocationLimit {
    /// The largest picture, 7,680 × 4,320 in 16 bits without subsampling, has 199 MB; an index of 256 MiB has 11 million samples.
    private static let bytes = 256 << 20

    /// Holds for the process, from the first use.
    static let inForce: Void = av_max_alloc(bytes)
}
