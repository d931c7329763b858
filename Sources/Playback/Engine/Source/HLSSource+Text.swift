// SPDX-License-Identifier: Apache-2.0

import WindowboxCodec
import WindowboxMedia
import WindowboxStreaming
import WindowboxTransport

// Loads text renditions in whole segments, places them on the timeline, and passes them on.
extension HLSSource {
    func fetchTimedText(_ load: StreamLoad, _ segment: SegmentLoad) async {
        do throws(TransportError) {
            var (prepared, bytes) = (ResourceStore.SegmentDependencies(), [UInt8]())
            let transfer = try await transfer(load, segment, maximumBytes: TextSegment.longest, begin: { prepared = $0 }) { plain, _ in
                bytes += plain
            }
            facts(.transferred(Transfer(bytes: transfer.bytes)))
            await read(bytes, prepared, load.id, segment)
        } catch { fail(load.id, LoadFailure(error)) }
    }

    private func read(_ bytes: [UInt8], _ prepared: ResourceStore.SegmentDependencies, _ id: LoadID, _ segment: SegmentLoad) async {
        do throws(CodecError) {
            let text = try await TextSegment(bytes, prepared, url: segment.location.url)
            guard loads.finish(id) else { return }
            textBuffer.add(text, segment)
            placeText()
            send(.segment(id, SegmentFacts(bytes: bytes.count, kinds: [.text], range: segment.range)))
        } catch {
            let cause: LoadFailure.Cause =
                switch error.code {
                case .unsupported: .unsupported
                case .locked: .key
                default: .malformed
                }
            fail(id, LoadFailure(cause, message: error.description))
        }
    }

    /// Passes on text whose time is known: at once, or when the first frame has determined the offset of its discontinuity.
    func placeText() {
        let clocks = clocks
        let loadedEnd = media.isMainComplete ? Double.infinity : tracks.buffered(.video)?.end ?? tracks.buffered(.audio)?.end ?? -.infinity
        let resources = textBuffer.placed(
            offset: { number in clocks.read { $0.aligner.offset(discontinuity: number) } },
            fallback: { range in loadedEnd >= range.end ? clocks.read { $0.aligner.offset(at: range.start) } : nil })
        for resource in resources { facts(.text(.loaded(resource))) }
    }

    func discardText(from time: Double) {
        textBuffer.discard(from: time)
        facts(.text(.discarded(from: time)))
    }

    /// Drops text older than the samples that are kept.
    func trimText(before time: Double) {
        if textBuffer.trim(before: time) { facts(.text(.trimmed(before: time))) }
        demuxers.pictures.trim(before: time)
    }

    /// Chooses a text rendition of the playlist, or a track in the segments.
    func selectSubtitles(_ index: Int?) {
        send(.select(.subtitles(demuxers.pictures.has(index) ? nil : index)))
        demuxers.pictures.choose(index)
        reportPresentation()
        lookBack()
    }

    /// Requests an earlier segment if image subtitles in it may still be visible where loading began.
    func lookBack() { if let time = demuxers.pictures.nextLookBack() { send(.lookBack(before: time)) } }

    func fetchEarlierSubtitles(_ load: StreamLoad, _ segment: SegmentLoad) async {
        guard let offset = clocks.read({ $0.aligner.offset(discontinuity: segment.discontinuity) }) else {
            demuxers.pictures.failLookBack()
            return fail(load.id, LoadFailure(.malformed, message: "the clock of the segment is not known"), warns: false)
        }
        let feed = ByteFeed()
        do throws(TransportError) {
            _ = try await transfer(
                load, segment,
                begin: { prepared in
                    EarlierSubtitlesReader.start(feed, segment, initialization: { prepared.initialization }, offset: offset) {
                        [weak self] result in
                        guard let self else { return }
                        queue.enqueue { self.assumeIsolated { $0.readEarlier(result, bytes: feed.count, load.id, segment) } }
                    }
                }, take: { bytes, _ in feed.append(bytes) })
            feed.finish()
        } catch {
            feed.fail("the transfer failed")
            // A cancelled load belongs to an earlier run.
            if loads.contains(load.id) { demuxers.pictures.failLookBack() }
            fail(load.id, LoadFailure(error), warns: false)
        }
    }

    private func readEarlier(
        _ result: Result<EarlierSubtitlesReader.Result, CodecError>, bytes: Int, _ id: LoadID, _ segment: SegmentLoad
    ) {
        facts(.transferred(Transfer(bytes: bytes)))
        switch result {
        case .success(let found):
            guard loads.finish(id) else { return }
            send(.segment(id, SegmentFacts(bytes: bytes, kinds: [.text], range: segment.range)))
            demuxers.pictures.precede(found, of: segment) { [weak self] in self?.assumeIsolated { $0.lookBack() } }
        case .failure(let error):
            guard error.code != .source, loads.contains(id) else { return }
            demuxers.pictures.failLookBack()
            fail(id, LoadFailure(.malformed, message: error.description), warns: false)
        }
    }
}
