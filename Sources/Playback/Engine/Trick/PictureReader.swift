// SPDX-License-Identifier: Apache-2.0

import WindowboxCodec
import WindowboxMedia

/// Decodes the first key picture of some bytes while they arrive, on a thread of its own.
enum PictureReader {
    /// How a picture is to come out.
    struct Style {
        /// Pixels that it is made small to; nil leaves it as it is.
        var width: Int?
        /// As the person has set it.
        var deinterlacing: Deinterlacing
    }

    /// - Parameters:
    ///   - prepared: asked for once the feed has its first bytes.
    ///   - time: seconds on the item's timeline that the picture gets.
    ///   - report: called once.
    static func start(
        _ feed: ByteFeed, prepared: @escaping @Sendable () -> ResourceStore.Prepared, at time: Double, url: String,
        style: Style, report: @escaping @Sendable (Result<VideoFrame, CodecError>) -> Void
    ) {
        WorkerThread.start {
            do throws(CodecError) {
                report(.success(try read(feed, prepared, time, url, style.deinterlacing).narrowed(to: style.width)))
            } catch {
                report(.failure(error))
            }
        }
    }

    /// A key sample's picture.
    static func decode(_ sample: Sample, at time: Double, deinterlacing: Deinterlacing) throws(CodecError) -> VideoFrame? {
        let decoder = VideoDecoder(options: .init(threads: 1, deinterlacing: deinterlacing, fieldOutput: .still))
        var picture: VideoFrame?
        try decoder.decode(sample, at: time) { picture = picture ?? $0 }
        try decoder.drain { picture = picture ?? $0 }
        return picture
    }

    private static func read(
        _ feed: ByteFeed, _ prepared: () -> ResourceStore.Prepared, _ time: Double, _ url: String,
        _ deinterlacing: Deinterlacing
    ) throws(CodecError) -> VideoFrame {
        let demuxer = try Demuxer(feed, initialization: { prepared().initialization })
        var unlocker = SampleDecryptionStage()
        try unlocker.begin(prepared().sampleKeys, container: demuxer.container, url: url)
        while let sample = try demuxer.next() {
            guard sample.format.kind == .video, sample.isKey else { continue }
            let clear = try unlocker.take(sample, headers: demuxer.protectionHeaders)
            guard let first = clear.first ?? unlocker.finish().first else { continue }
            if let picture = try decode(first, at: time, deinterlacing: deinterlacing) { return picture }
        }
        throw CodecError(.malformed, "\(url) has no picture that can be decoded alone")
    }
}
