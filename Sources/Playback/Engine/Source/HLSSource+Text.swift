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
            tell(.segment(id, SegmentFacts(bytes: bytes.count, kinds: [.text], range: segment.range)))
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
        tell(.select(.subtitles(demuxers.pictures.has(index) ? nil : index)))
        demuxers.pictures.choose(index)
        reportPresentation()
    }
}
