// SPDX-License-Identifier: Apache-2.0

import WindowboxMedia

/// The state that a line-based reader keeps between lines.
struct LineState: Sendable {
    let limits: CaptionLimits
    var lines: LineReader
    /// The number of the current line, from 1.
    var line = 0
    var list: ErrorList
    /// Complete cues not returned yet.
    var cues: [Cue] = []
    private(set) var count = 0

    init(limits: CaptionLimits) {
        self.limits = limits
        lines = LineReader(limit: limits.lineBytes)
        list = ErrorList(limit: limits.errors)
    }

    /// Reserves space for the cues of a long text, estimated from its beginning, to avoid repeated reallocation.
    mutating func expectCues(in text: ByteText) {
        let sample = 1 << 15
        guard text.count > 2 * sample else { return }
        var (arrows, position) = (0, 0)
        let head = text.slice(0, sample)
        while let arrow = head.slice(from: position).arrow {
            arrows += 1
            position += arrow + 3
        }
        // No more than fit in the text, whatever its beginning suggests.
        cues.reserveCapacity(min(arrows * (text.count / sample + 2), text.count / 64, limits.cues))
    }

    /// Whether another cue is within the limit. Exceeding it is reported once.
    mutating func reserveCue(at line: Int) -> Bool {
        if count < limits.cues {
            count += 1
            return true
        }
        if count == limits.cues {
            list.report(.limit, line, "there are more than \(limits.cues) cues", "raise the limit of cues")
            count += 1
        }
        return false
    }
}

/// A line-based reader: it takes bytes in pieces of any size and returns cues.
protocol LineByLine {
    var state: LineState { get set }
    /// Reads a line without its line break, and without the file's byte order mark.
    mutating func readLine(_ text: ByteText)
    /// Called after the last line.
    mutating func readEnd()
}

extension LineByLine {
    mutating func feed(_ bytes: ByteText) -> [Cue] {
        state.expectCues(in: bytes)
        // Moves the line reader out, so that its callbacks can mutate `self`.
        var lines = state.lines
        state.lines = LineReader(limit: 1)
        lines.read(bytes) { feed(line: $0, isTruncated: $1) }
        state.lines = lines
        return take()
    }

    mutating func feedEnd() -> [Cue] {
        var lines = state.lines
        lines.finish { feed(line: $0, isTruncated: $1) }
        state.lines = lines
        readEnd()
        return take()
    }

    private mutating func feed(line text: ByteText, isTruncated: Bool) {
        state.line += 1
        if isTruncated {
            let limit = state.limits.lineBytes
            state.list.report(
                .limit, state.line, "the line has more than \(limit) bytes; the rest is ignored", "raise the limit of bytes on a line")
        }
        readLine(state.line == 1 && text.hasPrefix("\u{FEFF}") ? text.slice(from: 3) : text)
    }

    private mutating func take() -> [Cue] {
        let taken = state.cues
        state.cues = []
        return taken
    }
}
