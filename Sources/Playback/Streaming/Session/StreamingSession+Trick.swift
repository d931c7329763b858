// SPDX-License-Identifier: Apache-2.0

import WindowboxHLS
import WindowboxMedia

extension StreamingSession {
    /// There are playlists of single pictures (EXT-X-I-FRAME-STREAM-INF): fast playing and scrubbing are cheap.
    public var hasIFrames: Bool { !selection.catalogue.iFrames.isEmpty }

    /// Plays single pictures at a rate, or nil goes back to normal playing, which begins with a seek.
    mutating func trick(_ rate: Double?) {
        cancelPictures()
        guard let rate, rate.isFinite, rate != 0 else {
            if trickPlay != nil { note(.trick, "ends at " + decimalText(facts.position, decimals: 3) + " s") }
            trickPlay = nil
            return
        }
        if trickPlay == nil { for number in 0..<lanes.count where lanes[number].isActive { dropFlight(number) } }
        trickPlay = TrickPlay(rate: rate)
        let source = trickTrack().map { shortName(playlists.tracks[$0.track].url) } ?? "nothing"
        note(.trick, decimalText(rate, decimals: 2) + " times from " + decimalText(facts.position, decimals: 3) + " s with " + source)
    }

    /// A seek while the user still drags: the picture nearest before it is fetched ahead of the samples.
    mutating func scrub(to time: Double) {
        cancelPictures()
        guard phase == .running, let main = lanes[0].track, hasIFrames, let (index, _) = trickTrack() else { return seek(to: time) }
        let target = seekTarget(time, playlists.tracks[main])
        if !holds(target), playlists.isFresh(index, at: now), let place = playlists.tracks[index].position(at: target) {
            load(pictureAt: place, of: index, isWhole: false, for: .scrub)
        } else if !playlists.isFresh(index, at: now) {
            loadTrack(index)
        }
        seek(to: time)
    }

    /// Asks for the pictures that are due.
    mutating func pumpPictures() {
        guard var trick = trickPlay, phase == .running, let (index, isWhole) = trickTrack() else { return }
        guard playlists.isFresh(index, at: now), let playlist = playlists.tracks[index].playlist else { return loadTrack(index) }
        let track = playlists.tracks[index]
        while let place = trick.next(
            from: facts.position, count: playlist.segments.count, at: { track.position(at: $0) },
            start: { playlist.segments[$0].start + track.shift })
        {
            let time = playlist.segments[place].start + track.shift
            let id = load(pictureAt: place, of: index, isWhole: isWhole, for: .trick)
            trick.requested(id, time: time, at: now)
        }
        trickPlay = trick
    }

    mutating func pictureFinished(_ id: LoadID, _ facts: SegmentFacts) {
        if trickPlay?.flights[id] == nil { return }
        trickPlay?.finished(id, at: now)
    }

    mutating func pictureFailed(_ id: LoadID, _ failure: LoadFailure) {
        note(.trick, "a picture failed: " + failure.message)
        trickPlay?.failed(id)
        guard let trick = trickPlay, trick.failures >= 3, let (index, isWhole) = trickTrack(), !isWhole else { return }
        leavePictures(of: index)
    }

    /// The ordinary segments have key pictures too.
    mutating func leavePictures(of index: Int) {
        selection.exclusions.penalise(.playlist(playlists.tracks[index].url), until: now + recovery.policy.variantPenalty)
        note(.trick, "leaves " + shortName(playlists.tracks[index].url) + " for key pictures")
    }

    /// The playlist that single pictures come from: of I-frames, or else the ladder's lowest with its whole segments.
    /// - Parameter isSmall: the least will do.
    mutating func trickTrack(isSmall: Bool = false) -> (track: Int, isWhole: Bool)? {
        if let url = selection.iFrameAddress(isSmall: isSmall, throughput: quality.throughput, at: now) {
            let index = playlists.index(of: url)
            playlists.tracks[index].isTrick = true
            return (index, false)
        }
        for variant in selection.catalogue.ladder where selection.isUsable(variant, at: now) {
            if let url = selection.url(.main, stream: variant, variant: variant) { return (playlists.index(of: url), true) }
        }
        return nil
    }

    @discardableResult
    mutating func load(pictureAt place: Int, of index: Int, isWhole: Bool, for purpose: PictureLoad.Purpose) -> LoadID {
        guard let playlist = playlists.tracks[index].playlist else { return LoadID(0) }
        var segment = playlists.tracks[index].describe(playlist.segments[place], lane: .main, stream: lanes[0].stream)
        segment.startsRun = true
        let picture = PictureLoad(
            segment: segment, isWholeSegment: isWhole, purpose: purpose, span: playlists.tracks[index].nearest(toSegmentAt: place))
        let limits = configuration.limitsOfLoads.segment
        let id = load(.picture(picture), for: purpose == .preview ? .preview : .picture, limits: limits)
        note(.trick, "picture at " + decimalText(segment.range.start, decimals: 3) + " s of " + shortName(playlists.tracks[index].url))
        return id
    }

    private mutating func cancelPictures() {
        for (id, purpose) in loads.sorted(by: { $0.key < $1.key }) where purpose == .picture { cancel(id) }
    }
}
