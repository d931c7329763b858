// SPDX-License-Identifier: Apache-2.0

public import WindowboxMedia

extension CaptionDocument {
    /// Reads a single sample of a text track. `closedCaptions` samples depend on earlier ones and need ``TextTrackReader``. Bitmap samples
    /// need a decoder, and give an empty document here.
    ///
    /// - Parameters:
    ///   - bytes: The sample.
    ///   - coding: The sample's format.
    ///   - header: The track's codec configuration: `vttC` for WebVTT, the script up to its first dialogue for SubStation, the sample
    ///     description after the data reference index for timed text.
    ///   - start: The sample's start; its cues start then.
    ///   - end: The sample's end.
    ///   - offset: Converts the track's clock, on which TTML and WebVTT text state times, to that of `start` and `end`.
    ///   - limits: Bounds against hostile input.
    public static func readSample(
        _ bytes: [UInt8], of coding: TextCoding, header: [UInt8] = [], start: MediaTime, end: MediaTime, offset: MediaTime = .zero,
        limits: CaptionLimits = CaptionLimits()
    ) -> CaptionDocument {
        switch coding {
        case .webVTTBoxes: return readWebVTTSample(bytes, header: header, start: start, end: end, limits: limits)
        case .webVTTBlock:
            return WebVTTSampleReader(header: header, limits: limits).readBlock(bytes, start: start, end: end, offset: offset)
        case .ttml: return readTTMLSample(bytes, start: start, end: end, offset: offset, limits: limits)
        case .timedText: return TimedTextSample(header: header).read(bytes, start: start, end: end)
        case .quickTimeText: return readQuickTimeText(bytes, start: start, end: end)
        case .subRip: return readSubRipSample(bytes, start: start, end: end, limits: limits)
        case .subStation: return SubStationReader(header: header, limits: limits).readSample(bytes, start: start, end: end)
        case .closedCaptions: return CaptionDocument(format: .scenarist)
        case .presentationGraphics, .vobSub, .dvbSubtitles: return CaptionDocument(format: .ttml)
        }
    }

    /// A document is active for its sample's duration, whatever times it states (ISO/IEC 14496-30 4.3).
    private static func readTTMLSample(
        _ bytes: [UInt8], start: MediaTime, end: MediaTime, offset: MediaTime, limits: CaptionLimits
    ) -> CaptionDocument {
        let sample = TTMLSample(bytes)
        var document = read(Array(sample.document), as: .ttml, limits: limits)
        document.cues = document.cues.compactMap { cue in
            var cue = sample.completing(cue).moved(by: offset)
            cue.start = max(cue.start, start)
            cue.end = min(cue.end, end)
            return cue.start < cue.end ? cue : nil
        }
        return document
    }

    private static func readQuickTimeText(_ bytes: [UInt8], start: MediaTime, end: MediaTime) -> CaptionDocument {
        let text = TimedTextSample.text(of: bytes)
        guard !text.isEmpty else { return CaptionDocument(format: .subRip) }
        return CaptionDocument(format: .subRip, cues: [Cue(start: start, end: end, text: text)])
    }

    private static func readSubRipSample(
        _ bytes: [UInt8], start: MediaTime, end: MediaTime, limits: CaptionLimits
    ) -> CaptionDocument {
        var lines = LineReader(limit: limits.lineBytes)
        var text: [UInt8] = []
        let add = { (line: ByteText, _: Bool) in
            if !text.isEmpty { text.append(0x0A) }
            text.append(contentsOf: line)
        }
        bytes.withUnsafeBufferPointer { bytes in
            // Some muxers append a NUL.
            let whole = bytes.slice(0, bytes.position(of: 0) ?? bytes.count)
            if TextEncoding.isWellFormed(whole) {
                lines.read(whole, add)
            } else {
                TextEncoding.windows1252.decode(whole).withUnsafeBufferPointer { lines.read($0, add) }
            }
            lines.finish(add)
        }
        while text.last == 0x0A { text.removeLast() }
        guard !text.isEmpty else { return CaptionDocument(format: .subRip) }
        var parser = SubRipTextParser(depth: limits.depth)
        let parsed = text.withUnsafeBufferPointer { parser.parse($0) }
        return CaptionDocument(
            format: .subRip,
            cues: [Cue(start: start, end: end, settings: parsed.settings, text: parsed.text, tree: parsed.tree)])
    }
}

extension Cue {
    /// The cue on another clock, including the times within its text.
    package func moved(by offset: MediaTime) -> Cue { offset == .zero ? self : mapped { $0 + offset } }

    /// The cue with other times, including those within its text.
    func mapped(_ change: (MediaTime) -> MediaTime) -> Cue {
        var cue = self
        cue.start = change(start)
        cue.end = change(end)
        cue.tree = tree.map { $0.mapped(change) }
        return cue
    }
}

extension CueNode {
    package func moved(by offset: MediaTime) -> CueNode { mapped { $0 + offset } }

    fileprivate func mapped(_ change: (MediaTime) -> MediaTime) -> CueNode {
        switch self {
        case .text: return self
        case .timestamp(let time): return .timestamp(change(time))
        case .span(var span):
            span.children = span.children.map { $0.mapped(change) }
            return .span(span)
        }
    }

    /// The times within the text, in text order.
    package var timestamps: [MediaTime] {
        switch self {
        case .text: []
        case .timestamp(let time): [time]
        case .span(let span): span.children.flatMap(\.timestamps)
        }
    }
}
