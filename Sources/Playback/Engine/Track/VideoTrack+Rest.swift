// SPDX-License-Identifier: Apache-2.0

import WindowboxCodec
import WindowboxMedia

// Shows the last frames before the source runs dry, which a decoder holds back until it knows what precedes them.
extension VideoTrack {
    /// Shows the frames that are still inside the decoder without touching it, so that it can continue with later samples.
    ///
    /// Another decoder decodes the samples again from the last keyframe, and is drained. The main decoder outputs these frames later, but
    /// they are not shown a second time. A frame that others may still precede is left to the main decoder.
    func showHeldFrames(_ pass: Int, origin: Int) throws(CodecError) {
        let (run, shown): ([SampleQueue.Entry], Double) = state.read { state in
            (state.samples.sinceKey, max(state.lastEnd, state.target ?? -.infinity))
        }
        guard !run.isEmpty else { return }
        let decoder = VideoDecoder(options: .init(threads: options.threads, deinterlacing: state.read { $0.deinterlacing }))
        var rest = Rest(after: shown)
        let hidden = -1
        for entry in run {
            // More samples have arrived after all, or playback is elsewhere by now.
            guard state.read({ $0.pass == pass && !$0.isStopped && $0.samples.isExhausted }) else { return }
            let isNeeded = entry.time + Self.length(entry.duration) > shown + 0.001 && !entry.isHidden
            try decoder.decode(entry.sample, at: entry.mediaTime, isNeeded: isNeeded, origin: entry.isHidden ? hidden : origin) {
                if $0.origin != hidden { rest.add($0) }
            }
        }
        try decoder.drain { if $0.origin != hidden { rest.add($0) } }
        for frame in rest.frames { emit(frame, pass, again: .all) }
    }
}

/// Frames that follow those already shown without a gap.
private struct Rest {
    private(set) var frames: [VideoFrame] = []
    /// Where the last frame ends; infinite when none was shown.
    private var end: Double
    private var hasHole = false

    init(after end: Double) { self.end = end }

    mutating func add(_ frame: VideoFrame) {
        let length = VideoTrack.length(frame.duration)
        guard !hasHole, frame.time + length > end + 0.001 else { return }
        hasHole = end.isFinite && frame.time > end + length / 2
        guard !hasHole else { return }
        end = frame.time + length
        frames.append(frame)
    }
}

extension SampleQueue {
    /// The samples that the decoder has taken since its last key sample.
    fileprivate var sinceKey: [Entry] {
        guard let key = entries[..<taken].lastIndex(where: { $0.sample.isKey }) else { return [] }
        return Array(entries[key..<taken])
    }
}
