// SPDX-License-Identifier: Apache-2.0

public import WindowboxHLS

extension PlaylistStitch {
    /// - Parameters:
    ///   - content: one complete load of the origin's playlist.
    ///   - breaks: in any order; those at the same position play in the given order.
    public func apply(to content: MediaPlaylist, breaks: [Break]) -> Result {
        let boundaries = Self.boundaries(of: content)
        var problems: [String] = []
        let placed = breaks.enumerated().map {
            (order: $0.offset, index: boundary(at: $0.element.at, in: boundaries), breaking: $0.element)
        }
        .sorted { ($0.index, $0.order) < ($1.index, $1.order) }
        var state = StitchState(content: content, keepsBitrate: content.segments.first?.bitrate == nil || breaks.allSatisfy(\.saysBitrate))
        var results: [PlacedBreak] = []
        var next = 0
        for (_, index, breaking) in placed {
            guard index >= next else {
                problems.append("The break at \(breaking.at) s is inside the break before it and was left out.")
                continue
            }
            let fitting = breaking.ads.filter { ad in
                guard let reason = state.refusal(of: ad) else { return true }
                problems.append("\(ad.baseURL): \(reason)")
                return false
            }
            for segment in content.segments[next..<index] { state.append(content: segment) }
            next = index
            var result = PlacedBreak(at: breaking.at, contentTime: boundaries[index], start: state.time, ads: [], replaced: 0)
            let available = method == .replacement ? (boundaries.last ?? 0) - boundaries[index] : .infinity
            var date = index < content.segments.count ? content.segments[index].programDateTime : nil
            if method == .insertion { date = nil }
            var filled = 0.0
            for ad in fitting {
                guard filled + ad.duration <= available + 0.01 else {
                    problems.append("\(ad.baseURL): it does not fit before the live edge.")
                    continue
                }
                result.ads.append(state.append(ad: ad, date: date.map { $0 + filled }))
                filled += ad.duration
            }
            if method == .replacement, filled > 0 {
                // Up to the next boundary after the ads: content that was covered must not be shown again.
                while next < content.segments.count, boundaries[next] < boundaries[index] + filled - 0.01 { next += 1 }
                result.replaced = next - index
            }
            results.append(result)
        }
        for segment in content.segments[next...] { state.append(content: segment) }
        return Result(playlist: finish(content, state, breaks), breaks: results, problems: problems)
    }

    private func finish(_ content: MediaPlaylist, _ state: StitchState, _ breaks: [Break]) -> MediaPlaylist {
        var playlist = content
        playlist.segments = SegmentList(state.segments)
        let ads = breaks.flatMap(\.ads)
        playlist.targetDuration = max(
            targetDuration, content.targetDuration, state.segments.map { Int(min($0.duration, 1e6).rounded()) }.max() ?? 0)
        playlist.version = ([content.version] + ads.map(\.version)).max() ?? 1
        playlist.isIndependentSegments = content.isIndependentSegments && ads.allSatisfy(\.isIndependentSegments)
        // URIs are already resolved, and may come from playlists with different variables.
        playlist.defines = []
        if !keepsMarkers { playlist.dropMarkers() }
        return playlist
    }

    /// The segment boundaries, including the start and the end.
    static func boundaries(of content: MediaPlaylist) -> [Double] {
        var times = [0.0]
        for segment in content.segments { times.append((times.last ?? 0) + segment.duration) }
        return times
    }

    /// The index of the boundary for a time. Times less than 10 ms before a boundary count as that boundary.
    func boundary(at time: Double, in boundaries: [Double]) -> Int {
        let below = max(0, (boundaries.firstIndex { $0 > time + 0.01 } ?? boundaries.count) - 1)
        guard snap == .nearest, below + 1 < boundaries.count else { return below }
        return boundaries[below + 1] - time < time - boundaries[below] ? below + 1 : below
    }
}

extension PlaylistStitch.Break {
    fileprivate var saysBitrate: Bool { ads.allSatisfy { $0.segments.allSatisfy { $0.bitrate != nil } } }
}
