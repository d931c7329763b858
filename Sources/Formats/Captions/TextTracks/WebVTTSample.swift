// SPDX-License-Identifier: Apache-2.0

public import WindowboxMedia

extension CaptionDocument {
    /// Reads a sample of a WebVTT track in MP4 (`wvtt`, ISO/IEC 14496-30 5).
    ///
    /// - Parameters:
    ///   - bytes: The boxes of the sample. An empty sample, or one with only `vtte`, has no cues.
    ///   - header: The `vttC` of the track: the file's header up to the first cue, with its regions and styles.
    ///   - start: The sample's start; its cues start then.
    ///   - end: The sample's end. A cue that lasts longer is repeated in the next sample.
    ///   - limits: Bounds against hostile input.
    public static func readWebVTTSample(
        _ bytes: [UInt8], header: [UInt8] = [], start: MediaTime, end: MediaTime, limits: CaptionLimits = CaptionLimits()
    ) -> CaptionDocument {
        WebVTTSampleReader(header: header, limits: limits).readBoxes(bytes, start: start, end: end)
    }
}

/// Reads the samples of a WebVTT track, and its header once: a sample continues a copy of the reader behind the header.
struct WebVTTSampleReader: Sendable {
    private var base: WebVTTReader

    /// - Parameter header: as for ``CaptionDocument/readWebVTTSample(_:header:start:end:limits:)``.
    init(header: [UInt8], limits: CaptionLimits) {
        base = WebVTTReader(limits: limits)
        _ = base.read((header.isEmpty ? Array("WEBVTT".utf8) : header) + "\n\n".utf8)
    }

    /// The boxes of a sample in MP4.
    func readBoxes(_ bytes: [UInt8], start: MediaTime, end: MediaTime) -> CaptionDocument {
        var cues: [UInt8] = []
        bytes.withUnsafeBufferPointer { sample in
            sample.forEachBox { name, cue in
                guard name.equals("vttc") else { return }
                var (id, settings, text): (ByteText, ByteText, ByteText) = (cue.slice(0, 0), cue.slice(0, 0), cue.slice(0, 0))
                cue.forEachBox { name, content in
                    if name.equals("iden") { id = content }
                    if name.equals("sttg") { settings = content }
                    if name.equals("payl") { text = content }
                }
                Self.add(id: id, settings: settings, text: text, to: &cues)
            }
        }
        return read(cues, start: start, end: end)
    }

    /// A block of a track in WebM or Matroska: the cue's id, its settings and its text, each starting on its own line.
    func readBlock(_ bytes: [UInt8], start: MediaTime, end: MediaTime, offset: MediaTime) -> CaptionDocument {
        var cues: [UInt8] = []
        bytes.withUnsafeBufferPointer { block in
            let idEnd = block.lineEnd(from: 0).end
            let second = block.startOfNextLine(idEnd)
            let settingsEnd = block.lineEnd(from: second).end
            let text = block.slice(from: block.startOfNextLine(settingsEnd))
            if !text.isEmpty { Self.add(id: block.slice(0, idEnd), settings: block.slice(second, settingsEnd), text: text, to: &cues) }
        }
        var document = read(cues, start: start, end: end)
        for index in document.cues.indices {
            // In Matroska, times within the text are relative to the block; in WebM they are those of the source file.
            let isOfBlock = document.cues[index].tree.flatMap(\.timestamps).allSatisfy { $0 + offset < start }
            let shift = isOfBlock ? start : offset
            document.cues[index].tree = document.cues[index].tree.map { $0.moved(by: shift) }
        }
        return document
    }

    /// Reassembles the cue as it is in a WebVTT file.
    private static func add(id: ByteText, settings: ByteText, text: ByteText, to bytes: inout [UInt8]) {
        bytes += id.filter { $0 != 0x0A && $0 != 0x0D }
        bytes += (id.isEmpty ? "" : "\n").utf8
        bytes += "00:00.000 --> 00:01.000 ".utf8
        bytes += settings.map { $0.isSpace ? 0x20 : $0 }
        bytes += "\n".utf8
        bytes += text
        bytes += "\n\n".utf8
    }

    private func read(_ bytes: [UInt8], start: MediaTime, end: MediaTime) -> CaptionDocument {
        var reader = base
        var cues = reader.read(bytes) + reader.finish()
        for index in cues.indices { (cues[index].start, cues[index].end) = (start, end) }
        return CaptionDocument(
            format: .webVTT, cues: cues, regions: reader.regions, styleSheets: reader.styleSheets, errors: reader.errors)
    }
}

extension UnsafeBufferPointer where Element == UInt8 {
    /// Calls `body` with the name and content of each box; stops at a truncated box or an invalid size.
    func forEachBox(_ body: (ByteText, ByteText) -> Void) {
        var rest = self
        while rest.count >= 8 {
            let size = rest.slice(0, 4).reduce(0) { $0 << 8 | Int($1) }
            guard size >= 8, size <= rest.count else { return }
            body(rest.slice(4, 8), rest.slice(8, size))
            rest = rest.slice(from: size)
        }
    }

    /// The start of the line after a line break.
    fileprivate func startOfNextLine(_ end: Int) -> Int {
        guard end < count else { return count }
        return self[end] == 0x0D && end + 1 < count && self[end + 1] == 0x0A ? end + 2 : end + 1
    }
}
