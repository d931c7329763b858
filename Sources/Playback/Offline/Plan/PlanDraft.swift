// SPDX-License-Identifier: Apache-2.0

import WindowboxHLS
import WindowboxStreaming

/// A plan that comes about as the playlists arrive.
struct PlanDraft: Sendable {
    /// A media playlist that is to be kept.
    struct Lane: Sendable {
        /// The first part of the names of its files.
        var name: String
        var url: String
        var playlist: MediaPlaylist?
    }

    private(set) var lanes: [Lane]
    private let multivariant: MultivariantPlaylist?

    /// A stream of one media playlist.
    init(_ playlist: MediaPlaylist) {
        lanes = [Lane(name: "main", url: playlist.baseURL, playlist: playlist)]
        multivariant = nil
    }

    init(_ playlist: MultivariantPlaylist, _ choice: RenditionChoice) {
        var lanes = [Lane(name: "main", url: choice.variant.uri.url)]
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
                let known = lanes.first { $0.url == url }
                let lane = known ?? Lane(name: "\(rendition.kind)-\(lanes.count)", url: url)
                if known == nil { lanes.append(lane) }
                kept.uri = URIReference(lane.name + ".m3u8")
            }
            local.renditions.append(kept)
        }
        self.lanes = lanes
        multivariant = local
        definitions = playlist.defines
    }

    /// Variables of the multivariant playlist that the others may import.
    private(set) var definitions: [Definition] = []

    /// - Returns: whether every lane has its playlist.
    mutating func take(_ playlist: MediaPlaylist, lane: Int) -> Bool {
        lanes[lane].playlist = playlist
        return lanes.allSatisfy { $0.playlist != nil }
    }

    /// The plan, and the playlists to be written.
    func finished(_ rule: LocalPlaylist) throws(DownloadError) -> (plan: DownloadPlan, texts: [String: [UInt8]]) {
        var book = ResourceBook()
        var texts: [String: [UInt8]] = [:]
        var starts: [String: Double] = [:]
        for lane in lanes {
            guard let playlist = lane.playlist else { continue }
            let local = try rule.localized(playlist, lane: lane.name, book: &book)
            texts[lane.name + ".m3u8"] = local.write()
            for segment in local.segments where starts[segment.uri.text] == nil { starts[segment.uri.text] = segment.start }
        }
        if let multivariant { texts["index.m3u8"] = multivariant.write() }
        // Keys and sections first, then all lanes along the timeline, so that what is there early can be checked early.
        let ordered = book.resources.enumerated().sorted { left, right in
            let (a, b) = (starts[left.element.file] ?? -1, starts[right.element.file] ?? -1)
            return a == b ? left.offset < right.offset : a < b
        }
        let plan = DownloadPlan(
            entry: multivariant == nil ? "main.m3u8" : "index.m3u8", resources: ordered.map(\.element), playlists: texts.keys.sorted(),
            duration: lanes.first?.playlist?.duration ?? 0)
        return (plan, texts)
    }
}
