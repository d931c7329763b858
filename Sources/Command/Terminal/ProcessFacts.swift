// SPDX-License-Identifier: Apache-2.0

import Foundation
import WindowboxEngine
import WindowboxMedia

/// Information from the kernel about this process.
enum ProcessFacts {
    /// When the process started, on the monotonic clock.
    ///
    /// The kernel reports it in hundredths of a second. The processor time used since then makes it more exact, because a starting process
    /// does little but run.
    ///
    /// The parent process can state it exactly in `WINDOWBOX_STARTED`, in seconds of the monotonic clock.
    static let start: Instant = {
        if let stated = ProcessInfo.processInfo.environment["WINDOWBOX_STARTED"].flatMap(Double.init) { return Instant(seconds: stated) }
        let now = MonotonicClock.now
        var used = timespec()
        clock_gettime(CLOCK_PROCESS_CPUTIME_ID, &used)
        let cpu = Double(used.tv_sec) + Double(used.tv_nsec) / 1e9
        guard let text = try? String(contentsOfFile: "/proc/self/stat", encoding: .utf8), let close = text.lastIndex(of: ")") else {
            return now + -cpu
        }
        let fields = text[text.index(after: close)...].split(separator: " ")
        guard fields.count > 19, let ticks = Double(fields[19]) else { return now + -cpu }
        let tick = 1 / Double(sysconf(Int32(_SC_CLK_TCK)))
        var boot = timespec()
        clock_gettime(CLOCK_BOOTTIME, &boot)
        let sinceBoot = Double(boot.tv_sec) + Double(boot.tv_nsec) / 1e9
        let latest = sinceBoot - ticks * tick
        return now + -min(max(cpu, latest - tick), latest)
    }()

    /// The maximum resident size so far, in bytes.
    static var peakMemory: Int {
        var usage = rusage()
        getrusage(__rusage_who_t(RUSAGE_SELF.rawValue), &usage)
        return usage.ru_maxrss * 1024
    }
}
