// SPDX-License-Identifier: Apache-2.0

public import WindowboxHLS

/// Decides how to answer a request for a playlist with a future segment or part (RFC 8216bis 6.2.5.2), in stitched numbers.
public enum BlockingReload: Hashable, Sendable {
    /// It is available, or nothing specific was requested.
    case answer
    /// Retry when the origin's playlist has this; ads appear along with the content they replace.
    case wait(origin: DeliveryDirectives, timeout: Double)
    /// Too far ahead, or a part without a segment: status 400.
    case refuse

    /// A segment further ahead than this can't be meant.
    static let furthest: UInt64 = 2
    /// The timeout in target durations; then the status is 503.
    static let timeoutInTargetDurations = 3.0

    /// - Parameters:
    ///   - directives: of the request.
    ///   - stitched: the current stitched playlist.
    ///   - origin: the playlist it was stitched from.
    public static func decide(_ directives: DeliveryDirectives, stitched: MediaPlaylist, origin: MediaPlaylist) -> BlockingReload {
        guard let sequence = directives.mediaSequence else { return directives.part == nil ? .answer : .refuse }
        if stitched.isEndList || sequence < stitched.nextSequence { return .answer }
        guard sequence <= stitched.nextSequence &- 1 &+ furthest else { return .refuse }
        let parts = stitched.upcoming?.parts.count ?? 0
        if sequence == stitched.nextSequence, let part = directives.part, part < parts { return .answer }
        var next = DeliveryDirectives(mediaSequence: origin.nextSequence)
        if directives.part != nil, origin.partTarget != nil { next.part = origin.upcoming?.parts.count ?? 0 }
        return .wait(origin: next, timeout: timeoutInTargetDurations * Double(stitched.targetDuration))
    }

    /// The rendition report for a sibling playlist.
    ///
    /// - Parameters:
    ///   - uri: the sibling's URI in the multivariant playlist.
    ///   - sibling: the stitched sibling.
    public static func report(_ uri: URIReference, of sibling: MediaPlaylist) -> RenditionReport {
        let parts = sibling.upcoming?.parts.count ?? 0
        if parts > 0 { return RenditionReport(uri: uri, lastSequence: sibling.nextSequence, lastPart: parts - 1) }
        let last = sibling.segments.last
        return RenditionReport(
            uri: uri, lastSequence: last?.sequence ?? sibling.mediaSequence,
            lastPart: last.flatMap { $0.parts.isEmpty ? nil : $0.parts.count - 1 })
    }
}
