// SPDX-License-Identifier: Apache-2.0

import WindowboxCodec
import WindowboxMedia
import WindowboxStreaming

/// A completely loaded text segment whose position on the timeline is not known yet.
enum TextSegment: Sendable {
    case webVTT([UInt8], WebVTTClock)
    /// A TTML document that is a file of its own, with the clock of its times. DASH has such files.
    case ttml([UInt8], WebVTTClock)
    case samples([TextSample])

    struct TextSample: Sendable {
        var format: TextResource.Format
        var bytes: [UInt8]
        var header: [UInt8]
        /// Seconds in the container.
        var start: Double
        var duration: Double
    }

    /// Bytes. Text is small, so anything larger is not text.
    static let longest = 16 << 20

    /// - Parameter prepared: the initialization section and the sample key, if the segment has them.
    nonisolated init(_ bytes: [UInt8], _ prepared: ResourceStore.SegmentDependencies, url: String) async throws(CodecError) {
        if let clock = WebVTTClock(bytes) {
            self = .webVTT(bytes, clock)
            return
        }
        if let (document, clock) = Self.ttml(bytes) {
            self = .ttml(document, clock)
            return
        }
        guard Container.sniff(bytes) == .mp4 else {
            throw CodecError(.malformed, "the text segment is neither WebVTT, TTML nor MP4")
        }
        guard prepared.sampleKeys?.lookup != nil else {
            self = .samples(try Self.samples(bytes, prepared, url: url))
            return
        }
        // Waiting for a key blocks, which tasks must not do.
        let read: Result<[TextSample], CodecError> = await withCheckedContinuation { continuation in
            WorkerThread.start {
                do throws(CodecError) { continuation.resume(returning: .success(try Self.samples(bytes, prepared, url: url))) } catch {
                    continuation.resume(returning: .failure(error))
                }
            }
        }
        self = .samples(try read.get())
    }

    /// A TTML document, with what a timestamp map before it says, as in WebVTT; nil for other bytes.
    private static func ttml(_ bytes: [UInt8]) -> ([UInt8], WebVTTClock)? {
        var document = bytes.starts(with: [0xEF, 0xBB, 0xBF]) ? bytes[3...] : bytes[...]
        var header = Array("WEBVTT\n".utf8)
        if document.starts(with: "X-TIMESTAMP-MAP".utf8) {
            let line = document.prefix { $0 != 0x0A }
            header += line
            document = document[line.endIndex...].dropFirst()
        }
        let head = document.drop { $0 == 0x20 || (0x09...0x0D).contains($0) }.prefix(4096)
        guard head.first == UInt8(ascii: "<"), let clock = WebVTTClock(header) else { return nil }
        let text = String(decoding: head, as: UTF8.self)
        let isTTML = text.contains("<tt ") || text.contains("<tt>") || text.contains("http://www.w3.org/ns/ttml")
        return isTTML ? (Array(document), clock) : nil
    }

    private static func samples(
        _ bytes: [UInt8], _ prepared: ResourceStore.SegmentDependencies, url: String
    ) throws(CodecError) -> [TextSample] {
        let demuxer = try Demuxer(ByteFeed(bytes), initialization: { prepared.initialization })
        var decryption = SampleDecryptionStage()
        try decryption.begin(prepared.sampleKeys, container: demuxer.container, url: url)
        let header = webVTTHeader(in: prepared.initialization)
        var list: [TextSample] = []
        while let sample = try demuxer.next() {
            guard sample.format.kind == .text else { continue }
            for sample in try decryption.decrypt(sample, headers: demuxer.protectionHeaders) {
                if let text = TextSample(sample, header: header) { list.append(text) }
            }
        }
        for sample in decryption.finish() { if let text = TextSample(sample, header: header) { list.append(text) } }
        guard !list.isEmpty else { throw CodecError(.unsupported, "the text segment has no WebVTT or TTML track") }
        return list
    }

    /// The contents of the `vttC` box of a `wvtt` track.
    private static func webVTTHeader(in section: [UInt8]) -> [UInt8] {
        let name = Array("vttC".utf8)
        guard section.count > 8 else { return [] }
        for index in 4..<(section.count - 3) where section[index..<index + 4].elementsEqual(name) {
            let size = section[(index - 4)..<index].reduce(0) { $0 << 8 | Int($1) }
            if size >= 8, index - 4 + size <= section.count { return Array(section[(index + 4)..<(index - 4 + size)]) }
        }
        return []
    }
}

extension TextSegment.TextSample {
    fileprivate init?(_ sample: Sample, header: [UInt8]) {
        guard let coding = sample.format.textCoding, coding == .ttml || coding == .webVTTBoxes else { return nil }
        format = .sample(coding)
        bytes = sample.text
        self.header = coding == .webVTTBoxes ? header : []
        start = sample.presentation.seconds
        duration = sample.duration.seconds
    }
}
