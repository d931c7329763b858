// SPDX-License-Identifier: Apache-2.0

import WindowboxMedia

/// Reads SubRip as it comes: bytes in, in pieces of any size, cues out as soon as the next one begins.
///
/// There is no standard. Read is what the wild writes: numbers wrong or missing, blank lines within a text, times of many shapes,
/// tags in angle brackets and in braces. UTF-8 is expected; a line that is not is read as windows-1252. For whole files
/// ``CaptionDocument/read(_:as:encoding:limits:)`` looks for the encoding first.
public struct SubRipReader: Sendable {
    private struct Pending: Sendable {
        var start: MediaTime
        var end: MediaTime
        var id: String
        var line: Int
    }

    private let limits: CaptionLimits
    /// Whether somebody has looked at the encoding already.
    private let isKnownUTF8: Bool
    private var lines: LineReader
    private var line = 0
    private var list: ErrorList
    private var pending: Pending?
    /// Whether text belongs to a cue whose times could not be read.
    private var isSkipping = false
    private var text: [UInt8] = []
    /// Where the last line that is not blank begins and ends in the text, and whether blank lines follow it.
    private var lastLine = (start: 0, end: 0)
    private var lastIsDirect = false
    private var isCut = false
    private var hasReportedEncoding = false
    private var number: Int64?
    private var count = 0
    private var parser: SubRipTextParser
    private var cues: [Cue] = []

    public init(limits: CaptionLimits = CaptionLimits()) { self.init(limits: limits, isKnownUTF8: false) }

    init(limits: CaptionLimits, isKnownUTF8: Bool) {
        self.limits = limits
        self.isKnownUTF8 = isKnownUTF8
        lines = LineReader(limit: limits.lineBytes)
        list = ErrorList(limit: limits.errors)
        parser = SubRipTextParser(depth: limits.depth)
    }

    public var errors: [CaptionError] { list.errors }

    /// The cues that these bytes complete.
    public mutating func read(_ bytes: [UInt8]) -> [Cue] {
        bytes.withUnsafeBufferPointer { read($0) }
    }

    mutating func read(_ bytes: ByteText) -> [Cue] {
        var lines = lines
        // The reader of lines is taken out so that its calls can change everything else.
        self.lines = LineReader(limit: 1)
        lines.read(bytes) { read($0, isCut: $1) }
        self.lines = lines
        return take()
    }

    /// The last cue, which the end of the file completes.
    public mutating func finish() -> [Cue] {
        var lines = lines
        lines.finish { read($0, isCut: $1) }
        self.lines = lines
        endCue(beforeTimes: false)
        if count == 0 { list.report(.signature, 0, "there is no cue in the file", "give a SubRip file") }
        return take()
    }

    private mutating func take() -> [Cue] {
        let taken = cues
        cues = []
        return taken
    }

    private mutating func read(_ text: ByteText, isCut: Bool) {
        line += 1
        if isCut {
            list.report(
                .limit, line, "the line has more than \(limits.lineBytes) bytes; the rest is left out", "raise the limit of bytes on a line"
            )
        }
        if isKnownUTF8 || TextEncoding.isWellFormed(text) { return readLine(text) }
        if !hasReportedEncoding {
            hasReportedEncoding = true
            list.report(.encoding, line, "the line is not UTF-8; it is read as windows-1252", "save the file as UTF-8")
        }
        TextEncoding.windows1252.decode(text).withUnsafeBufferPointer { readLine($0) }
    }

    private mutating func readLine(_ whole: ByteText) {
        var text = whole
        if line == 1, text.hasPrefix("\u{FEFF}") { text = text.slice(from: 3) }
        if text.arrow != nil {
            if let timings = SubRipTimings(text) { return begin(timings) }
            if let first = text.trimmed.first, first.isDigit, text.contains(UInt8(ascii: ":")) {
                endCue(beforeTimes: true)
                isSkipping = true
                return list.report(
                    .timing, line, "the times cannot be read: \(text.excerpt)", "write them as 00:00:01,000 --> 00:00:02,000")
            }
        }
        append(text)
    }

    private mutating func append(_ line: ByteText) {
        let isBlank = line.allSatisfy(\.isSpace)
        guard !isSkipping || !isBlank else { return }
        guard !isCut else {
            // What may be the next cue's number is still looked at.
            lastIsDirect = false
            return
        }
        guard text.count + line.count < limits.blockBytes else {
            isCut = true
            return list.report(
                .limit, self.line, "the cue has more than \(limits.blockBytes) bytes; the rest is left out",
                "raise the limit of bytes in a block")
        }
        if !text.isEmpty { text.append(0x0A) }
        if isBlank {
            lastIsDirect = false
            // Blank lines before the text are none of it.
            if lastLine.end == 0 { text.removeAll(keepingCapacity: true) }
        } else {
            lastLine.start = text.count
            text.append(contentsOf: line)
            lastLine.end = text.count
            lastIsDirect = true
        }
    }

    private mutating func begin(_ timings: SubRipTimings) {
        let id = endCue(beforeTimes: true)
        if let number = Int64(id) {
            if let last = self.number, number != last + 1 {
                list.report(.numbering, line - 1, "cue \(number) follows cue \(last)", "number the cues one by one")
            }
            self.number = number
        }
        pending = Pending(start: timings.start, end: timings.end, id: id, line: line)
        if timings.start.value < 0 {
            list.report(.timing, line, "the cue starts before zero", "write a time from 00:00:00,000 on")
            pending?.start = .zero
            pending?.end = max(.zero, timings.end)
        }
        if timings.end <= timings.start {
            list.report(.order, line, "the cue ends before it starts, or as it starts; it is never shown", "give it a later end")
        }
        if !timings.rest.isEmpty {
            list.report(
                .unsupported, line, "what follows the times is not used: \(timings.rest.excerpt)",
                "place the text with {\\an8} or {\\pos(x,y)}")
        }
    }

    /// Ends the cue being read and returns the number of the next one, which stands at the end of its text.
    @discardableResult
    private mutating func endCue(beforeTimes: Bool) -> String {
        var id = ""
        var end = lastLine.end
        text.withUnsafeBufferPointer { text in
            guard beforeTimes, lastIsDirect else { return }
            let last = text.slice(lastLine.start, lastLine.end).trimmed
            guard !last.isEmpty, last.allSatisfy(\.isDigit) else { return }
            id = last.string
            end = lastLine.start
            while end > 0, text[end - 1].isSpace { end -= 1 }
        }
        if let pending {
            add(pending, end: end)
        } else if !isSkipping, end > 0 {
            list.report(.strayText, max(1, line - 1), "there is text before the first cue's times", "remove it, or give it times")
        }
        pending = nil
        isSkipping = false
        isCut = false
        text.removeAll(keepingCapacity: text.capacity < 1 << 16)
        lastLine = (0, 0)
        lastIsDirect = false
        return id
    }

    private mutating func add(_ pending: Pending, end: Int) {
        guard count < limits.cues else {
            if count == limits.cues {
                list.report(.limit, pending.line, "there are more than \(limits.cues) cues", "raise the limit of cues")
            }
            count = limits.cues + 1
            return
        }
        count += 1
        text.withUnsafeBufferPointer { text in
            let payload = text.slice(0, end)
            var cue = Cue(id: pending.id, start: pending.start, end: pending.end, text: "", tree: [])
            if payload.contains(where: { $0 == UInt8(ascii: "<") || $0 == UInt8(ascii: "&") || $0 == UInt8(ascii: "{") }) {
                let parsed = parser.parse(payload)
                (cue.text, cue.tree, cue.settings) = (parsed.text, parsed.tree, parsed.settings)
                if parsed.isTooDeep {
                    list.report(.limit, pending.line + 1, "tags lie more than \(limits.depth) deep in each other", "close them")
                }
            } else if !payload.isEmpty {
                cue.text = payload.string
                cue.tree = [.text(cue.text)]
            }
            cues.append(cue)
        }
    }
}
