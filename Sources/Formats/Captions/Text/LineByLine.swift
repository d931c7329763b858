// SPDX-License-Identifier: Apache-2.0

import WindowboxMedia

/// What a reader that goes from line to line keeps between them.
struct LineState: Sendable {
    let limits: CaptionLimits
    var lines: LineReader
    /// Of the line being read, from 1.
    var line = 0
    var list: ErrorList
    /// Those that are complete and not given out yet.
    var cues: [Cue] = []
    private(set) var count = 0

    init(limits: CaptionLimits) {
        self.limits = limits
        lines = LineReader(limit: limits.lineBytes)
        list = ErrorList(limit: limits.errors)
    }

    /// Makes room for the cues of a long text, as many as its beginning lets expect: growing later would move them all, again and again.
    mutating func expectCues(in text: ByteText) {
        let sample = 1 << 15
        guard text.count > 2 * sample else { return }
        var (arrows, position) = (0, 0)
        let head = text.slice(0, sample)
        while let arrow = head.slice(from: position).arrow {
            arrows += 1
            position += arrow + 3
        }
        // No more than the text has room for, whatever its beginning pretends.
        cues.reserveCapacity(min(arrows * (text.count / sample + 2), text.count / 64, limits.cues))
    }

    /// Whether one more cue is within the limit; that it isn't is told once.
    mutating func admitsCue(at line: Int) -> Bool {
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

/// Reads a format line by line: bytes in, in pieces of any size, cues out.
protocol LineByLine {
    var state: LineState { get set }
    /// Reads a line without its end; the first also without a byte order mark.
    mutating func readLine(_ text: ByteText)
    /// Behind the last line.
    mutating func readEnd()
}

extension LineByLine {
    mutating func feed(_ bytes: ByteText) -> [Cue] {
        state.expectCues(in: bytes)
        // The reader of lines is taken out so that its calls can change everything else.
        var lines = state.lines
        state.lines = LineReader(limit: 1)
        lines.read(bytes) { feed(line: $0, isCut: $1) }
        state.lines = lines
        return take()
    }

    mutating func feedEnd() -> [Cue] {
        var lines = state.lines
        lines.finish { feed(line: $0, isCut: $1) }
        state.lines = lines
        readEnd()
        return take()
    }

    private mutating func feed(line text: ByteText, isCut: Bool) {
        state.line += 1
        if isCut {
            let limit = state.limits.lineBytes
            state.list.report(
                .limit, state.line, "the line has more than \(limit) bytes; the rest is left out", "raise the limit of bytes on a line")
        }
        readLine(state.line == 1 && text.hasPrefix("\u{FEFF}") ? text.slice(from: 3) : text)
    }

    private mutating func take() -> [Cue] {
        let taken = state.cues
        state.cues = []
        return taken
    }
}
