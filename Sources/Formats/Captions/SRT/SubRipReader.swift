// SPDX-License-Identifier: Apache-2.0

import WindowboxMedia

/// Incremental SubRip reader: it takes bytes in pieces of any size and returns each cue as soon as the next one begins.
///
/// There is no standard, so it accepts what is found in practice: wrong or missing numbers, blank lines within text, various time
/// formats, tags in angle brackets and braces. It expects UTF-8 and reads invalid lines as windows-1252. For complete files,
/// ``CaptionDocument/read(_:as:encoding:service:limits:)`` detects the encoding first.
public struct SubRipReader: CaptionReader, LineByLine {
    private struct Pending: Sendable {
        var start: MediaTime
        var end: MediaTime
        var id: String
        var line: Int
    }

    var state: LineState
    /// Whether the input is already known to be UTF-8.
    private let isKnownUTF8: Bool
    private var pending: Pending?
    /// Whether the current text belongs to a cue with unreadable times.
    private var isSkipping = false
    private var text: [UInt8] = []
    /// The range in `text` of the last non-blank line, and whether it is the latest line read.
    private var lastLine = (start: 0, end: 0)
    private var lastIsDirect = false
    private var isTruncated = false
    private var hasReportedEncoding = false
    private var number: Int64?
    private var hasCue = false
    private var parser: SubRipTextParser

    public init(limits: CaptionLimits = CaptionLimits()) { self.init(limits: limits, isKnownUTF8: false) }

    init(limits: CaptionLimits, isKnownUTF8: Bool) {
        state = LineState(limits: limits)
        self.isKnownUTF8 = isKnownUTF8
        parser = SubRipTextParser(depth: limits.depth)
    }

    public var errors: [CaptionError] { state.list.errors }

    /// Reads more bytes and returns the cues they complete.
    public mutating func read(_ bytes: [UInt8]) -> [Cue] {
        bytes.withUnsafeBufferPointer { feed($0) }
    }

    /// Ends the file and returns the last cue.
    public mutating func finish() -> [Cue] { feedEnd() }

    mutating func readEnd() {
        endCue(beforeTimes: false)
        if !hasCue { state.list.report(.signature, 0, "there is no cue in the file", "give a SubRip file") }
    }

    mutating func readLine(_ text: ByteText) {
        if isKnownUTF8 || TextEncoding.isWellFormed(text) { return readText(text) }
        if !hasReportedEncoding {
            hasReportedEncoding = true
            state.list.report(.encoding, state.line, "the line is not UTF-8; it is read as windows-1252", "save the file as UTF-8")
        }
        TextEncoding.windows1252.decode(text).withUnsafeBufferPointer { readText($0) }
    }

    private mutating func readText(_ text: ByteText) {
        if text.arrow != nil {
            if let timings = SubRipTimings(text) { return begin(timings) }
            if isBrokenTimings(text.trimmed) {
                endCue(beforeTimes: true)
                isSkipping = true
                return state.list.report(
                    .timing, state.line, "the times cannot be read: \(text.excerpt)", "write them as 00:00:01,000 --> 00:00:02,000")
            }
        } else if text.contains(UInt8(ascii: ">")), let timings = SubRipTimings(text), timings.rest.isEmpty {
            state.list.report(.timing, state.line, "the arrow between the times is not -->", "write -->")
            return begin(timings)
        }
        append(text)
    }

    /// Whether a line with an arrow is that of a cue's times: it begins with a time, or the cue's number is before it and the first time
    /// is missing.
    private func isBrokenTimings(_ line: ByteText) -> Bool {
        if line.first?.isDigit == true { return line.contains(UInt8(ascii: ":")) }
        guard line.hasPrefix("-->"), lastIsDirect, lastLine.end > lastLine.start else { return false }
        var index = 3
        return SubRipTimings.time(line, &index) != nil && isNumber(lastLine)
    }

    private func isNumber(_ range: (start: Int, end: Int)) -> Bool {
        text[range.start..<range.end].allSatisfy { $0.isDigit || $0.isSpace }
    }

    private mutating func append(_ line: ByteText) {
        let isBlank = line.allSatisfy(\.isSpace)
        guard !isSkipping || !isBlank else { return }
        guard !isTruncated else {
            // This line may still be the next cue's number.
            lastIsDirect = false
            return
        }
        guard text.count + line.count < state.limits.blockBytes else {
            isTruncated = true
            return state.list.report(
                .limit, state.line, "the cue has more than \(state.limits.blockBytes) bytes; the rest is ignored",
                "raise the limit of bytes in a block")
        }
        if !text.isEmpty { text.append(0x0A) }
        if isBlank {
            lastIsDirect = false
            // Drops blank lines before the text.
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
            if let last = self.number, number != last &+ 1 {
                state.list.report(.numbering, state.line - 1, "cue \(number) follows cue \(last)", "number the cues one by one")
            }
            self.number = number
        }
        pending = Pending(start: timings.start, end: timings.end, id: id, line: state.line)
        if timings.start.value < 0 {
            state.list.report(.timing, state.line, "the cue starts before zero", "start it at 00:00:00,000 or later")
            pending?.start = .zero
            pending?.end = max(.zero, timings.end)
        }
        if timings.end <= timings.start {
            state.list.report(
                .order, state.line, "the cue does not end after it starts, so it is never shown", "give it a later end")
        }
        if !timings.rest.isEmpty {
            state.list.report(
                .unsupported, state.line, "the text after the times is ignored: \(timings.rest.excerpt)",
                "place the text with {\\an8} or {\\pos(x,y)}")
        }
    }

    /// Ends the current cue and returns the next cue's number, which is the last line of its text.
    @discardableResult
    private mutating func endCue(beforeTimes: Bool) -> String {
        var id = ""
        var end = lastLine.end
        text.withUnsafeBufferPointer { text in
            guard lastIsDirect || !beforeTimes else { return }
            let last = text.slice(lastLine.start, lastLine.end).trimmed
            guard let first = last.first else { return }
            let isApart = lastLine.start == 0 || text.slice(lastLine.start - 2, lastLine.start).equals("\n\n")
            if !last.allSatisfy(\.isDigit) {
                // Some editors number inserted cues with fractions, and shifted cues below zero.
                let digits = first == UInt8(ascii: "-") ? last.slice(from: 1) : last
                guard isApart, digits.first?.isDigit == true, digits.allSatisfy({ $0.isDigit || $0 == UInt8(ascii: ".") }) else { return }
            }
            id = last.string
            // At the end of a truncated file, the last line may be the number of a cue without times.
            guard beforeTimes || isNext(id) && isApart else { return }
            end = lastLine.start
            while end > 0, text[end - 1].isSpace { end -= 1 }
        }
        if let pending {
            add(pending, end: end)
        } else if !isSkipping, end > 0 {
            state.list.report(
                .strayText, max(1, state.line - 1), "there is text before the first cue's times", "remove it, or give it times")
        }
        pending = nil
        isSkipping = false
        isTruncated = false
        text.removeAll(keepingCapacity: text.capacity < 1 << 16)
        lastLine = (0, 0)
        lastIsDirect = false
        return id
    }

    private func isNext(_ id: String) -> Bool {
        guard let number, let next = Int64(id) else { return false }
        return next == number &+ 1
    }

    private mutating func add(_ pending: Pending, end: Int) {
        hasCue = true
        guard state.reserveCue(at: pending.line) else { return }
        text.withUnsafeBufferPointer { text in
            let payload = text.slice(0, end)
            var cue = Cue(id: pending.id, start: pending.start, end: pending.end, text: "", tree: [])
            if payload.contains(where: SubRipTextParser.isSpecial) {
                let parsed = parser.parse(payload)
                (cue.text, cue.tree, cue.settings) = (parsed.text, parsed.tree, parsed.settings)
                if parsed.isTooDeep {
                    state.list.report(.limit, pending.line + 1, "tags are nested more than \(state.limits.depth) levels deep", "close them")
                }
            } else if !payload.isEmpty {
                cue.text = payload.string
                cue.tree = [.text(cue.text)]
            }
            state.cues.append(cue)
        }
    }
}
