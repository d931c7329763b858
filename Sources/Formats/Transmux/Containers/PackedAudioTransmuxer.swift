// SPDX-License-Identifier: Apache-2.0

import WindowboxMedia

/// Converts packed audio (RFC 8216bis 3.1.3) to fragmented MP4: AAC in ADTS, and MPEG audio.
struct PackedAudioTransmuxer: Sendable {
    private var head = PendingBytes()
    private var framer: AudioFramer?
    private var sound = TrackFragments()
    /// Ticks of 90 kHz; nil once the framer has it.
    private var time: Int64? = 0
    /// The tags before the sound that say more than its time.
    private var tags: [UInt8] = []
    private let cipher: SampleCipher?
    /// The maximum size of a tag in bytes.
    private static let longestHead = 1 << 20

    /// - Parameter cipher: decrypts the frames of AAC; nil if they are in the clear.
    init(_ cipher: SampleCipher? = nil) { self.cipher = cipher }

    /// How many bytes were moved so far, as a measure of the work.
    var moved: Int { head.moved + (framer?.moved ?? 0) }

    mutating func append(_ bytes: [UInt8], into output: inout [TransmuxOutput]) throws(TransmuxError) {
        guard framer == nil else { return transmux(bytes, &output) }
        head.append(bytes)
        try open(isEnd: false, &output)
    }

    mutating func finish(into output: inout [TransmuxOutput]) throws(TransmuxError) {
        if framer == nil { try open(isEnd: true, &output) }
        transmux([], &output)
        sound.flush(into: &output)
    }

    private mutating func open(isEnd: Bool, _ output: inout [TransmuxOutput]) throws(TransmuxError) {
        while head.count >= 3, head.bytes[head.start...].prefix(3).elementsEqual("ID3".utf8) {
            guard let length = PackedAudio.length(Array(head.bytes[head.start...].prefix(10))), length <= head.count else {
                return try wait(isEnd: isEnd, "its ID3 tag is longer than the segment")
            }
            let tag = head.take(length)
            time = PackedAudio.timestamp(tag) ?? time
            if PackedAudio.isMetadata(tag) { tags.append(contentsOf: tag) }
        }
        guard head.count >= 9 else { return try wait(isEnd: isEnd, "there is no audio after its ID3 tag") }
        if AudioFramer.header(head.bytes, head.start, .aac) != nil {
            framer = AudioFramer(.aac)
        } else if AudioFramer.header(head.bytes, head.start, .mpeg) != nil {
            framer = AudioFramer(.mpeg)
        } else {
            throw TransmuxError(
                .unsupported, "the packed audio segment has neither ADTS nor MPEG audio frames after its ID3 tag; browsers need one of them"
            )
        }
        if !tags.isEmpty { output.append(.metadata(tags, time: MediaTime(value: time ?? 0, timescale: 90_000))) }
        tags = []
        transmux(head.take(head.count), &output)
    }

    private mutating func wait(isEnd: Bool, _ message: String) throws(TransmuxError) {
        guard isEnd || head.count > Self.longestHead else { return }
        throw TransmuxError(.malformed, "the packed audio segment can't be read: " + message + "; check how it was packaged")
    }

    private mutating func transmux(_ bytes: [UInt8], _ output: inout [TransmuxOutput]) {
        framer?.append(bytes, time: time)
        while let samples = framer?.take() {
            if !samples.isEmpty { time = nil }
            if let description = framer?.takeDescription() { sound.describe(description, into: &output) }
            sound.add(cipher.map { cipher in samples.map { $0.with(cipher.sound($0.bytes)) } } ?? samples, into: &output)
        }
    }
}
