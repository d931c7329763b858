// SPDX-License-Identifier: Apache-2.0

import CFFmpeg
import Foundation

/// What was freed and is still kept by the process.
public enum UnusedMemory {
    /// Gives it back to the system. The allocator keeps an arena for each of many threads, with what decoders freed there; an app that
    /// is done with playing for a while may call this. Takes some milliseconds.
    public static func giveBack() { malloc_trim(0) }

    /// Lets threads share arenas, as many as run at once. By itself the allocator has eight for each core: what one player's threads gave
    /// back lies in arenas that the next one's don't take from, so that each player leaves memory behind. For a program's first line:
    /// arenas that are there stay.
    public static func shareArenas() {
        mallopt(M_ARENA_MAX, Int32(clamping: max(2, ProcessInfo.processInfo.activeProcessorCount)))
    }
}
