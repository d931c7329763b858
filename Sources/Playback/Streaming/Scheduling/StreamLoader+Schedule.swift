// SPDX-License-Identifier: Apache-2.0

import WindowboxHLS
import WindowboxMedia

extension StreamLoader {
    /// Loads for one content type until a request is in flight, enough is loaded, or the next load has to wait.
    mutating func schedule(_ contentType: ContentType) {
        // Each round skips at most one gap; a hostile playlist with nothing but gaps continues at the next event.
        for _ in 0..<64 where media.states[contentType].isActive {
            guard media.canLoad(contentType, playlists, at: now) else { return }
            if media.skipBlocked(contentType, playlists, selection.exclusions, &out) { continue }
            if contentType == .main, !settleVariant() { return }
            guard let index = media.states[contentType].track, playlists.tracks[index].playlist != nil else { return }
            switch media.nextLoad(contentType, in: index, playlists, selection.exclusions, at: now) {
            case .nothingYet: return
            case .behind(let start): if !media.catchUp(contentType, to: start, configuration.latency, playlists, &out) { return }
            case .end: return media.end(contentType, &out)
            case .gap(let range, let following):
                if bridge(contentType, range) {
                    if media.states[contentType].track != index { continue }
                    return
                }
                media.skipGap(contentType, range, following, &out)
            case .load(let segment, let following, let isHint):
                return request(segment, following: following, track: index, isHint: isHint)
            }
        }
    }

    /// Call when all samples of a segment are queued.
    mutating func finished(_ id: LoadID, _ contentType: ContentType, _ facts: SegmentFacts) {
        guard let flight = media.finished(id, contentType, facts, &out) else { return }
        selection.succeeded(flight.segment.location.url)
        returnFromTemporaryPlaylist(contentType)
    }

    /// How far before the position to search for a keyframe, in seconds.
    private static let longestRunUp = 30.0

    /// Goes back by one segment to find a keyframe. A segment need not contain one unless EXT-X-INDEPENDENT-SEGMENTS says so (RFC 8216bis,
    /// 4.4.2.1).
    mutating func beginEarlier(than time: Double) {
        guard media.playhead.isRunning, !media.playhead.hasSparseKeyFrames, let index = media.states[.main].track,
            let playlist = playlists.tracks[index].playlist, let number = playlists.tracks[index].position(at: time + 0.001), number > 0
        else { return out.append(.beginAnywhere) }
        let (segment, previous) = (playlist.segments[number], playlist.segments[number - 1])
        let start = playlists.tracks[index].range(previous).start
        // No frame refers to one across a discontinuity.
        guard !previous.isGap, previous.discontinuitySequence == segment.discontinuitySequence else {
            return out.append(.beginAnywhere)
        }
        let position = media.playhead.position
        guard position - start <= Self.longestRunUp else {
            media.playhead.markKeyFramesSparse()
            note(.seek, "no key picture in " + decimalText(Self.longestRunUp, decimals: 0) + " s")
            return out.append(.beginAnywhere)
        }
        note(.seek, "no key picture; from " + decimalText(start, decimals: 3) + " s on")
        media.rejoin(.main, at: start + 0.001, notBefore: position, playlists, &out)
    }

    /// Uses network information from a server (CMSD).
    mutating func noteServerData(_ server: ServerData) {
        // The server has measured other transfers; our own first measurement overrides its estimate.
        if let kilobits = server.throughput, kilobits >= 1, kilobits < 1e9, media.quality.expect(bitrate: kilobits * 1000) {
            note(.quality, "the server estimates " + rateText(kilobits * 1000))
        }
        guard let kilobits = server.maximumBitrate, kilobits >= 1, kilobits < 1e9 else { return }
        if selection.suggest(bitrate: kilobits * 1000, at: now) {
            note(.variant, "the server suggests at most " + rateText(kilobits * 1000))
        }
    }
}
