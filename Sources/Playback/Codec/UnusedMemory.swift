// SPDX-License-Identifier: Apache-2.0

import CFFmpeg
import Foundation

/// What was freed and is still kept by the process.
public enum UnusedMemory {
    /// Gives it back to the system. The allocator keeps an arena for each of many threads, with what decoders freed there; an app that
    /// is done with playing for a while may call this. Takes some milliseconds.
    public static func giveBack() { malloc_trim(0) }

    /// Makes the allocator leave less behind, for a program that opens and closes players for hours. For its first line: arenas that are
    /// there stay.
    ///
    /// By itself the allocator has eight arenas for each core, and what one player's threads gave back lies in arenas that the next
    /// one's don't take from: threads share as many as run at once. And it keeps ever larger blocks among small ones, where they leave
    /// gaps that nothing fits into: those of 64 KiB and more, which are segments, samples and pictures, are the system's own pages.
    public static func keepLittle() {
        mallopt(M_ARENA_MAX, Int32(clamping: max(2, ProcessInfo.processInfo.activeProcessorCount)))
        mallopt(M_MMAP_THRESHOLD, 64 << 10)
    }
}
