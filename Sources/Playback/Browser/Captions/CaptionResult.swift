// SPDX-License-Identifier: Apache-2.0

import WindowboxMedia

/// A caption of one channel.
public struct CaptionCue: Hashable, Sendable {
    /// `CC1` to `CC4`.
    public var channel: String
    /// While the end of the caption is unknown, the cue ends later; it is sent again once the end is known.
    public var cue: TextCue

    public init(channel: String, cue: TextCue) { (self.channel, self.cue) = (channel, cue) }
}

/// The closed captions of appended video, reported after ``BrowserAction/readCaptions(initialization:)``.
///
/// A separate module (`Web/Captions`) reads them. The page forwards its results to the session unchanged.
public struct CaptionResult: Hashable, Sendable {
    public var cues: [CaptionCue]
    /// All channels found so far.
    public var channels: [String]

    public init(cues: [CaptionCue], channels: [String]) { (self.cues, self.channels) = (cues, channels) }

    var wire: [UInt8] {
        var writer = WireWriter()
        writer.put(cues.count)
        for cue in cues {
            writer.put(cue.channel)
            writer.put(cue.cue.range.start)
            writer.put(cue.cue.range.end)
            writer.put(cue.cue.settings)
            writer.put(cue.cue.text)
        }
        writer.put(channels)
        return writer.bytes
    }
}

extension WireReader {
    mutating func captions() -> CaptionResult? {
        guard let count = count() else { return nil }
        var cues: [CaptionCue] = []
        for _ in 0..<count {
            guard let channel = text(), let start = number(), let end = number(), let settings = text(), let words = text() else {
                return nil
            }
            cues.append(
                CaptionCue(channel: channel, cue: TextCue(range: TimeRange(start: start, end: end), settings: settings, text: words)))
        }
        return texts().map { CaptionResult(cues: cues, channels: $0) }
    }
}
