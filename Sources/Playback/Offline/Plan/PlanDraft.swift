// SPDX-License-Identifier: Apache-2.0

import WindowboxHLS
import WindowboxStreaming

/// A plan that is built as the playlists arrive.
struct PlanDraft: Sendable {
    /// A media playlist to download.
    struct PlannedTrack: Sendable {
        /// The prefix of its file names.
        var name: String
        var url: String
        var playlist: MediaPlaylist?
    }

    private(set) var tracks: [PlannedTrack]
    private let multivariant: MultivariantPlaylist?

    /// Makes a draft for a stream with a single media playlist.
    init(_ playlist: MediaPlaylist) {
        tracks = [PlannedTrack(name: "main", url: playlist.baseURL, playlist: playlist)]
        multivariant = nil
    }

    init(_ playlist: MultivariantPlaylist, _ choice: RenditionChoice) {
        var tracks = [PlannedTrack(name: "main", url: choice.variant.uri.url)]
        var local = MultivariantPlaylist(variants: [choice.variant])
        local.version = playlist.version
        local.start = playlist.start
        local.isIndependentSegments = playlist.isIndependentSegments
        local.sessionData = playlist.sessionData.filter { if case .value = $0.content { true } else { false } }
        local.variants[0].uri = "main.m3u8"
        local.variants[0].pathwayID = Variant.defaultPathway
        for rendition in choice.renditions {
            var kept = rendition
            if let url = rendition.uri?.url {
                let known = tracks.first { $0.url == url }
                let track = known ?? PlannedTrack(name: "\(rendition.kind)-\(tracks.count)", url: url)
                if known == nil { tracks.append(track) }
                kept.uri = URIReference(track.name + ".m3u8")
            }
            local.renditions.append(kept)
        }
        self.tracks = tracks
        multivariant = local
        definitions = playlist.defines
    }

    /// Variables of the multivariant playlist that media playlists may import.
    private(set) var definitions: [Definition] = []

    /// - Returns: whether the playlists of all tracks are loaded.
    mutating func add(_ playlist: MediaPlaylist, track: Int) -> Bool {
        tracks[track].playlist = playlist
        return tracks.allSatisfy { $0.playlist != nil }
    }

    /// Returns the plan, and the texts of the playlists to write.
    func finished(_ rule: LocalPlaylist) throws(DownloadError) -> (plan: DownloadPlan, texts: [String: [UInt8]]) {
        var files = LocalFileMap()
        var texts: [String: [UInt8]] = [:]
        var starts: [String: Double] = [:]
        for track in tracks {
            guard let playlist = track.playlist else { continue }
            let local = try rule.localize(playlist, track: track.name, files: &files)
            texts[track.name + ".m3u8"] = local.write()
            for segment in local.segments where starts[segment.uri.text] == nil { starts[segment.uri.text] = segment.start }
        }
        if let multivariant { texts["index.m3u8"] = multivariant.write() }
        // Keys and initialization sections first, then all tracks along the timeline, so that what is loaded early can be checked early.
        let ordered = files.resources.enumerated().sorted { left, right in
            let (a, b) = (starts[left.element.file] ?? -1, starts[right.element.file] ?? -1)
            return a == b ? left.offset < right.offset : a < b
        }
        let plan = DownloadPlan(
            entry: multivariant == nil ? "main.m3u8" : "index.m3u8", resources: ordered.map(\.element), playlists: texts.keys.sorted(),
            duration: tracks.first?.playlist?.duration ?? 0)
        return (plan, texts)
    }
}
