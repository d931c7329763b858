// SPDX-License-Identifier: Apache-2.0

import WindowboxCodec
import WindowboxMedia

/// Decodes the first keyframe of a byte stream while it arrives, on a separate thread.
enum KeyframeReader {
    /// How to process the frame.
    struct Style {
        /// Pixels to shrink it to; nil keeps its size.
        var width: Int?
        /// The user's setting.
        var deinterlacing: Deinterlacing
    }

    /// - Parameters:
    ///   - prepared: called once the feed has its first bytes.
    ///   - time: the frame's time in seconds on the item's timeline.
    ///   - report: called once.
    static func start(
        _ feed: ByteFeed, prepared: @escaping @Sendable () -> ResourceStore.SegmentDependencies, at time: Double, url: String,
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

    /// Decodes the frame of a key sample.
    static func decode(_ sample: Sample, at time: Double, deinterlacing: Deinterlacing) throws(CodecError) -> VideoFrame? {
        let decoder = VideoDecoder(options: .init(threads: 1, deinterlacing: deinterlacing, fieldOutput: .still))
        var frame: VideoFrame?
        try decoder.decode(sample, at: time) { frame = frame ?? $0 }
        try decoder.drain { frame = frame ?? $0 }
        return frame
    }

    private static func read(
        _ feed: ByteFeed, _ prepared: () -> ResourceStore.SegmentDependencies, _ time: Double, _ url: String,
        _ deinterlacing: Deinterlacing
    ) throws(CodecError) -> VideoFrame {
        let demuxer = try Demuxer(feed, initialization: { prepared().initialization })
        var decryption = SampleDecryptionStage()
        try decryption.begin(prepared().sampleKeys, container: demuxer.container, url: url)
        while let sample = try demuxer.next() {
            guard sample.format.kind == .video, sample.isKey else { continue }
            let clear = try decryption.decrypt(sample, headers: demuxer.protectionHeaders)
            guard let first = clear.first ?? decryption.finish().first else { continue }
            if let frame = try decode(first, at: time, deinterlacing: deinterlacing) { return frame }
        }
        throw CodecError(.malformed, "\(url) has no keyframe")
    }
}
