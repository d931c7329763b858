// SPDX-License-Identifier: Apache-2.0

import CFFmpeg

/// What was freed and is still kept by the process.
public enum UnusedMemory {
    /// Gives it back to the system. The allocator keeps an arena for each of many threads, with what decoders freed there; an app that
    /// is done with playing for a while may call this. Takes some milliseconds.
    public static func giveBack() { malloc_trim(0) }
}
