// SPDX-License-Identifier: Apache-2.0

import WindowboxCodec
import WindowboxMedia

// The last pictures before the source runs dry: those that a decoder keeps until it knows what comes before them.
extension VideoTrack {
    /// Shows the pictures that are still inside the decoder, without touching it: it goes on with whatever comes.
    ///
    /// Another decoder decodes the samples from the last key sample on again and is emptied. What the first one gives out
    /// later is known by then, and shown no second time. A picture that something may still come before is left to it.
    func showRest(_ pass: Int, origin: Int) throws(CodecError) {
        let (run, shown): ([SampleQueue.Entry], Double) = state.read { state in
            (state.samples.sinceKey, max(state.lastEnd, state.target ?? -.infinity))
        }
        guard !run.isEmpty else { return }
        let decoder = VideoDecoder(options: .init(threads: options.threads, deinterlacing: state.read { $0.deinterlacing }))
        var rest = Rest(after: shown)
        for entry in run {
            // More has come after all, or playing is elsewhere by now.
            guard state.read({ $0.pass == pass && !$0.isStopped && $0.samples.isExhausted }) else { return }
            let end = entry.time + Self.length(entry.duration)
            try decoder.decode(entry.sample, at: entry.time, isNeeded: end > shown + 0.001, origin: origin) { rest.take($0) }
        }
        try decoder.drain { rest.take($0) }
        for picture in rest.pictures { emit(picture, pass, again: .all) }
    }
}

/// Pictures that follow what was shown without a hole between them.
private struct Rest {
    private(set) var pictures: [VideoFrame] = []
    /// Where the last one ends; not finite when nothing was shown.
    private var end: Double
    private var hasHole = false

    init(after end: Double) { self.end = end }

    mutating func take(_ picture: VideoFrame) {
        let length = VideoTrack.length(picture.duration)
        guard !hasHole, picture.time + length > end + 0.001 else { return }
        hasHole = end.isFinite && picture.time > end + length / 2
        guard !hasHole else { return }
        end = picture.time + length
        pictures.append(picture)
    }
}

extension SampleQueue {
    /// What the decoder has taken from its last key sample on.
    fileprivate var sinceKey: [Entry] {
        guard let key = entries[..<taken].lastIndex(where: { $0.sample.isKey }) else { return [] }
        return Array(entries[key..<taken])
    }
}
