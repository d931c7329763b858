// SPDX-License-Identifier: Apache-2.0

import WindowboxHLS

/// The content of a rendition's live playlist.
struct LiveRendition: Sendable {
    let settings: LiveSettings
    private(set) var segments = SegmentList()
    /// Parts of the current segment.
    private(set) var parts: [PartialSegment] = []
    private(set) var firstSequence: UInt64 = 0
    private(set) var hasEnded = false
    /// Every segment since the beginning, if the stream is recorded.
    private(set) var recording = SegmentList()
    /// Counts changes, to invalidate cached playlists.
    private(set) var version = 0

    private var map: InitializationMap?
    private var partNumber = 0
    private var removedDiscontinuities: UInt64 = 0
    private var isDiscontinuity = false
    private var began = 0.0
    /// The duration of all segments since the beginning, in seconds.
    private var elapsed = 0.0
    /// Files that are no longer listed, and until when they may still be requested.
    private var leaving: [(name: String, until: Double)] = []

    /// - Parameter earlier: preceding segments in other folders, with other timestamps.
    init(_ settings: LiveSettings, earlier: [MediaSegment] = []) {
        self.settings = settings
        for (number, segment) in earlier.enumerated() {
            var segment = segment
            segment.start = elapsed
            segment.sequence = UInt64(number)
            elapsed += segment.duration
            segments.append(segment)
        }
        if settings.isRecorded { recording = segments }
        isDiscontinuity = !earlier.isEmpty
    }

    /// The sequence number of the current segment.
    var nextSequence: UInt64 { firstSequence + UInt64(segments.count) }
    var upcomingDuration: Double { parts.reduce(0) { $0 + $1.duration } }

    // Parts are numbered consecutively, so the next name is known before it is known whether that part begins a segment.
    static func partName(_ number: Int) -> String { "part-\(number).m4s" }
    static func segmentName(_ sequence: UInt64) -> String { "segment-\(sequence).m4s" }
    static func mapName(_ number: Int) -> String { "init-\(number).mp4" }

    var nextPart: String { Self.partName(partNumber) }
    /// Whether a part with this name has been published.
    func isPublished(_ part: String) -> Bool {
        guard part.hasPrefix("part-"), let number = Int(part.dropFirst(5).prefix { $0 != "." }), Self.partName(number) == part else {
            return false
        }
        return number < partNumber
    }

    mutating func begin(map name: String) {
        // What follows is discontinuous.
        if map != nil {
            endSegment()
            isDiscontinuity = true
        }
        map = InitializationMap(uri: URIReference(name))
        version += 1
    }

    /// - Parameters:
    ///   - date: the date of its first sample in seconds since 1970.
    /// - Returns: the previous segment and its parts, if this part begins a new one.
    mutating func add(duration: Double, isIndependent: Bool, date: Double) -> ClosedSegment? {
        guard !hasEnded, duration > 0 else { return nil }
        let length = upcomingDuration
        let isLong = length + duration >= Double(settings.targetDuration) + 0.499
        let isDue = isIndependent && length >= settings.segmentDuration - settings.partTarget / 2
        let closed = !parts.isEmpty && (isDue || isLong) ? endSegment() : nil
        if parts.isEmpty { began = date }
        parts.append(
            PartialSegment(
                uri: URIReference(nextPart), duration: duration, start: elapsed + upcomingDuration, isIndependent: isIndependent))
        partNumber += 1
        version += 1
        return closed
    }

    struct ClosedSegment: Hashable, Sendable {
        var name: String
        var parts: [String]
        var duration: Double
    }

    @discardableResult
    mutating func endSegment() -> ClosedSegment? {
        guard !parts.isEmpty else { return nil }
        let name = Self.segmentName(nextSequence)
        var segment = MediaSegment(uri: URIReference(name), duration: upcomingDuration, sequence: nextSequence)
        segment.start = elapsed
        elapsed += segment.duration
        segment.programDateTime = began
        segment.statesProgramDateTime = true
        segment.isDiscontinuity = isDiscontinuity
        segment.map = map
        if settings.isRecorded { recording.append(segment) }
        segment.parts = parts
        segments.append(segment)
        isDiscontinuity = false
        let closed = ClosedSegment(name: name, parts: parts.map(\.uri.text), duration: segment.duration)
        parts = []
        version += 1
        return closed
    }

    mutating func end() -> ClosedSegment? {
        guard !hasEnded else { return nil }
        let closed = endSegment()
        hasEnded = true
        version += 1
        return closed
    }

    /// Removes segments outside the window, and parts of old segments.
    /// - Returns: names of files that may no longer be requested (RFC 8216bis, 6.2.2).
    mutating func trim(at now: Double) -> [String] {
        dropParts(at: now)
        var length = segments.reduce(0) { $0 + $1.duration }
        var count = 0
        while count < segments.count - 1, !hasEnded, length - segments[count].duration >= settings.minWindow {
            let segment = segments[count]
            length -= segment.duration
            count += 1
            if segment.isDiscontinuity { removedDiscontinuities += 1 }
            if !settings.isRecorded { leaving.append((segment.uri.text, now + length + segment.duration)) }
        }
        if count > 0 {
            segments.removeFirst(count)
            firstSequence += UInt64(count)
            version += 1
        }
        let gone = leaving.filter { $0.until <= now }.map(\.name)
        if !gone.isEmpty { leaving.removeAll { $0.until <= now } }
        return gone
    }

    private mutating func dropParts(at now: Double) {
        var behind = upcomingDuration
        for index in segments.indices.reversed() {
            behind += segments[index].duration
            guard behind > settings.partHistory + segments[index].duration else { continue }
            let parts = segments[index].parts
            // Older segments have no parts any more.
            if parts.isEmpty { break }
            leaving += parts.map { ($0.uri.text, now + settings.holdTimeout) }
            segments[index].parts = []
            version += 1
        }
    }
}

// MARK: - Playlists

extension LiveRendition {
    /// The current playlist.
    /// - Parameter skips: whether to write a delta update (RFC 8216bis, 6.2.5.1).
    func playlist(skips: Bool, reports: [RenditionReport]) -> MediaPlaylist {
        var playlist = MediaPlaylist(targetDuration: settings.targetDuration)
        playlist.version = 9
        playlist.mediaSequence = firstSequence
        playlist.discontinuitySequence = removedDiscontinuities
        playlist.serverControl = ServerControl(
            canBlockReload: true, canSkipUntil: settings.skipUntil, holdBack: settings.holdBack, partHoldBack: settings.partHoldBack)
        playlist.partTarget = settings.partTarget
        playlist.segments = segments
        let skipped = skips && !hasEnded ? skippable : 0
        if skipped > 0 {
            playlist.segments.removeFirst(skipped)
            playlist.skip = Skip(skippedSegments: UInt64(skipped))
        }
        playlist.isEndList = hasEnded
        guard !hasEnded else { return playlist }
        var upcoming = MediaSegment(uri: "", duration: upcomingDuration, sequence: nextSequence)
        upcoming.parts = parts
        upcoming.isDiscontinuity = isDiscontinuity
        upcoming.map = map
        if !parts.isEmpty {
            upcoming.programDateTime = began
            upcoming.statesProgramDateTime = true
        }
        playlist.upcoming = upcoming
        if map != nil { playlist.preloadHints = [PreloadHint(kind: .part, uri: URIReference(nextPart))] }
        playlist.renditionReports = reports
        return playlist
    }

    /// The number of segments beyond the skip boundary.
    private var skippable: Int {
        var behind = upcomingDuration
        for index in segments.indices.reversed() {
            if behind >= settings.skipUntil { return index + 1 }
            behind += segments[index].duration
        }
        return 0
    }

    /// The rendition report for the other renditions' playlists; nil before the first part.
    func report(uri: String) -> RenditionReport? {
        if let last = parts.indices.last {
            return RenditionReport(uri: URIReference(uri), lastSequence: nextSequence, lastPart: last)
        }
        guard let segment = segments.last else { return nil }
        return RenditionReport(uri: URIReference(uri), lastSequence: nextSequence - 1, lastPart: max(0, segment.parts.count - 1))
    }

    /// All segments as an on-demand playlist.
    var replay: MediaPlaylist {
        var playlist = MediaPlaylist(targetDuration: settings.targetDuration)
        playlist.version = 7
        playlist.kind = .onDemand
        playlist.isEndList = true
        playlist.segments = recording
        return playlist
    }
}
