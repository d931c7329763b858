// SPDX-License-Identifier: Apache-2.0

public import WindowboxHLS

/// What to do with a request for a playlist that names a segment or part still to come (RFC 8216bis 6.2.5.2), in stitched numbers.
public enum BlockingReload: Hashable, Sendable {
    /// It is there, or nothing was asked for.
    case answer
    /// Ask again when the origin's playlist has this; ads appear with the content that they hide.
    case wait(origin: DeliveryDirectives, timeout: Double)
    /// Too far ahead, or a part without its segment: status 400.
    case refuse

    /// A segment that is more than this many ahead can't be what a reader means.
    static let furthest: UInt64 = 2
    /// In target durations; then the status is 503.
    static let patience = 3.0

    /// - Parameters:
    ///   - directives: as asked.
    ///   - stitched: what the reader would get now.
    ///   - origin: what it was stitched from.
    public static func decide(_ directives: DeliveryDirectives, stitched: MediaPlaylist, origin: MediaPlaylist) -> BlockingReload {
        guard let sequence = directives.mediaSequence else { return directives.part == nil ? .answer : .refuse }
        if stitched.isEndList || sequence < stitched.nextSequence { return .answer }
        guard sequence <= stitched.nextSequence &- 1 &+ furthest else { return .refuse }
        let parts = stitched.upcoming?.parts.count ?? 0
        if sequence == stitched.nextSequence, let part = directives.part, part < parts { return .answer }
        var next = DeliveryDirectives(mediaSequence: origin.nextSequence)
        if directives.part != nil, origin.partTarget != nil { next.part = origin.upcoming?.parts.count ?? 0 }
        return .wait(origin: next, timeout: patience * Double(stitched.targetDuration))
    }

    /// What a playlist says of its siblings.
    ///
    /// - Parameters:
    ///   - uri: of the sibling, as the multivariant playlist has it.
    ///   - sibling: as stitched.
    public static func report(_ uri: URIReference, of sibling: MediaPlaylist) -> RenditionReport {
        let parts = sibling.upcoming?.parts.count ?? 0
        if parts > 0 { return RenditionReport(uri: uri, lastSequence: sibling.nextSequence, lastPart: parts - 1) }
        let last = sibling.segments.last
        return RenditionReport(
            uri: uri, lastSequence: last?.sequence ?? sibling.mediaSequence,
            lastPart: last.flatMap { $0.parts.isEmpty ? nil : $0.parts.count - 1 })
    }
}
