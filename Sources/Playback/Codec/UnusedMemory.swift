// SPDX-License-Identifier: Apache-2.0

import CFFmpeg
import Foundation

/// Memory that was freed but is still held by the process.
public enum UnusedMemory {
    /// Returns it to the system. The allocator keeps an arena for each of many threads, with what decoders have freed. An app may call this
    /// when it will not play for a while. Takes some milliseconds.
    public static func release() { malloc_trim(0) }

    /// Makes the allocator retain less, for a program that opens and closes players for hours. Call it first in the program: existing
    /// arenas remain.
    ///
    /// By default the allocator has eight arenas per core, and memory freed by one player's threads stays in arenas that the next player's
    /// threads don't use. With this call, threads share as many arenas as there are cores. By default the allocator also mixes ever larger
    /// blocks with small ones, where they leave unusable gaps. With this call, blocks of 64 KiB and more (segments, samples and frames) get
    /// pages of their own.
    public static func keepLittle() {
        mallopt(M_ARENA_MAX, Int32(clamping: max(2, ProcessInfo.processInfo.activeProcessorCount)))
        mallopt(M_MMAP_THRESHOLD, 64 << 10)
    }
}
