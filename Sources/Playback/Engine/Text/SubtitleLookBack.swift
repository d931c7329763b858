// SPDX-License-Identifier: Apache-2.0

import WindowboxCodec
import WindowboxMedia

/// Finds the image subtitles that began before the position at which a file is read and are still visible there. This opens the file a
/// second time and reads it on a separate thread.
///
/// Over a network, this loads media that is not played. So it looks less far back there, loads a limited number of bytes, and begins only
/// when the first frame is shown.
struct SubtitleLookBack {
    let input: TransportInput
    let timestamps: JoinedFileMap
    let track: Int
    /// Seconds on the item's timeline.
    let time: Double

    /// Seconds to look back. Most subtitles last less than eight.
    private static let span = 20.0
    private static let spanOverNetwork = 10.0
    /// Ten seconds of 20 Mbit/s, and the header of the file.
    private static let maxBytesOverNetwork = 28 << 20

    /// - Parameter report: called once, or never when nothing is found.
    func start(report: @escaping @Sendable (ImageSubtitleSet) -> Void) {
        WorkerThread.start {
            defer { input.close() }
            // Playback reports an unreadable file.
            if let found = try? find() { report(found) }
        }
    }

    func stop() { input.close() }

    /// - Returns: what is visible at the time. It has no images when earlier ones were cleared before.
    private func find() throws(CodecError) -> ImageSubtitleSet? {
        let demuxer = try Demuxer(file: input, map: timestamps)
        guard demuxer.textTracks.contains(where: { $0.track == track && $0.coding.isPictures }) else { return nil }
        let decoder = PictureSubtitleDecoder(video: demuxer.pictureSize)
        if demuxer.listsSamples { demuxer.keep(track: track) }
        try demuxer.rewind(to: time - (input.isLocal ? Self.span : Self.spanOverNetwork))
        var last: PictureSubtitle?
        while let sample = try demuxer.next() {
            // What was found so far may have disappeared again before the position.
            guard input.isLocal || input.bytesReceived <= Self.maxBytesOverNetwork else { return nil }
            let reached = demuxer.fileTime(of: sample)
            // Video and audio show how far reading has come. Subtitles may be interleaved ahead of them.
            if reached > time, sample.track == track || sample.format.kind != .text { break }
            guard sample.track == track, sample.protection == nil else { continue }
            for subtitle in try decoder.decode(sample, at: reached) where subtitle.start <= time { last = subtitle }
        }
        return last.map { ImageSubtitleSet($0, of: track) }
    }
}

extension Demuxer {
    /// The coded size of the video; nil without video, and when the container does not declare it.
    var pictureSize: PixelSize? { formatsKnown.lazy.filter { $0.kind == .video }.compactMap(\.size).first }
}
