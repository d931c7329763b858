// SPDX-License-Identifier: Apache-2.0

import Foundation
import WindowboxKit
import WindowboxOrigin

/// Serves DASH manifests for the generated streams, each of which is in a folder of its name.
final class ManifestStage: Sendable {
    let origin: FaultyOrigin

    /// - Parameters:
    ///   - texts: By path without the leading slash; the manifest is `m.mpd`.
    ///   - answer: Overrides texts and files unless it returns nil.
    init(
        _ texts: [String: String], rules: [FaultRule] = [], answer: @escaping @Sendable (OriginRequest) -> OriginResponse? = { _ in nil }
    ) async throws {
        let folder = FilesInMemory(try GeneratedStreams.directory)
        origin = try await FaultyOrigin(rules: rules) { request in
            if let answer = answer(request) { return answer }
            if let text = texts[String(request.path.dropFirst())] { return .text(text, type: "application/dash+xml") }
            // The same files under another prefix.
            var request = request
            if request.path.hasPrefix("/a/") { request.path.removeFirst(2) }
            return folder.answer(request)
        }
    }

    var address: String { "\(origin.address)/m.mpd" }
    /// The requested paths without the leading slash, in order of arrival.
    var paths: [String] { origin.requests.map { String($0.path.dropFirst()) } }
}

/// Manifests of generated streams.
enum ManifestText {
    static func mpd(_ content: String, _ attributes: String = "type=\"static\" mediaPresentationDuration=\"PT12S\"") -> String {
        "<MPD xmlns=\"urn:mpeg:dash:schema:mpd:2011\" xmlns:cenc=\"urn:mpeg:cenc:2013\" xmlns:xlink=\"http://www.w3.org/1999/xlink\" "
            + "xmlns:dashif=\"https://dashif.org/\" \(attributes)>\(content)</MPD>"
    }

    static func video(_ folder: String = "vod-cmaf-single/video", _ segments: Range<Int> = 0..<6, _ inner: String = "") throws -> String {
        try set(folder, segments, "mimeType=\"video/mp4\" codecs=\"avc1.64001e\" width=\"640\" height=\"360\"", inner)
    }

    static func sound(
        _ folder: String = "vod-cmaf-single/audio-en", _ segments: Range<Int> = 0..<6, language: String = "en", _ inner: String = ""
    ) throws -> String {
        try set(folder, segments, "mimeType=\"audio/mp4\" codecs=\"mp4a.40.2\" lang=\"\(language)\"", inner)
    }

    /// A set with one representation. The playlist in its folder gives the durations of its segments.
    static func set(_ folder: String, _ segments: Range<Int>, _ attributes: String, _ inner: String = "") throws -> String {
        "<AdaptationSet \(attributes)>\(inner)\(try representation(folder, segments))</AdaptationSet>"
    }

    static func representation(_ folder: String, _ segments: Range<Int>, bandwidth: Int = 500_000, _ attributes: String = "") throws
        -> String
    {
        let list = try String(
            contentsOf: try GeneratedStreams.directory.appending(path: "\(folder)/index.m3u8"), encoding: .utf8)
        let durations = list.split(separator: "\n").filter { $0.hasPrefix("#EXTINF:") }
            .compactMap { Double($0.dropFirst(8).prefix { $0 != "," }) }.map { Int(($0 * 1e6).rounded()) }
        let start = durations[..<segments.lowerBound].reduce(0, +)
        var (time, entries) = (start, "")
        for duration in durations[segments] {
            entries += "<S t=\"\(time)\" d=\"\(duration)\"/>"
            time += duration
        }
        let id = folder.replacing("/", with: "-")
        return "<Representation id=\"\(id)\" bandwidth=\"\(bandwidth)\" \(attributes)><SegmentTemplate timescale=\"1000000\" "
            + "initialization=\"\(folder)/init.mp4\" media=\"\(folder)/$Number$.m4s\" startNumber=\"\(segments.lowerBound)\" "
            + "presentationTimeOffset=\"\(start)\"><SegmentTimeline>\(entries)</SegmentTimeline></SegmentTemplate></Representation>"
    }

    /// - Parameters:
    ///   - id: 32 hexadecimal digits.
    ///   - license: The URL of a licence server.
    static func protection(_ scheme: String, _ id: String, license: String? = nil) -> String {
        var text = "<ContentProtection schemeIdUri=\"urn:mpeg:dash:mp4protection:2011\" value=\"\(scheme)\" cenc:default_KID=\"\(id)\"/>"
        if let license {
            text +=
                "<ContentProtection schemeIdUri=\"urn:uuid:e2719d58-a985-b3c9-781a-b030af78d30e\" value=\"ClearKey1.0\">"
                + "<dashif:Laurl>\(license)</dashif:Laurl></ContentProtection>"
        }
        return text
    }
}
