// SPDX-License-Identifier: Apache-2.0

import WindowboxMedia

/// Converts MPEG-TS with H.264 and AAC or MPEG audio to fragmented MP4: the first track of each kind.
struct TransportStreamTransmuxer: Sendable {
    private var demuxer = TransportStreamDemuxer()
    private var clock = ClockUnwrapper()
    private var video: Int?
    private var audio: Int?
    private var metadata: Int?
    private var assembler = H264Assembler()
    private var framer = AudioFramer(.aac)
    private var tags = TagAssembler()
    private var pictures = TrackFragments()
    private var sound = TrackFragments()
    private var hasMap = false
    private let cipher: SampleCipher?

    /// - Parameter cipher: decrypts samples; nil if no key is known.
    init(_ cipher: SampleCipher? = nil) { self.cipher = cipher }

    mutating func append(_ bytes: [UInt8], into output: inout [TransmuxOutput]) throws(TransmuxError) {
        let packets = demuxer.append(bytes)
        try readMap(&output)
        for packet in packets { transmux(packet, &output) }
    }

    mutating func finish(into output: inout [TransmuxOutput]) throws(TransmuxError) {
        for packet in demuxer.finish() { transmux(packet, &output) }
        if audio != nil {
            framer.append([], time: nil)
            takeAudio(&output)
        }
        pictures.flush(into: &output)
        sound.flush(into: &output)
        guard demuxer.hasMap else {
            throw TransmuxError(
                .malformed, "the MPEG-TS segment has no program map that can be read; package it again with PAT and PMT at its start")
        }
    }

    private mutating func readMap(_ output: inout [TransmuxOutput]) throws(TransmuxError) {
        guard demuxer.hasMap, !hasMap else { return }
        hasMap = true
        var others: [String] = []
        for (index, kind) in demuxer.kinds.enumerated() {
            if cipher == nil, demuxer.encrypted.contains(index) {
                others.append("encrypted " + (kind == .aac ? "AAC audio" : "H.264 video") + " without a key of SAMPLE-AES")
                continue
            }
            switch kind {
            case .h264: video = video ?? index
            case .aac, .mpegAudio:
                guard audio == nil else { continue }
                audio = index
                framer = AudioFramer(kind == .aac ? .aac : .mpeg)
            case .metadata: metadata = metadata ?? index
            case .other(let name): others.append(name)
            }
        }
        if video == nil, audio == nil {
            throw TransmuxError(
                .unsupported,
                "the MPEG-TS segment has only " + (others.isEmpty ? "timed metadata" : others.joined(separator: ", "))
                    + "; browsers need H.264 with AAC or MP3, or fragmented MP4")
        }
        for name in others { output.append(.skipped(name)) }
    }

    private mutating func transmux(_ packet: TransportStreamDemuxer.Packet, _ output: inout [TransmuxOutput]) {
        if packet.stream == video {
            if packet.isAfterLoss { assembler.lost() }
            guard let presentation = packet.presentation else { return }
            let decode = clock.unwrap(packet.decode ?? presentation)
            // The distance as a signed number of 33 bits.
            let delay = ((presentation &- (packet.decode ?? presentation)) << 31) >> 31
            let samples = assembler.add(packet.payload, decode: decode, presentation: decode + delay)
            if let description = assembler.takeDescription() { pictures.describe(description, into: &output) }
            pictures.add(decrypted(samples, packet.stream) { $0.picture($1) }, into: &output)
        } else if packet.stream == audio {
            if packet.isAfterLoss { framer.lost() }
            framer.append(packet.payload, time: packet.presentation.map { clock.unwrap($0) })
            takeAudio(&output)
        } else if packet.stream == metadata {
            if packet.isAfterLoss { tags.lost() }
            // Not at the unwrapper's time, which is to increase.
            guard let (bytes, time) = tags.take(packet.payload, time: packet.presentation) else { return }
            output.append(.metadata(bytes, time: MediaTime(value: clock.nearest(time), timescale: 90_000)))
        }
    }

    private mutating func takeAudio(_ output: inout [TransmuxOutput]) {
        while let samples = framer.take() {
            if let description = framer.takeDescription() { sound.describe(description, into: &output) }
            sound.add(decrypted(samples, audio) { $0.sound($1) }, into: &output)
        }
    }

    private func decrypted(
        _ samples: [CodedSample], _ stream: Int?, _ decrypt: (SampleCipher, [UInt8]) -> [UInt8]
    ) -> [CodedSample] {
        guard let cipher, let stream, demuxer.encrypted.contains(stream) else { return samples }
        return samples.map { $0.with(decrypt(cipher, $0.bytes)) }
    }
}
