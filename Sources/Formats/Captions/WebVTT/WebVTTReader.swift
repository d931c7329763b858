// SPDX-License-Identifier: Apache-2.0

import WindowboxMedia

/// Incremental WebVTT reader (WebVTT 6): it takes bytes in pieces of any size and returns cues as soon as each is complete.
///
/// Regions, style sheets and errors are available as soon as they are read; a cue's region precedes it in the file.
public struct WebVTTReader: CaptionReader, LineByLine {
    enum Phase { case signature, header, betweenBlocks, block, nothing }

    var state: LineState
    /// Whether timings that violate the standard are accepted.
    let isLenient: Bool
    var phase = Phase.signature
    var block = WebVTTBlock()
    var parser: CueTextParser
    var hasSeenCue = false
    var regionIndex: [String: Int] = [:]
    /// The size of the style sheets, as ``CaptionLimits/styleBytes`` counts it.
    var styleBytes = 0

    /// The regions read so far, with unique ids.
    public internal(set) var regions: [CaptionRegion] = []
    /// The style sheets read so far, in file order.
    public internal(set) var styleSheets: [StyleSheet] = []
    /// X-TIMESTAMP-MAP of an HLS segment (RFC 8216bis 3.1.4); nil if there is none or it has not been read yet.
    public internal(set) var timestampMap: TimestampMap?

    public init(limits: CaptionLimits = CaptionLimits()) { self.init(limits: limits, isLenient: false) }

    init(limits: CaptionLimits, isLenient: Bool) {
        state = LineState(limits: limits)
        self.isLenient = isLenient
        parser = CueTextParser(depth: limits.depth)
    }

    public var errors: [CaptionError] { state.list.errors }

    /// Reads more bytes and returns the cues they complete. The input is UTF-8, with or without a byte order mark.
    public mutating func read(_ bytes: [UInt8]) -> [Cue] {
        bytes.withUnsafeBufferPointer { feed($0) }
    }

    /// Ends the file and returns the last cue.
    public mutating func finish() -> [Cue] { feedEnd() }

    mutating func readEnd() {
        if phase == .signature, state.line == 0 { fail("the file is empty") }
        endBlock()
        phase = .nothing
    }

    mutating func readLine(_ text: ByteText) {
        // U+0000 becomes U+FFFD (WebVTT 6.1).
        guard text.contains(0) else { return readText(text) }
        let replaced = text.flatMap { $0 == 0 ? [0xEF, 0xBF, 0xBD] : [$0] }
        replaced.withUnsafeBufferPointer { readText($0) }
    }

    private mutating func readText(_ text: ByteText) {
        switch phase {
        case .signature: readSignature(text)
        case .header: readHeader(text)
        case .betweenBlocks: if !text.isEmpty { beginBlock(text) }
        case .block: readBlock(text)
        case .nothing: break
        }
    }

    private mutating func readSignature(_ text: ByteText) {
        guard text.hasPrefix("WEBVTT"), text.count == 6 || text[6] == 0x20 || text[6] == 0x09 else {
            return fail("the first line is not WEBVTT")
        }
        phase = .header
    }

    private mutating func fail(_ message: String) {
        state.list.report(.signature, 1, message, "begin the file with WEBVTT, alone or before a space or a tab")
        phase = .nothing
    }

    /// The header extends to a blank line or a cue; only the timestamp map in it has a meaning.
    private mutating func readHeader(_ text: ByteText) {
        if text.arrow != nil {
            beginBlock(text)
        } else if text.isEmpty {
            phase = .betweenBlocks
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
            let remedy = "write it as X-TIMESTAMP-MAP=MPEGTS:900000,LOCAL:00:00:00.000"
            return state.list.report(.timing, state.line, "the timestamp map cannot be read: \(text.excerpt)", remedy)
        }
        timestampMap = TimestampMap(mpegTS: mpegTS, local: local)
    }
}
