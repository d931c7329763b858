// SPDX-License-Identifier: Apache-2.0

public import WindowboxMedia

extension CaptionDocument {
    /// Reads a sample of a WebVTT track in MP4 (`wvtt`, ISO/IEC 14496-30 5).
    ///
    /// - Parameters:
    ///   - bytes: The boxes of the sample. An empty one, or one with `vtte` alone, has no cues.
    ///   - header: The `vttC` of the track: the file's header up to the first cue, with its regions and styles.
    ///   - start: Of the sample; its cues hold from there.
    ///   - end: Of the sample. A cue that lasts longer is in the next sample too.
    ///   - limits: Bounds against hostile input.
    public static func readWebVTTSample(
        _ bytes: [UInt8], header: [UInt8] = [], start: MediaTime, end: MediaTime, limits: CaptionLimits = CaptionLimits()
    ) -> CaptionDocument {
        // What a packager took apart is put together again, so that one reader knows what a cue is.
        var file = header.isEmpty ? Array("WEBVTT".utf8) : header
        bytes.withUnsafeBufferPointer { sample in
            forEachBox(sample) { name, cue in
                guard name.equals("vttc") else { return }
                var (id, settings, text): (ByteText, ByteText, ByteText) = (cue.slice(0, 0), cue.slice(0, 0), cue.slice(0, 0))
                forEachBox(cue) { name, content in
                    if name.equals("iden") { id = content }
                    if name.equals("sttg") { settings = content }
                    if name.equals("payl") { text = content }
                }
                file += "\n\n".utf8
                file += id.filter { $0 != 0x0A && $0 != 0x0D }
                file += (id.isEmpty ? "" : "\n").utf8
                file += "00:00.000 --> 00:01.000 ".utf8
                file += settings.map { $0.isSpace ? 0x20 : $0 }
                file += "\n".utf8
                file += text
            }
        }
        var document = file.withUnsafeBufferPointer { text in
            var reader = WebVTTReader(limits: limits)
            let cues = reader.feed(text) + reader.finish()
            return CaptionDocument(
                format: .webVTT, cues: cues, regions: reader.regions, styleSheets: reader.styleSheets, errors: reader.errors)
        }
        for index in document.cues.indices {
            document.cues[index].start = start
            document.cues[index].end = end
        }
        return document
    }

    /// Calls `body` with the name and the content of each box; what is cut off or says a size that can't be ends it.
    private static func forEachBox(_ bytes: ByteText, _ body: (ByteText, ByteText) -> Void) {
        var rest = bytes
        while rest.count >= 8 {
            let size = rest.slice(0, 4).reduce(0) { $0 << 8 | Int($1) }
            guard size >= 8, size <= rest.count else { return }
            body(rest.slice(4, 8), rest.slice(8, size))
            rest = rest.slice(from: size)
        }
    }
}
