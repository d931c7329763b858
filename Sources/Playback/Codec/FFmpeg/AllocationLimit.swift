// SPDX-License-Identifier: Apache-2.0

import CFFmpeg

/// Limits FFmpeg's allocations. It allocates what a box announces before reading it, so a segment of some kilobytes may ask for gigabytes.
enum AllocationLimit {
    /// The largest frame, 7,680 × 4,320 in 16 bits without subsampling, takes 199 MB. An index of 256 MiB has 11 million samples.
    private static let bytes = 256 << 20

    /// Applies to the process from first use.
    static let inForce: Void = av_max_alloc(bytes)
}
