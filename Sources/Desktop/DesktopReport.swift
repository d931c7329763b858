// SPDX-License-Identifier: Apache-2.0

import Foundation
import WindowboxEngine
import WindowboxMedia

/// What `--report` writes as JSON. Moments are seconds of the machine's monotonic clock, so that whoever started the program can
/// say how long it took.
struct DesktopReport: Codable, Equatable {
    /// When the program's own code began.
    var began: Double
    /// When the window's first frame was handed to the display; nil when that never happened.
    var windowShown: Double?
    /// When the first picture of media was ready for the window.
    var firstPicture: Double?
    /// The device in the network that played at the end; nil for this machine.
    var playedOn: String?
    /// Seconds into the item at the end.
    var position: Double?
    var picturesPresented = 0
    var picturesDropped = 0
    /// Seconds of all processors, of the whole run.
    var processor = 0.0
    /// Bytes of the largest resident size.
    var peakMemory = 0
    /// Of what was done without a person.
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
            StandardError.say("the report \(path) can’t be written: \(error.localizedDescription)")
        }
    }
}
