// SPDX-License-Identifier: Apache-2.0

import WindowboxMedia

/// Incremental reader for Scenarist closed-caption (SCC) files: each line has a time code and byte pairs, one pair per frame.
///
/// The frames are those of NTSC, 30000/1001 a second. Time codes with a semicolon are drop-frame; those with colons only skip no numbers,
/// so that 01:00:00:00 is 3.6 seconds after the hour. Cues of all channels, or of the selected one, are returned in the order in which
/// they end.
public struct ScenaristReader: CaptionReader, LineByLine {
    var state: LineState
    private var decoder = CEA608Decoder()
    private var time = MediaTime.zero
    private var hasHead = false
    private let service: ClosedCaptionService?

    public init(limits: CaptionLimits = CaptionLimits()) { self.init(limits: limits, service: nil) }

    /// - Parameters:
    ///   - limits: Bounds against hostile input.
    ///   - service: The channel to read; nil reads all channels.
    public init(limits: CaptionLimits = CaptionLimits(), service: ClosedCaptionService?) {
        state = LineState(limits: limits)
        self.service = service
    }

    public var errors: [CaptionError] { state.list.errors }

    /// Reads more bytes and returns the cues they complete.
    public mutating func read(_ bytes: [UInt8]) -> [Cue] {
        bytes.withUnsafeBufferPointer { feed($0) }
    }

    /// Ends the cues still displayed at the end of the file, four seconds after the last pair, because the file states no end for them.
    public mutating func finish() -> [Cue] { feedEnd() }

    mutating func readEnd() { add(decoder.finish(at: time + MediaTime(value: 4, timescale: 1))) }

    private mutating func add(_ ended: [CEA608Decoder.ChannelCue]) {
        for item in ended where service == nil || service == ClosedCaptionService(channel: item.channel) {
            if state.reserveCue(at: state.line) { state.cues.append(item.cue) }
        }
    }

    mutating func readLine(_ whole: ByteText) {
        let text = whole.trimmed
        guard !text.isEmpty else { return }
        if !hasHead {
            hasHead = true
            if text.hasPrefix("Scenarist_SCC") { return }
            state.list.report(.signature, state.line, "the first line is not Scenarist_SCC V1.0", "begin the file with it")
        }
        var codeEnd = 0
        while codeEnd < text.count, !text[codeEnd].isSpace { codeEnd += 1 }
        guard let start = FrameTimeCode(text.slice(0, codeEnd), isNTSC: true) else {
            return state.list.report(
                .timing, state.line, "the time code cannot be read: \(text.excerpt)", "write it as 00:00:01:00 or 00:00:01;00")
        }
        var frame: Int64 = 0
        var faults = 0
        text.slice(from: codeEnd).forEachWord { word in
            guard word.count == 4, let a = word[0].hexadecimal, let b = word[1].hexadecimal, let c = word[2].hexadecimal,
                let d = word[3].hexadecimal
            else {
                faults += 1
                return
            }
            let now = start.time(plus: frame)
            // A line may start before the previous line's pairs have all been sent; its pairs then wait.
            time = max(now, time)
            add(decoder.decode(a << 4 | b, c << 4 | d, at: time))
            frame += 1
        }
        if faults > 0 {
            state.list.report(.data, state.line, "\(faults) words are not pairs of bytes", "write each as four hexadecimal digits")
        }
    }
}
