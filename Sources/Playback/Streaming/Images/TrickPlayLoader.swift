// SPDX-License-Identifier: Apache-2.0

import WindowboxHLS
import WindowboxMedia

/// Loads single frames: for trick play, for a seek bar being dragged and for its small preview.
struct TrickPlayLoader: Sendable {
    /// Set while single frames are played instead of the streams.
    private(set) var trickPlay: TrickPlay?
    private(set) var preview: Preview?
    /// Consecutive previews that failed.
    private var previewFailures = 0

    /// A small preview frame. There is at most one at a time, and playback never waits for it.
    struct Preview: Sendable {
        /// Seconds on the item's timeline.
        var time: Double
        var load: LoadID?
        /// A live playlist that isn't being played was reloaded for it.
        var hasReloaded = false
    }

    var isTrickPlaying: Bool { trickPlay != nil }

    // MARK: Trick play

    /// Plays frames at a rate. Nil, zero or a non-finite rate returns to normal playback.
    mutating func trick(_ rate: Double?, _ loader: inout StreamLoader) {
        cancelPictures(&loader)
        let position = decimalText(loader.media.playhead.position, decimals: 3) + " s"
        guard let rate, rate.isFinite, rate != 0 else {
            if trickPlay != nil { loader.note(.trick, "ends at " + position) }
            trickPlay = nil
            return
        }
        if trickPlay == nil {
            for contentType in ContentType.allCases where loader.media.states[contentType].isActive {
                loader.media.dropFlight(contentType, &loader.out)
            }
        }
        trickPlay = TrickPlay(rate: rate)
        let source = Self.source(&loader).map { shortName(loader.playlists.tracks[$0.track].url) } ?? "nothing"
        loader.note(.trick, decimalText(rate, decimals: 2) + " times from " + position + " with " + source)
    }

    /// Requests the keyframe at or before the drag position, ahead of the samples there.
    mutating func scrub(to time: Double, _ loader: inout StreamLoader) {
        cancelPictures(&loader)
        guard loader.media.playhead.isRunning, let main = loader.media.states[.main].track,
            !loader.selection.catalogue.iFrames.isEmpty,
            let (index, _) = Self.source(&loader)
        else { return }
        guard loader.playlists.isFresh(index, at: loader.now) else { return loader.loadTrack(index) }
        let target = loader.playlists.seekTarget(time, main, from: loader.media.playhead.position)
        guard !loader.media.holds(target), let position = loader.playlists.tracks[index].position(at: target) else { return }
        Self.load(pictureAt: position, of: index, isWhole: false, for: .scrub, &loader)
    }

    /// Requests the trick-play frames that are due.
    mutating func pumpTrickPlay(_ loader: inout StreamLoader) {
        guard var trick = trickPlay, loader.media.playhead.isRunning, let (index, isWhole) = Self.source(&loader) else { return }
        guard loader.playlists.isFresh(index, at: loader.now), let playlist = loader.playlists.tracks[index].playlist else {
            return loader.loadTrack(index)
        }
        let track = loader.playlists.tracks[index]
        while let position = trick.next(
            from: loader.media.playhead.position, count: playlist.segments.count, at: { track.position(at: $0) },
            start: { playlist.segments[$0].start + track.shift })
        {
            let id = Self.load(pictureAt: position, of: index, isWhole: isWhole, for: .trick, &loader)
            trick.requested(id, time: playlist.segments[position].start + track.shift, at: loader.now)
        }
        trickPlay = trick
    }

    mutating func finished(_ id: LoadID, at now: Instant) { trickPlay?.finished(id, at: now) }

    mutating func failed(_ id: LoadID, _ failure: LoadFailure, _ loader: inout StreamLoader) {
        loader.note(.trick, "a picture failed: " + failure.message)
        trickPlay?.failed(id)
        guard let trick = trickPlay, trick.failures >= 3, let (index, isWhole) = Self.source(&loader), !isWhole else { return }
        Self.leave(index, &loader)
    }

    private func cancelPictures(_ loader: inout StreamLoader) {
        for id in loader.out.requests.requests(for: .picture) { loader.out.cancel(id) }
    }

    // MARK: Preview

    /// Requests the frame nearest to a time; nil cancels the request.
    mutating func preview(at time: Double?, _ out: inout SessionOutput) {
        if let id = preview?.load { out.cancel(id) }
        preview = time.flatMap { $0.isFinite ? Preview(time: $0) : nil }
        if time != nil, preview == nil { out.append(.noPreview) }
    }

    /// Requests the preview frame once its playlist is loaded.
    mutating func pumpPreview(_ loader: inout StreamLoader) {
        guard let requested = preview, requested.load == nil, loader.media.playhead.isRunning else { return }
        guard let (index, isWhole) = Self.source(isSmall: true, &loader) else { return endPreview(&loader.out) }
        guard loader.playlists.tracks[index].playlist != nil else { return loader.loadTrack(index) }
        let isFresh = loader.playlists.isFresh(index, at: loader.now)
        if !isFresh, !requested.hasReloaded, loader.media.contentType(using: index) == nil {
            preview?.hasReloaded = true
            return loader.loadTrack(index)
        }
        if loader.playlists.tracks[index].load != nil, !isFresh { return }
        let track = loader.playlists.tracks[index]
        guard let position = Self.picture(nearest: requested.time, in: track, loader.selection.exclusions, at: loader.now) else {
            return endPreview(&loader.out)
        }
        preview?.load = Self.load(pictureAt: position, of: index, isWhole: isWhole, for: .preview, &loader)
    }

    /// The index of the available segment whose start is nearest to a time; nil if it and the eight before it are unavailable.
    static func picture(nearest time: Double, in track: PlaylistTrack, _ exclusions: ExclusionList, at now: Instant) -> Int? {
        guard let segments = track.playlist?.segments, !segments.isEmpty else { return nil }
        var index = track.position(at: time) ?? 0
        if index + 1 < segments.count, time >= track.nearest(toSegmentAt: index).end { index += 1 }
        let end = max(index - 8, 0)
        while index > end, segments[index].isGap || exclusions.isUnusable(segments[index], at: now) { index -= 1 }
        return segments[index].isGap || exclusions.isUnusable(segments[index], at: now) ? nil : index
    }

    mutating func previewFinished() {
        preview = nil
        previewFailures = 0
    }

    mutating func previewFailed(_ failure: LoadFailure, _ loader: inout StreamLoader) {
        loader.note(.trick, "a small picture failed: " + failure.message)
        previewFailures += 1
        if previewFailures >= 3, let (index, isWhole) = Self.source(isSmall: true, &loader), !isWhole {
            previewFailures = 0
            Self.leave(index, &loader)
        }
        endPreview(&loader.out)
    }

    /// Reports that the preview frame isn't available.
    mutating func endPreview(_ out: inout SessionOutput) {
        preview = nil
        out.append(.noPreview)
    }

    // MARK: Sources

    /// The playlist that frames come from: an I-frame playlist, or else the lowest variant with its full segments.
    /// - Parameter isSmall: prefer the lowest bit rate.
    private static func source(isSmall: Bool = false, _ loader: inout StreamLoader) -> (track: Int, isWhole: Bool)? {
        let selection = loader.selection
        if let url = selection.iFrameAddress(isSmall: isSmall, throughput: loader.media.quality.throughput, at: loader.now) {
            return (loader.playlists.trickTrack(of: url), false)
        }
        for variant in selection.catalogue.ladder where selection.isUsable(variant, at: loader.now) {
            if let url = selection.url(.main, stream: variant, variant: variant) { return (loader.playlists.index(of: url), true) }
        }
        return nil
    }

    /// Avoids an I-frame playlist for a while: ordinary segments have keyframes too.
    private static func leave(_ index: Int, _ loader: inout StreamLoader) {
        let url = loader.playlists.tracks[index].url
        loader.selection.exclusions.exclude(
            .playlist(url), until: loader.now + loader.configuration.recovery.variantPenalty, at: loader.now)
        loader.note(.trick, "leaves " + shortName(url) + " for key pictures")
    }

    @discardableResult
    private static func load(
        pictureAt position: Int, of index: Int, isWhole: Bool, for purpose: PictureLoad.Purpose, _ loader: inout StreamLoader
    ) -> LoadID {
        let track = loader.playlists.tracks[index]
        guard let playlist = track.playlist else { return LoadID(0) }
        var segment = track.describe(playlist.segments[position], contentType: .main, stream: loader.media.states[.main].stream)
        segment.startsRun = true
        let picture = PictureLoad(
            segment: segment, isWholeSegment: isWhole, purpose: purpose, span: track.nearest(toSegmentAt: position))
        let id = loader.load(
            .picture(picture), for: purpose == .preview ? .preview : .picture, limits: loader.configuration.limitsOfLoads.segment)
        loader.note(.trick, "picture at " + decimalText(segment.range.start, decimals: 3) + " s of " + shortName(track.url))
        return id
    }
}
