// SPDX-License-Identifier: Apache-2.0

import Foundation
import WindowboxContract

/// Builds a player's composition document from the catalogue. Decides whether media may be played; media that may not has no URL.
struct Composition {
    let now: Date
    /// ISO 3166-1 alpha-2; nil if the viewer's country is unknown.
    let country: String?
    /// Whether the viewer has entered the stream's access code.
    var isUnlocked = false
    /// Whether the viewer has entered the video's password.
    var isVideoUnlocked = false
    /// Converts a stored path to the URL that clients get.
    let address: (String) -> String
    /// Seconds before its start at which media already has a URL, so that players can start exactly on time.
    static let lead = 60.0

    func document(of video: Video) -> CompositionDocument {
        let chapter = chapter(of: video, kind: "clip")
        return CompositionDocument(main: chapter.urn, chapters: [chapter])
    }

    func document(
        of stream: LiveStream, under video: Video, trailer: Video?, channel: VideoChannel, products: [Product]
    ) -> CompositionDocument {
        var main = CompositionDocumentChapter(
            urn: MediaName(.live, stream.id).description, kind: "scheduledLivestream",
            title: stream.title.isEmpty ? video.caption : stream.title)
        main.description = stream.description.isEmpty ? nil : stream.description
        main.date = stream.startedAt ?? stream.scheduledAt
        let visibility = video.visibility(at: now)
        if visibility.allowsMedia { main.image = (stream.posterURL ?? video.posterURL).map(address) }
        main.blockingReason = blockingReason(of: video) ?? (stream.isLocked && !isUnlocked ? "commercial" : nil)
        if stream.status == .idle { main.availableFrom = stream.scheduledAt }
        main.availableUntil = stream.status == .completed ? stream.endedAt ?? now : video.availableUntil
        if main.blockingReason == nil, visibility.isPlayable(lead: Self.lead) { main.resources = resources(of: stream, recording: video) }
        if stream.status == .replay {
            main.kind = "clip"
            main.duration = video.durationMS > 0 ? video.durationMS : nil
            main.segments = highlights(of: stream, length: video.durationMS, products: products)
        } else if stream.status == .idle, stream.scheduledAt == nil {
            main.blockingReason = main.blockingReason ?? "startDate"
        }
        var chapters = [main]
        if let trailer, trailer.visibility(at: now).isAvailable { chapters.append(chapter(of: trailer, kind: "trailer")) }
        return CompositionDocument(main: main.urn, chapters: chapters, channel: CompositionChannel(title: channel.name))
    }

    private func chapter(of video: Video, kind: String) -> CompositionDocumentChapter {
        let name = MediaName(.video, video.id).description
        var chapter = CompositionDocumentChapter(urn: name, kind: kind, title: video.caption)
        chapter.description = video.description.isEmpty ? nil : video.description
        chapter.date = video.publishedAt
        chapter.duration = video.durationMS > 0 ? video.durationMS : nil
        let visibility = video.visibility(at: now)
        if visibility.allowsMedia { chapter.image = video.posterURL.map(address) }
        if case .scheduled(let start) = visibility.state { chapter.availableFrom = start }
        chapter.availableUntil = video.availableUntil
        chapter.blockingReason = blockingReason(of: video)
        if chapter.blockingReason == nil, visibility.isPlayable(lead: Self.lead) { chapter.resources = resources(of: video) }
        chapter.segments = (video.segments ?? []).map { segment in
            var described = CompositionDocumentSegment(
                urn: "\(name):\(segment.id)", title: segment.title, markIn: segment.startMS, markOut: segment.endMS)
            described.image = segment.posterURL.map(address)
            described.blockingReason = segment.blockingReason
            described.isHidden = segment.hidden
            return described
        }
        chapter.intervals = (video.intervals ?? []).map { CompositionInterval(kind: $0.kind, markIn: $0.startMS, markOut: $0.endMS) }
        return chapter
    }

    private func blockingReason(of video: Video) -> String? {
        if video.regions.isBlocked(in: country) { return "geoblocked" }
        return video.visibility(at: now).blockingReason ?? (video.isProtected && !isVideoUnlocked ? "commercial" : nil)
    }

    private func resources(of video: Video) -> [CompositionResource] {
        let streams = [video.hlsURL].compactMap { $0 }.map { CompositionResource(url: address($0), delivery: "hls", timing: "onDemand") }
        let files = video.renditions.filter { $0.type == "video/mp4" }.sorted { $0.bitrate > $1.bitrate }
        return streams + files.map { CompositionResource(url: address($0.url), delivery: "progressive", timing: "onDemand") }
    }

    private func resources(of stream: LiveStream, recording video: Video) -> [CompositionResource] {
        switch stream.status {
        case .live, .paused:
            // The low-latency and the ordinary playlists may have the same URL.
            ([stream.playback.lowLatencyHLS] + (stream.playback.hls == stream.playback.lowLatencyHLS ? [] : [stream.playback.hls]))
                .compactMap { $0 }.map {
                    CompositionResource(url: address($0), delivery: "hls", timing: "dvr")
                }
        case .replay:
            stream.replay.map { [CompositionResource(url: address($0.url), delivery: "hls", timing: "onDemand")] } ?? resources(of: video)
        default: []
        }
    }

    /// One segment per highlight, up to the next highlight.
    private func highlights(of stream: LiveStream, length: Int64, products: [Product]) -> [CompositionDocumentSegment] {
        let names = Dictionary(products.map { ($0.id, $0.name) }) { first, _ in first }
        let highlights = (stream.replay?.highlights ?? []).sorted { $0.offsetMS < $1.offsetMS }
        return highlights.enumerated().compactMap { index, highlight in
            let end = index + 1 < highlights.count ? highlights[index + 1].offsetMS : length
            guard end > highlight.offsetMS else { return nil }
            return CompositionDocumentSegment(
                urn: "\(MediaName(.live, stream.id)):\(highlight.productID)", title: names[highlight.productID] ?? "",
                markIn: highlight.offsetMS, markOut: end)
        }
    }
}
