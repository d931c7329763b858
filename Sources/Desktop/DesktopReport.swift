// SPDX-License-Identifier: Apache-2.0

import Foundation
import WindowboxEngine
import WindowboxMedia

/// The JSON written by `--report`. Times are seconds of the machine's monotonic clock, so that the process that started the program
/// can compute durations.
struct DesktopReport: Codable, Equatable {
    /// When the program's own code started.
    var began: Double
    /// When the window's first frame was presented; nil if never.
    var windowShown: Double?
    /// When the first video frame was ready for the window.
    var firstPicture: Double?
    /// The network device that was playing at the end; nil for this machine.
    var playedOn: String?
    /// Position in the item at the end, in seconds.
    var position: Double?
    var picturesPresented = 0
    var picturesDropped = 0
    /// CPU seconds of the complete run.
    var processor = 0.0
    /// Maximum resident size in bytes.
    var peakMemory = 0
    /// Results of a rehearsal.
    var rehearsal: RehearsalFigures?

    init(began: Instant = MonotonicClock.now) { self.began = began.seconds }

    mutating func measureProcess() {
        var usage = rusage()
        getrusage(__rusage_who_t(RUSAGE_SELF.rawValue), &usage)
        func seconds(_ time: timeval) -> Double { Double(time.tv_sec) + Double(time.tv_usec) / 1e6 }
        processor = seconds(usage.ru_utime) + seconds(usage.ru_stime)
        peakMemory = usage.ru_maxrss * 1024
    }

    func write(to path: String) {
        let encoder = JSONEncoder()
        encoder.outputFormatting = [.prettyPrinted, .sortedKeys]
        do { try (encoder.encode(self) + Data("\n".utf8)).write(to: URL(filePath: path)) } catch {
            StandardError.write("the report \(path) can’t be written: \(error.localizedDescription)")
        }
    }
}
