// SPDX-License-Identifier: Apache-2.0

import WindowboxHLS
import WindowboxMedia

extension StreamingSession {
    mutating func report(state: String) { telemetry.report(state: state, playingStatus, &actions) }
    mutating func report(_ event: String) { telemetry.report(event, nil, playingStatus, &actions) }
    mutating func noteAnswer(_ id: LoadID, _ failure: LoadFailure? = nil) {
        if telemetry.collector?.reportsResponses == true { telemetry.noteAnswer(id, failure, playingStatus, &actions) }
    }

    var playingStatus: PlayingStatus {
        let track = lanes[0].track
        var status = PlayingStatus(
            now: now, facts: facts, hasPlayed: hasPlayed, isRunning: phase == .running, hasBegun: startPosition != nil, hasEnded: false,
            kind: timeline?.kind, throughput: quality.throughput, pathway: selection.pathway, buffered: buffered(.main))
        if let track {
            status.hasEnded = lanes[0].hasEnded && facts.position >= playlists.tracks[track].end - 0.5
            if phase == .running, playlists.tracks[track].isLive {
                status.liveLatency = max(0, playlists.liveEdge(playlists.tracks[track], at: now) - facts.position)
            }
        }
        if let variant, variant < selection.catalogue.variants.count {
            status.bandwidth = selection.catalogue.variants[variant].description.bandwidth
        }
        return status
    }

    /// The facts of CMCD for a load; nil when switched off.
    func clientData(_ content: StreamLoad.Content) -> ClientData? {
        guard configuration.commonMediaClientData != nil else { return nil }
        var status: SegmentStatus?
        if case .segment(let segment) = content { status = segmentStatus(segment) }
        return telemetry.clientData(content, status, playingStatus)
    }

    private func segmentStatus(_ segment: SegmentLoad) -> SegmentStatus {
        let variants = selection.catalogue.variants
        var status = SegmentStatus(hasSoundApart: lanes[1].isActive)
        if segment.lane == .main, segment.stream < variants.count {
            status.isAudioOnly = variants[segment.stream].isAudioOnly
            status.bandwidth = variants[segment.stream].description.bandwidth
        }
        for variant in quality.grid?.variants ?? [] { status.ladder.append(variants[variant].description.bandwidth) }
        status.announcedBandwidth = presentation?.variants[min(segment.stream, max(0, variants.count - 1))].bandwidth
        status.buffered = max(0, lanes[Int(segment.lane.rawValue)].time - facts.position)
        status.next = following(segment)
        return status
    }

    /// The name of the segment after one, relative where both lie in one folder.
    private func following(_ segment: SegmentLoad) -> String? {
        guard segment.part == nil, let index = lanes[Int(segment.lane.rawValue)].track,
            let place = playlists.tracks[index].position(sequence: UInt64(clamping: segment.sequence)),
            let segments = playlists.tracks[index].playlist?.segments, place + 1 < segments.count
        else { return nil }
        let next = segments[place + 1]
        guard next.byteRange == nil else { return nil }
        let url = next.uri.url
        let here = Array(segment.location.url.utf8), there = Array(url.utf8)
        guard let slash = here.lastIndex(of: UInt8(ascii: "/")), there.count > slash, here[...slash] == there[...slash] else { return nil }
        return String(decoding: there[(slash + 1)...], as: UTF8.self)
    }
}
