// SPDX-License-Identifier: Apache-2.0

import WindowboxMedia

/// Reads WebVTT as it comes (WebVTT 6): bytes in, in pieces of any size, cues out as soon as each is complete.
///
/// Regions, style sheets and errors are there as soon as they were read; a cue's region stands before it in the file.
public struct WebVTTReader: Sendable {
    enum Place { case signature, header, betweenBlocks, block, nothing }

    let limits: CaptionLimits
    /// Whether times that the standard forbids are read too.
    let isLenient: Bool
    var lines: LineReader
    var place = Place.signature
    var line = 0
    var block = WebVTTBlock()
    var parser: CueTextParser
    var hasSeenCue = false
    var cues: [Cue] = []
    var cueCount = 0
    var list: ErrorList
    var regionIndex: [String: Int] = [:]

    /// Those read up to now, no two with the same id.
    public internal(set) var regions: [CaptionRegion] = []
    public internal(set) var styleSheets: [StyleSheet] = []
    public internal(set) var timestampMap: TimestampMap?

    public init(limits: CaptionLimits = CaptionLimits()) { self.init(limits: limits, isLenient: false) }

    init(limits: CaptionLimits, isLenient: Bool) {
        self.limits = limits
        self.isLenient = isLenient
        lines = LineReader(limit: limits.lineBytes)
        parser = CueTextParser(depth: limits.depth)
        list = ErrorList(limit: limits.errors)
    }

    public var errors: [CaptionError] { list.errors }

    /// The cues that these bytes complete. UTF-8 is expected, with or without a byte order mark.
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
        if place == .signature, line == 0 { fail("the file is empty") }
        endBlock()
        place = .nothing
        return take()
    }

    private mutating func take() -> [Cue] {
        let taken = cues
        cues = []
        return taken
    }

    private mutating func read(_ text: ByteText, isCut: Bool) {
        // U+0000 becomes U+FFFD (WebVTT 6.1).
        if text.contains(0) {
            let replaced = text.flatMap { $0 == 0 ? [0xEF, 0xBF, 0xBD] : [$0] }
            return replaced.withUnsafeBufferPointer { readLine($0, isCut: isCut) }
        }
        readLine(text, isCut: isCut)
    }

    private mutating func readLine(_ text: ByteText, isCut: Bool) {
        line += 1
        if isCut {
            list.report(
                .limit, line, "the line has more than \(limits.lineBytes) bytes; the rest is left out", "raise the limit of bytes on a line"
            )
        }
        switch place {
        case .signature: readSignature(text)
        case .header: readHeader(text)
        case .betweenBlocks: if !text.isEmpty { beginBlock(text) }
        case .block: readBlock(text)
        case .nothing: break
        }
    }

    private mutating func readSignature(_ text: ByteText) {
        let hasMark = text.count >= 3 && text[0] == 0xEF && text[1] == 0xBB && text[2] == 0xBF
        let signature = hasMark ? text.slice(from: 3) : text
        guard signature.hasPrefix("WEBVTT"), signature.count == 6 || signature[6] == 0x20 || signature[6] == 0x09 else {
            return fail("the first line is not WEBVTT")
        }
        place = .header
    }

    private mutating func fail(_ message: String) {
        list.report(.signature, 1, message, "begin the file with WEBVTT, alone or before a space or a tab")
        place = .nothing
    }

    /// The header goes on up to a blank line or a cue; of its contents only the timestamp map means something.
    private mutating func readHeader(_ text: ByteText) {
        if text.arrow != nil {
            beginBlock(text)
        } else if text.isEmpty {
            place = .betweenBlocks
        } else if text.hasPrefix("X-TIMESTAMP-MAP") {
            readTimestampMap(text)
        }
    }

    private mutating func readTimestampMap(_ text: ByteText) {
        var mpegTS: UInt64?
        var local: MediaTime?
        let value = text.slice(from: 15).trimmed
        if value.first == UInt8(ascii: "=") {
            for part in value.dropFirst().split(separator: UInt8(ascii: ",")) {
                let part = ByteText(rebasing: part).trimmed
                if part.hasPrefix("MPEGTS:") {
                    mpegTS = UInt64(part.slice(from: 7).trimmed.string)
                } else if part.hasPrefix("LOCAL:") {
                    local = WebVTTTime.whole(part.slice(from: 6).trimmed)
                }
            }
        }
        guard let mpegTS, let local else {
            let cure = "write it as X-TIMESTAMP-MAP=MPEGTS:900000,LOCAL:00:00:00.000"
            return list.report(.timing, line, "the timestamp map cannot be read: \(text.excerpt)", cure)
        }
        timestampMap = TimestampMap(mpegTS: mpegTS, local: local)
    }
}
