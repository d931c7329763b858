// SPDX-License-Identifier: Apache-2.0

import WindowboxCodec
import WindowboxMedia
import WindowboxStreaming
import WindowboxTransport

// Single pictures: for fast playing, playing backwards, and while the user drags.
extension HLSSource {
    func scrub(to time: Double) {
        isScrubbing = true
        seek(to: time)
        isScrubbing = false
    }

    func trick(rate: Double?) { tell(.trick(rate: rate)) }

    /// Backwards there is always a way: ordinary segments have key pictures too.
    func canTrick(at rate: Double) -> Bool { knownKinds.contains(.video) && (rate < 0 || session.hasIFrames) }

    func fetchPicture(_ load: StreamLoad, _ picture: PictureLoad) async {
        let feed = ByteFeed()
        do throws(TransportError) {
            let (resources, segment) = (resources, picture.segment)
            let preparation = Task { try await resources.prepare(segment, limits: load.limits) }
            defer { preparation.cancel() }
            let response = try await transport.open(TransportRequest(load, referrer: address))
            tell(.responded(load.id, response.head))
            let prepared = try await Self.unwrapping { try await preparation.value }
            var cipher = prepared.cipher
            PictureReader.start(feed, prepared: { prepared }, at: segment.range.start, url: segment.location.url) { [weak self] result in
                guard let self else { return }
                self.queue.enqueue { self.assumeIsolated { $0.pictured(load.id, picture, feed.count, result) } }
            }
            let body = response.body.makeAsyncIterator()
            while let chunk = try await body.next() { feed.append(Array(cipher?.update(chunk) ?? chunk)) }
            if let rest = try cipher?.finish() { feed.append(Array(rest)) }
            feed.finish()
        } catch {
            feed.fail("the transfer failed")
            fail(load.id, LoadFailure(error))
        }
    }

    private func pictured(_ id: LoadID, _ load: PictureLoad, _ bytes: Int, _ result: Result<VideoFrame, CodecError>) {
        facts(.transferred(bytes: bytes))
        switch result {
        case .success(let picture):
            // What is left of a whole segment is not needed.
            guard stopLoad(id) else { return }
            facts(.picture(picture, isScrub: load.isScrub))
            tell(.segment(id, SegmentFacts(bytes: bytes, kinds: [.video], range: load.segment.range)))
        case .failure(let error):
            guard error.code != .source else { return }
            fail(id, LoadFailure(error.code == .unsupported ? .unsupported : .malformed, message: error.description))
        }
    }
}
