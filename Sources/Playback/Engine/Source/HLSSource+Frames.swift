// SPDX-License-Identifier: Apache-2.0

import WindowboxCodec
import WindowboxMedia
import WindowboxStreaming
import WindowboxTransport

// Fetches single frames for trick play, scrubbing and previews.
extension HLSSource {
    func trick(rate: Double?) { send(.trick(rate: rate)) }

    /// Playing backwards is always possible, because ordinary segments have keyframes too.
    func canTrick(at rate: Double) -> Bool { media.kinds.contains(.video) && (rate < 0 || session.hasIFrames) }

    func preview(at time: Double?, width: Int) {
        previewWidth = width
        guard !stage.isStopped, time == nil || !media.knowsMain || media.kinds.contains(.video) else { return facts(.noPreview) }
        send(.preview(at: time))
    }

    func fetchKeyframe(_ load: StreamLoad, _ picture: PictureLoad) async {
        let feed = ByteFeed()
        let style = KeyframeReader.Style(width: picture.purpose == .preview ? previewWidth : nil, deinterlacing: tracks.deinterlacing)
        do throws(TransportError) {
            let segment = picture.segment
            _ = try await transfer(
                load, segment,
                begin: { prepared in
                    KeyframeReader.start(
                        feed, prepared: { prepared }, at: segment.range.start, url: segment.location.url, style: style
                    ) { [weak self] in self?.receive(load.id, picture, feed, $0) }
                }, take: { bytes, _ in feed.append(bytes) })
            feed.finish()
        } catch {
            feed.fail("the transfer failed")
            fail(load.id, LoadFailure(error), warns: false)
        }
    }

    private nonisolated func receive(_ id: LoadID, _ load: PictureLoad, _ feed: ByteFeed, _ result: Result<VideoFrame, CodecError>) {
        queue.enqueue { self.assumeIsolated { $0.receiveFrame(id, load, feed.count, result) } }
    }

    private func receiveFrame(_ id: LoadID, _ load: PictureLoad, _ bytes: Int, _ result: Result<VideoFrame, CodecError>) {
        facts(.transferred(Transfer(bytes: bytes)))
        switch result {
        case .success(let frame):
            // The rest of a full segment is not needed.
            guard loads.stop(id) else { return }
            switch load.purpose {
            case .preview: facts(.preview(Preview(frame: frame, span: load.span)))
            case .scrub, .trick: facts(.frame(frame, isScrub: load.purpose == .scrub))
            }
            send(.segment(id, SegmentFacts(bytes: bytes, kinds: [.video], range: load.segment.range)))
        case .failure(let error):
            guard error.code != .source else { return }
            fail(id, LoadFailure(error.code == .unsupported ? .unsupported : .malformed, message: error.description), warns: false)
        }
    }
}
