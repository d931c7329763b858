// SPDX-License-Identifier: Apache-2.0

import WindowboxMedia
import WindowboxStreaming
import WindowboxTransmux

// Passes segments to the source buffers, and finishes loads.
extension BrowserSession {
    /// Determines positions of segments, passes their fragments to the buffers, and finishes complete loads.
    mutating func advance() {
        actions += loads.takeConversions()
        placeSegments()
        openBuffers()
        if buffers.isOpen { for index in loads.indices { append(index) } }
        finishLoads()
    }

    /// Determines the positions of segments, those of the main content type first, because others may depend on them.
    mutating func placeSegments() {
        for type in [ContentType.main, .audio] {
            for index in loads.indices where loads[index].segment?.contentType == type && loads[index].media.offset == nil {
                guard let segment = loads[index].segment, let leading = loads[index].media.leading,
                    !clocks.mustWait(type, segment.range, discontinuity: segment.discontinuity)
                else { continue }
                let alignment = clocks.aligner.align(
                    contentType: type, discontinuity: segment.discontinuity, firstPresentation: leading.first,
                    firstDecode: segment.startsDiscontinuity ? leading.firstDecode : nil, expected: segment.range.start,
                    wraps: loads[index].media.wraps)
                loads[index].media.place(alignment, first: leading.first)
                if alignment.isDrifting, media.skips("drift") {
                    actions.append(
                        .warning("segments lie more than a second from where the playlist puts them; its durations are wrong"))
                }
            }
        }
        placeText()
    }

    mutating func placeText() {
        let clocks = clocks
        let isMainOver = media.hasEnded(.main)
        let cues = text.placed { number, range in
            clocks.aligner.offset(discontinuity: number) ?? (isMainOver ? clocks.aligner.offset(at: range.start) : nil)
        }
        if !cues.isEmpty { actions.append(.cues(cues)) }
    }

    /// Creates all source buffers at once when the tracks of each content type are known, because more can't be added later.
    mutating func openBuffers() {
        guard !buffers.isOpen else { return }
        var descriptions: [BufferDescription] = []
        for type in media.contentTypes where type != .subtitles && !media.isEmpty(type) {
            guard let load = loads.first(where: { $0.segment?.contentType == type && $0.media.offset != nil }) else { return }
            for track in load.media.tracks
            where load.media.kinds.contains(track.kind) && !descriptions.contains(where: { $0.kind == track.kind }) {
                descriptions.append(BufferDescription(kind: track.kind, codec: track.codec))
            }
            // Audio may arrive after the first video.
            if load.media.wraps, load.media.kinds.contains(.audio), !load.media.isFinished,
                !load.media.tracks.contains(where: { $0.kind == .audio })
            {
                return
            }
        }
        guard !descriptions.isEmpty else { return }
        buffers.open(descriptions)
        media.found(descriptions.map { $0.kind })
        actions.append(.open(descriptions))
    }

    mutating func append(_ index: Int) {
        guard loads[index].media.offset != nil, let segment = loads[index].segment else { return }
        let outputs = loads[index].media.takeOutputs()
        for output in outputs {
            switch output {
            case .fragment(let kind, let bytes, _) where loads[index].media.kinds.contains(kind):
                resources.needKeys(ofFragment: bytes, segment, at: now)
            case .metadata(let tags, let time): actions += text.metadata.show(tags, at: time.seconds + loads[index].media.shift)
            case .skipped(let name):
                if media.skips(name) { actions.append(.warning("the segments have " + name + ", which isn't played in browsers")) }
            case .track, .fragment, .more: break
            }
        }
        actions += buffers.append(outputs, of: &loads[index], &text.captions) + resources.protection.takeActions()
    }

    mutating func finishLoads() {
        var place = 0
        while place < loads.count {
            let load = loads[place]
            guard let segment = load.segment else {
                place += 1
                continue
            }
            if segment.contentType == .subtitles {
                guard load.isComplete, load.isPrepared else {
                    place += 1
                    continue
                }
                finishText(place, segment)
                place = 0
                continue
            }
            guard load.isAppended || load.hasNothing,
                load.numbers.allSatisfy({ buffers.isDone($0.kind, $0.number) })
            else {
                place += 1
                continue
            }
            finish(place, segment)
            place = 0
        }
    }

    mutating func finish(_ index: Int, _ segment: SegmentLoad) {
        let load = loads.remove(at: index)
        let id = load.load.id
        clocks.end(id)
        if let failure = load.failure {
            for number in load.numbers { actions += buffers.reset(number.kind, after: number.number) }
            return send(.failed(id, failure))
        }
        if load.hasNothing { media.lacks(segment.contentType) }
        if lacksKey(load, segment) { return }
        if segment.contentType == .main { media.finished(load.media.found) }
        send(.segment(id, SegmentFacts(bytes: load.received, kinds: load.media.found, range: load.media.range)))
        sendPlayback()
        if let rate = session.throughput, media.measures(rate) { actions.append(.throughput(rate)) }
    }

    /// Whether the first segment for a position has no frame that can be decoded alone, so that an earlier one must be loaded first.
    mutating func lacksKey(_ load: BrowserLoad, _ segment: SegmentLoad) -> Bool {
        guard segment.startsRun, segment.contentType == .main, segment.part == nil, load.media.found.contains(.video), !mayBeginAnywhere
        else {
            return false
        }
        // A first frame slightly after the position is good enough.
        if let key = load.media.firstKey, key <= max(clock.position, segment.range.start) + 0.5 { return false }
        let known = mayBeginAnywhere
        send(.beginEarlier(than: segment.range.start))
        return mayBeginAnywhere == known
    }

    mutating func finishText(_ index: Int, _ segment: SegmentLoad) {
        let load = loads.remove(at: index)
        do throws(LoadProblem) {
            var load = load
            let bytes = try load.plainText()
            guard WebVTTClock(bytes) != nil else {
                throw LoadProblem(
                    LoadFailure(
                        .unsupported, message: "the subtitles aren't WebVTT in text segments, the only kind that is shown in browsers"))
            }
            text.add(bytes, segment)
            placeText()
            send(.segment(load.load.id, SegmentFacts(bytes: load.received, kinds: [.text], range: segment.range)))
        } catch { send(.failed(load.load.id, error.failure)) }
    }
}
