// SPDX-License-Identifier: Apache-2.0

import WindowboxBrowser
import WindowboxCaptions
import WindowboxMedia
import WindowboxTransmux

/// Reads the CEA-608 captions of the pictures that are appended to a source buffer.
struct CaptionReader {
    private var samples = FragmentSampleReader()
    private var order = ClosedCaptionOrder()
    private var decoder = CEA608Decoder()
    /// The end of the last sample in decoding order, and the last time that was decoded, on the item's timeline in seconds.
    private var decoded: Double?
    private var latest = MediaTime.zero
    /// The captions on screen at the end of what was read.
    private var shown: [CaptionCue] = []
    /// A caption without an end is erased this long after the last caption data, as decoders do (47 CFR 15.119 (j)).
    private static let longestOpenCaption = 16.0
    /// Seconds by which a sample may be off the end of the last one and still follow it.
    private static let tolerance = 0.5

    /// - Parameter offset: seconds from the clock of the bytes to the item's timeline.
    mutating func read(_ bytes: [UInt8], offset: Double) -> CaptionResult {
        var cues: [CaptionCue] = []
        for sample in samples.append(bytes) {
            let decodeTime = sample.decode.seconds + offset
            if let end = decoded, (decodeTime - end).magnitude > Self.tolerance { restart(&cues) }
            decoded = decodeTime + MediaTime(value: sample.duration, timescale: sample.decode.timescale).seconds
            guard let video else { continue }
            func onTimeline(_ time: MediaTime) -> MediaTime {
                MediaTime(value: Int64(((time.seconds + offset) * 90_000).rounded()), timescale: 90_000)
            }
            let data = ClosedCaptionData(time: onTimeline(sample.presentation), triplets: video.triplets(in: sample.bytes))
            for ready in order.push(data, decodeTime: onTimeline(sample.decode)) { decode(ready, into: &cues) }
        }
        addShown(&cues)
        return CaptionResult(cues: cues, channels: decoder.usedChannels.map { "CC" + String($0) })
    }

    /// Forgets a fragment that was given in part.
    mutating func reset() { samples.reset() }

    private var video: CaptionedVideo? {
        guard let codec = samples.codec else { return nil }
        if codec.hasPrefix("avc") { return .h264(lengthSize: samples.lengthSize) }
        if codec.hasPrefix("hvc") || codec.hasPrefix("hev") { return .h265(lengthSize: samples.lengthSize) }
        return codec.hasPrefix("av01") ? .av1 : nil
    }

    private mutating func decode(_ data: ClosedCaptionData, into cues: inout [CaptionCue]) {
        latest = data.time
        var index = 0
        while index + 2 < data.triplets.count {
            let (marker, first, second) = (data.triplets[index], data.triplets[index + 1], data.triplets[index + 2])
            index += 3
            // A valid pair of one of the fields.
            guard marker & 0x06 == 0x04 else { continue }
            for ended in decoder.decode(first, second, field: marker & 1 == 0 ? 1 : 2, at: data.time) {
                cues.append(Self.cue(ended.channel, ended.cue))
            }
        }
    }

    /// The next fragment doesn't continue the previous one.
    private mutating func restart(_ cues: inout [CaptionCue]) {
        for ready in order.finish() { decode(ready, into: &cues) }
        for ended in decoder.finish(at: latest) { cues.append(Self.cue(ended.channel, ended.cue)) }
        (decoder, shown, decoded) = (CEA608Decoder(), [], nil)
    }

    /// Live captions are shown before their end is known.
    private mutating func addShown(_ cues: inout [CaptionCue]) {
        var open: [CaptionCue] = []
        for channel in decoder.usedChannels {
            for cue in decoder.shown(channel: channel, at: latest) {
                var cue = Self.cue(channel, cue)
                cue.cue.range.end = latest.seconds + Self.longestOpenCaption
                open.append(cue)
            }
        }
        for cue in open {
            let known = shown.first {
                $0.channel == cue.channel && $0.cue.range.start == cue.cue.range.start && $0.cue.text == cue.cue.text
            }
            // Its end is still far away.
            if let known, known.cue.range.end > cue.cue.range.end - Self.longestOpenCaption / 2 { continue }
            cues.append(cue)
            shown.removeAll { $0.channel == cue.channel && $0.cue.range.start == cue.cue.range.start }
            shown.append(cue)
        }
        shown.removeAll { old in !open.contains { $0.channel == old.channel && $0.cue.range.start == old.cue.range.start } }
    }

    private static func cue(_ channel: Int, _ cue: Cue) -> CaptionCue {
        CaptionCue(
            channel: "CC" + String(channel),
            cue: TextCue(
                range: TimeRange(start: cue.start.seconds, end: cue.end.seconds), settings: cue.settings.text, text: cue.tree.markup))
    }
}
