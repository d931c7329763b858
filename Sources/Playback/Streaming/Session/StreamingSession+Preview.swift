// SPDX-License-Identifier: Apache-2.0

import WindowboxHLS
import WindowboxMedia

// Single pictures beside playing, for a seek bar: one at a time, and nothing that plays waits for them.
extension StreamingSession {
    struct Preview: Sendable {
        /// Seconds on the item's timeline.
        var time: Double
        var load: LoadID?
        /// A live playlist that nothing plays was brought up to date for it.
        var hasReloaded = false
    }

    mutating func preview(at time: Double?) {
        if let id = preview?.load { cancel(id) }
        preview = time.flatMap { $0.isFinite ? Preview(time: $0) : nil }
        if time != nil, preview == nil { actions.append(.noPreview) }
    }

    /// Asks for the picture that is wanted, once its playlist is there.
    mutating func pumpPreview() {
        guard let wanted = preview, wanted.load == nil, phase == .running else { return }
        guard let (index, isWhole) = trickTrack(isSmall: true) else { return endPreview() }
        guard playlists.tracks[index].playlist != nil else { return loadTrack(index) }
        if !playlists.isFresh(index, at: now), !wanted.hasReloaded, laneUsing(index) == nil {
            preview?.hasReloaded = true
            return loadTrack(index)
        }
        if playlists.tracks[index].load != nil, !playlists.isFresh(index, at: now) { return }
        guard let place = picture(nearest: wanted.time, of: index) else { return endPreview() }
        let id = load(pictureAt: place, of: index, isWhole: isWhole, for: .preview)
        preview?.load = id
    }

    /// The position of the segment whose start is nearest to a time and that is there; nil when those around it are missing.
    private func picture(nearest time: Double, of index: Int) -> Int? {
        let track = playlists.tracks[index]
        guard let segments = track.playlist?.segments, !segments.isEmpty else { return nil }
        var place = track.position(at: time) ?? 0
        if place + 1 < segments.count, time >= track.nearest(toSegmentAt: place).end { place += 1 }
        let end = max(place - 8, 0)
        while place > end, segments[place].isGap || selection.exclusions.isLocked(segments[place], at: now) { place -= 1 }
        return segments[place].isGap || selection.exclusions.isLocked(segments[place], at: now) ? nil : place
    }

    mutating func previewFinished() {
        preview = nil
        previewFailures = 0
    }

    mutating func previewFailed(_ failure: LoadFailure) {
        note(.trick, "a small picture failed: " + failure.message)
        previewFailures += 1
        if previewFailures >= 3, let (index, isWhole) = trickTrack(isSmall: true), !isWhole {
            previewFailures = 0
            leavePictures(of: index)
        }
        endPreview()
    }

    /// Says that what is wanted can't be had.
    mutating func endPreview() {
        preview = nil
        actions.append(.noPreview)
    }
}
