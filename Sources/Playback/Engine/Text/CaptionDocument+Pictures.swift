// SPDX-License-Identifier: Apache-2.0

public import WindowboxCaptions
public import WindowboxCodec
public import WindowboxMedia

extension CaptionDocument {
    /// Reads a track of picture subtitles to its end, each picture with its place.
    ///
    /// - Parameters:
    ///   - track: of the demuxer, whose other tracks are passed over from then on as far as the container allows to.
    ///   - span: seconds from the file's beginning; what is not shown in it is left out. nil reads all.
    ///   - limit: cues to be read at most.
    /// - Throws: `CodecError` where the file can't be read, the track is encrypted, or there is no decoder for it.
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
        // A file of subtitles alone counts from the beginning of its film.
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
        if let waiting { finish(waiting, before: waiting.start + PictureTimes.longest) }
        return document
    }
}
