// SPDX-License-Identifier: Apache-2.0

import WindowboxMedia

/// A caption of one channel in the pictures.
public struct CaptionCue: Hashable, Sendable {
    /// `CC1` to `CC4`.
    public var channel: String
    /// Its end may be later than that of the caption while that isn't known; the same cue then follows with its end.
    public var cue: TextCue

    public init(channel: String, cue: TextCue) { (self.channel, self.cue) = (channel, cue) }
}

/// What pictures that were appended have of closed captions, while ``BrowserAction/readCaptions`` is in effect.
///
/// A module of its own (`Web/Captions`) reads them. The page passes its answers on to the session unread.
public struct CaptionAnswer: Hashable, Sendable {
    public var cues: [CaptionCue]
    /// The channels that were found so far.
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
    mutating func captions() -> CaptionAnswer? {
        guard let count = count() else { return nil }
        var cues: [CaptionCue] = []
        for _ in 0..<count {
            guard let channel = text(), let start = number(), let end = number(), let settings = text(), let words = text() else {
                return nil
            }
            cues.append(
                CaptionCue(channel: channel, cue: TextCue(range: TimeRange(start: start, end: end), settings: settings, text: words)))
        }
        return texts().map { CaptionAnswer(cues: cues, channels: $0) }
    }
}
