// SPDX-License-Identifier: Apache-2.0

import CMalloc

/// Memory in which answers are put together.
enum AnswerMemory {
    /// Bytes that stay with the program once they were needed, in each of the allocator's arenas.
    private static let kept: Int32 = 16 << 20
    /// Bytes from which on something has pages of its own, which go back at once.
    private static let large: Int32 = 4 << 20

    /// Keeps what an answer was made in for the next one. Given back to the system each time, its pages would be made and cleared
    /// anew each time, which takes longer than writing into them.
    static func keep() {
        mallopt(M_TRIM_THRESHOLD, kept)
        mallopt(M_MMAP_THRESHOLD, large)
        mallopt(M_TOP_PAD, 1 << 20)
    }
}
