// SPDX-License-Identifier: Apache-2.0

import WindowboxCodec
import WindowboxMedia

/// Finds the picture subtitles that began before a place that a file is read from and are still shown there. A file is opened a second
/// time for it, and read on a thread of its own; so it is done for files of this machine only.
struct PictureLookBack {
    let input: TransportInput
    let track: Int
    /// Seconds on the item's timeline.
    let time: Double

    /// Seconds that are looked back: subtitles mostly stand for less than eight.
    private static let span = 20.0

    /// - Parameter report: called once, unless there is nothing to tell.
    func start(report: @escaping @Sendable (PictureSet) -> Void) {
        WorkerThread.start {
            defer { input.close() }
            // What can't be read here fails where the file is played.
            if let found = try? find() { report(found) }
        }
    }

    func stop() { input.close() }

    /// - Returns: what is shown at the time, without images where something was taken away before.
    private func find() throws(CodecError) -> PictureSet? {
        let demuxer = try Demuxer(input, container: .file)
        guard demuxer.textTracks.contains(where: { $0.track == track && $0.coding.isPictures }) else { return nil }
        let decoder = PictureSubtitleDecoder(video: demuxer.pictureSize)
        if demuxer.listsSamples { demuxer.keep(track: track) }
        try demuxer.rewind(to: time - Self.span)
        var last: PictureSubtitle?
        while let sample = try demuxer.next() {
            let place = demuxer.place(of: sample)
            // Pictures and sound tell how far the reading is; subtitles may lie ahead of them.
            if place > time, sample.track == track || sample.format.kind != .text { break }
            guard sample.track == track, sample.protection == nil else { continue }
            for subtitle in try decoder.decode(sample, at: place) where subtitle.start <= time { last = subtitle }
        }
        return last.map { PictureSet($0, of: track) }
    }
}

extension Demuxer {
    /// The coded size of a film's pictures; nil where there are none, and where the container does not tell.
    var pictureSize: PixelSize? { formatsKnown.lazy.filter { $0.kind == .video }.compactMap(\.size).first }
}
