// SPDX-License-Identifier: Apache-2.0

import WindowboxCodec
import WindowboxMedia
import WindowboxStreaming

/// Reads the samples of image subtitles in a segment that is not played, while its bytes arrive, on a separate thread.
enum EarlierSubtitlesReader {
    struct Result: Sendable {
        var tracks: [TextTrack]
        /// With their times on the item's timeline, in seconds.
        var samples: [(sample: Sample, time: Double)]
    }

    /// - Parameters:
    ///   - initialization: called once the feed has its first bytes.
    ///   - offset: of the segment's discontinuity, from its timestamps to the timeline.
    ///   - report: called once.
    static func start(
        _ feed: ByteFeed, _ segment: SegmentLoad, initialization: @escaping @Sendable () -> [UInt8], offset: MediaTime,
        report: @escaping @Sendable (Swift.Result<Result, CodecError>) -> Void
    ) {
        WorkerThread.start {
            do throws(CodecError) {
                report(.success(try read(feed, segment, initialization, offset)))
            } catch {
                report(.failure(error))
            }
        }
    }

    private static func read(
        _ feed: ByteFeed, _ segment: SegmentLoad, _ initialization: () -> [UInt8], _ offset: MediaTime
    ) throws(CodecError) -> Result {
        let demuxer = try Demuxer(feed, initialization: initialization)
        var samples: [(sample: Sample, time: Double)] = []
        while let sample = try demuxer.next() {
            guard sample.format.textCoding?.isPictures == true, sample.protection == nil else { continue }
            let presentation =
                demuxer.container.wraps
                ? TimestampAligner.unwrap(sample.presentation, near: segment.range.start - offset.seconds) : sample.presentation
            samples.append((sample, (presentation + offset).seconds))
        }
        return Result(tracks: demuxer.textTracks, samples: samples)
    }
}
