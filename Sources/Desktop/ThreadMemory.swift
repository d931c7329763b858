// SPDX-License-Identifier: Apache-2.0

import CMalloc
import Foundation

/// The memory from which the program's threads take theirs.
enum ThreadMemory {
    /// Lets threads share arenas, as many as run at once. By itself the allocator has eight for each core: what one player's threads
    /// gave back lay in arenas that the next one's did not take from, so that each swipe left memory behind.
    static func share() {
        mallopt(M_ARENA_MAX, Int32(clamping: max(2, ProcessInfo.processInfo.activeProcessorCount)))
    }
}
