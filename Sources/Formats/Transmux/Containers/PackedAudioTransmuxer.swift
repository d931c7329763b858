// SPDX-License-Identifier: Apache-2.0

import WindowboxMedia

/// Converts packed audio (RFC 8216bis 3.1.3) to fragmented MP4: AAC in ADTS, and MPEG audio.
struct PackedAudioTransmuxer: Sendable {
    private var head: [UInt8] = []
    private var framer: AudioFramer?
    private var sound = TrackFragments()
    /// Ticks of 90 kHz; nil once the framer has it.
    private var time: Int64? = 0
    /// Bytes that are searched for a tag and the first frame.
    private static let longestHead = 1 << 20

    mutating func append(_ bytes: [UInt8], into output: inout [TransmuxOutput]) throws(TransmuxError) {
        guard framer == nil else { return take(bytes, &output) }
        head += bytes
        try open(isEnd: false, &output)
    }

    mutating func finish(into output: inout [TransmuxOutput]) throws(TransmuxError) {
        if framer == nil { try open(isEnd: true, &output) }
        take([], &output)
        sound.flush(into: &output)
    }

    private mutating func open(isEnd: Bool, _ output: inout [TransmuxOutput]) throws(TransmuxError) {
        var start = 0
        while head.count - start >= 3, head[start] == 0x49, head[start + 1] == 0x44, head[start + 2] == 0x33 {
            let tag = Array(head[start...])
            guard let length = PackedAudio.length(tag), length <= tag.count else {
                return try wait(isEnd: isEnd, "its ID3 tag is longer than the segment")
            }
            time = PackedAudio.timestamp(Array(tag[..<length])) ?? time
            start += length
        }
        guard head.count - start >= 9 else { return try wait(isEnd: isEnd, "there is no audio after its ID3 tag") }
        if AudioFramer.header(head, start, .aac) != nil {
            framer = AudioFramer(.aac)
        } else if AudioFramer.header(head, start, .mpeg) != nil {
            framer = AudioFramer(.mpeg)
        } else {
            throw TransmuxError(
                .unsupported, "the packed audio segment has neither ADTS nor MPEG audio frames after its ID3 tag; browsers need one of them"
            )
        }
        let rest = Array(head[start...])
        head = []
        take(rest, &output)
    }

    private mutating func wait(isEnd: Bool, _ message: String) throws(TransmuxError) {
        guard isEnd || head.count > Self.longestHead else { return }
        throw TransmuxError(.malformed, "the packed audio segment can't be read: " + message + "; check how it was packaged")
    }

    private mutating func take(_ bytes: [UInt8], _ output: inout [TransmuxOutput]) {
        guard framer != nil else { return }
        let samples = framer!.take(bytes, time: time)
        if !samples.isEmpty { time = nil }
        if let description = framer!.takeDescription() { sound.describe(description, into: &output) }
        sound.add(samples, into: &output)
    }
}
