// SPDX-License-Identifier: Apache-2.0

import Foundation
import WindowboxEngine
import WindowboxMedia

/// The log of a headless run, with a timestamp on each line.
final class TimelineLog {
    private let isQuiet: Bool
    private let origin: Instant
    private let output: FileHandle
    private(set) var lines = 0

    init(isQuiet: Bool, origin: Instant, output: FileHandle = .standardOutput) {
        self.isQuiet = isQuiet
        self.origin = origin
        self.output = output
    }

    func write(_ word: String, _ text: String) {
        lines += 1
        guard !isQuiet else { return }
        let moment = String(format: "%9.3f", MonotonicClock.now - origin)
        output.write(Data("\(moment)  \(word.padding(toLength: 8, withPad: " ", startingAt: 0))\(text)\n".utf8))
    }
}

/// A journal file, written as events arrive.
final class JournalFile {
    private let handle: FileHandle

    /// - Parameter path: `-` is standard output.
    init(_ path: String) throws { handle = try StandardStreams.output(path) }

    func append(_ lines: [String]) { handle.write(Data((lines.joined(separator: "\n") + "\n").utf8)) }
}
