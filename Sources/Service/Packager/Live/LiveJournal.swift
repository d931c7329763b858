// SPDX-License-Identifier: Apache-2.0

import WindowboxHLS

/// A rendition's recording, written page by page during the stream, so that a new process can continue it after a crash.
struct LiveJournal: Hashable, Sendable {
    /// Segments per page. Segments after the last page are found by their names.
    static let pageLength = 16
    private var pages = 0
    private var segments = 0

    static func pageName(_ number: Int) -> String { "recorded-\(number).m3u8" }

    /// The next page to write.
    /// - Parameter count: the minimum number of unwritten segments for a page.
    /// - Returns: the page, which then counts as written; nil if there are too few segments.
    mutating func page(of recording: SegmentList, atLeast count: Int) -> (name: String, bytes: [UInt8])? {
        guard recording.count - segments >= max(1, count) else { return nil }
        let new = recording.suffix(recording.count - segments)
        var playlist = MediaPlaylist(targetDuration: new.reduce(1) { max($0, Int($1.duration.rounded())) })
        (playlist.version, playlist.mediaSequence, playlist.isEndList) = (7, UInt64(segments), true)
        playlist.segments = SegmentList(
            new.map { segment in
                var segment = segment
                segment.parts = []
                return segment
            })
        defer { (pages, segments) = (pages + 1, recording.count) }
        return (Self.pageName(pages), playlist.write())
    }

    /// The segments recorded in a folder.
    /// - Returns: nil if nothing was recorded there.
    /// - Throws: ``StorageError``, ``PackagerError``.
    static func read(_ folder: StorageKey, in storage: any MediaStorage) async throws -> [MediaSegment]? {
        func bytes(_ name: String) async throws -> [UInt8]? {
            guard let key = folder.appending(name) else { return nil }
            return try await storage.bytes(of: key, limit: FragmentStream.limit)
        }
        var (segments, pages): ([MediaSegment], Int) = ([], 0)
        while let page = try await bytes(pageName(pages)), let list = Playlist.parse(page).playlist?.media {
            segments += list.segments
            pages += 1
        }
        var (header, headers): ([UInt8]?, Int) = (nil, 0)
        while let found = try await bytes(LiveRendition.mapName(headers)) { (header, headers) = (found, headers + 1) }
        guard let header else { return segments.isEmpty ? nil : segments }
        let map = InitializationMap(uri: URIReference(LiveRendition.mapName(headers - 1)))
        var isNew = !segments.isEmpty && segments.last?.map?.uri != map.uri
        while let found = try await bytes(LiveRendition.segmentName(UInt64(segments.count))) {
            var segment = MediaSegment(
                uri: URIReference(LiveRendition.segmentName(UInt64(segments.count))), duration: try duration(header, found))
            segment.map = map
            segment.isDiscontinuity = isNew
            if !isNew, let last = segments.last, let date = last.programDateTime {
                (segment.programDateTime, segment.statesProgramDateTime) = (date + last.duration, true)
            }
            isNew = false
            segments.append(segment)
        }
        return segments
    }

    /// The duration of a segment's fragments in seconds.
    private static func duration(_ header: [UInt8], _ segment: [UInt8]) throws -> Double {
        var (stream, ticks, timescale) = (FragmentStream(), 0, 1)
        for piece in try stream.read(header + segment) {
            switch piece {
            case .header(_, let track): timescale = track.timescale
            case .fragment(_, let fragment): ticks += fragment.duration
            }
        }
        return Double(ticks) / Double(timescale)
    }
}
