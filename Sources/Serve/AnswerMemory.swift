// SPDX-License-Identifier: Apache-2.0

import CMalloc

/// Tunes the allocator for the memory of responses.
enum AnswerMemory {
    /// Bytes that each arena keeps after use.
    private static let kept: Int32 = 16 << 20
    /// The size in bytes from which allocations get their own pages, which are returned at once.
    private static let large: Int32 = 4 << 20

    /// Keeps freed memory for the next response. Returned to the system, its pages would have to be mapped and cleared again each time,
    /// which takes longer than writing to them.
    static func keep() {
        mallopt(M_TRIM_THRESHOLD, kept)
        mallopt(M_MMAP_THRESHOLD, large)
        mallopt(M_TOP_PAD, 1 << 20)
    }
}
