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
        var reader = ImageCueReader(video: demuxer.pictureSize, span: span, limit: limit)
        // In a file with only subtitles, times count from the beginning of the media they belong to.
        let offset = demuxer.mediaTracks.isEmpty ? 0 : -demuxer.origin
        demuxer.keep(track: track.track)
        while !reader.isDone, let sample = try demuxer.next() {
            guard sample.track == track.track else { continue }
            guard sample.protection == nil else { throw CodecError(.locked, "the track is encrypted") }
            try reader.add(sample, at: sample.presentation.seconds + offset)
        }
        return reader.finish()
    }

    /// Reads a language of a DVD's subtitles, each image with its position. Damaged subtitles are left out.
    ///
    /// - Parameters:
    ///   - track: a track of the file.
    ///   - span: seconds. Subtitles not visible in it are skipped. nil reads all.
    ///   - limit: the maximum number of cues to read.
    /// - Throws: `CodecError` when there is no decoder.
    public static func readPictures(
        of track: TextTrack, from file: VobSubFile, shownIn span: TimeRange? = nil, limit: Int = 20_000
    ) throws(CodecError) -> CaptionDocument {
        var reader = ImageCueReader(video: nil, span: span, limit: limit)
        for number in 0..<file.count(of: track) where !reader.isDone {
            if let sample = try file.sample(number, of: track) { try reader.add(sample, at: sample.presentation.seconds) }
        }
        return reader.finish()
    }
}

/// Makes cues of the samples of a track of image subtitles.
private struct ImageCueReader {
    private var document = CaptionDocument(format: .ttml)
    private let decoder: PictureSubtitleDecoder
    private let span: TimeRange?
    private let limit: Int
    /// The last subtitle, which ends at the next one.
    private var waiting: PictureSubtitle?
    /// Nothing that follows is wanted.
    private(set) var isDone = false

    init(video: PixelSize?, span: TimeRange?, limit: Int) {
        decoder = PictureSubtitleDecoder(video: video)
        self.span = span
        self.limit = limit
    }

    mutating func add(_ sample: Sample, at time: Double) throws(CodecError) {
        for subtitle in try decoder.decode(sample, at: time) {
            if let waiting { end(waiting, before: subtitle.start) }
            waiting = subtitle
        }
        isDone = document.cues.count >= limit || (span.map { (waiting?.start ?? -.infinity) >= $0.end } ?? false)
    }

    mutating func finish() -> CaptionDocument {
        if let waiting { end(waiting, before: waiting.start + ImageSubtitleTimes.longest) }
        return document
    }

    private mutating func end(_ subtitle: PictureSubtitle, before next: Double) {
        let end = min(subtitle.end ?? .infinity, next)
        guard end > subtitle.start, span.map({ subtitle.start < $0.end && end > $0.start }) ?? true else { return }
        for (image, isForced) in CaptionImage.images(of: subtitle) where document.cues.count < limit {
            document.cues.append(
                Cue(start: MediaTime(seconds: subtitle.start), end: MediaTime(seconds: end), text: "", image: image, isForced: isForced))
        }
    }
}
