// SPDX-License-Identifier: Apache-2.0

public import WindowboxCaptions
public import WindowboxCodec
public import WindowboxMedia

extension CaptionDocument {
    /// Reads a track of image subtitles to its end, each image with its position.
    ///
    /// - Parameters:
    ///   - track: a track of the demuxer. From then on other tracks are skipped as far as the container allows.
    ///   - span: seconds from the beginning of the file. Subtitles not visible in it are skipped. nil reads all.
    ///   - limit: the maximum number of cues to read.
    /// - Throws: `CodecError` when the file can't be read, the track is encrypted, or there is no decoder for it.
    public static func readPictures(
        of track: TextTrack, from demuxer: Demuxer, shownIn span: TimeRange? = nil, limit: Int = 20_000
    ) throws(CodecError) -> CaptionDocument {
        var document = CaptionDocument(format: .ttml)
        let decoder = PictureSubtitleDecoder(video: demuxer.pictureSize)
        var waiting: PictureSubtitle?
        func finish(_ subtitle: PictureSubtitle, before next: Double) {
            let end = min(subtitle.end ?? .infinity, next)
            guard end > subtitle.start, span.map({ subtitle.start < $0.end && end > $0.start }) ?? true else { return }
            for (image, isForced) in CaptionImage.images(of: subtitle) where document.cues.count < limit {
                document.cues.append(
                    Cue(
                        start: MediaTime(seconds: subtitle.start), end: MediaTime(seconds: end), text: "", image: image, isForced: isForced)
                )
            }
        }
        // In a file with only subtitles, times count from the beginning of the media they belong to.
        let offset = demuxer.mediaTracks.isEmpty ? 0 : -demuxer.origin
        demuxer.keep(track: track.track)
        while document.cues.count < limit, let sample = try demuxer.next() {
            guard sample.track == track.track else { continue }
            guard sample.protection == nil else { throw CodecError(.locked, "the track is encrypted") }
            for subtitle in try decoder.decode(sample, at: sample.presentation.seconds + offset) {
                if let waiting { finish(waiting, before: subtitle.start) }
                waiting = subtitle
            }
            if let span, let waiting, waiting.start >= span.end { break }
        }
        if let waiting { finish(waiting, before: waiting.start + ImageSubtitleTimes.longest) }
        return document
    }
}
