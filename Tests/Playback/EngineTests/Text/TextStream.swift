// SPDX-License-Identifier: Apache-2.0

import Foundation
import WindowboxEngine
import WindowboxKit
import WindowboxMedia
import WindowboxStreaming

/// Video of the catalogue with text renditions of the test.
struct TextStream: ~Copyable {
    private let folder: URL
    let address: String

    struct Rendition {
        var language: String
        /// Lines before the first segment of the playlist, such as EXT-X-MAP.
        var head = ""
        var segments: [(duration: Double, lines: String, bytes: [UInt8]?)]
        var files: [String: [UInt8]] = [:]
    }

    /// - Parameter playlist: The video playlist, relative to the stream's folder.
    init(of stream: GeneratedStream, playlist: String, _ renditions: [Rendition]) throws {
        folder = FileManager.default.temporaryDirectory.appending(path: "windowbox-\(UUID().uuidString)")
        try FileManager.default.createDirectory(at: folder, withIntermediateDirectories: true)
        var main = "#EXTM3U\n#EXT-X-VERSION:9\n"
        for rendition in renditions {
            let name = rendition.language
            main += "#EXT-X-MEDIA:TYPE=SUBTITLES,GROUP-ID=\"t\",NAME=\"\(name)\",LANGUAGE=\"\(name)\",URI=\"\(name).m3u8\"\n"
            var text = "#EXTM3U\n#EXT-X-VERSION:9\n#EXT-X-TARGETDURATION:30\n#EXT-X-PLAYLIST-TYPE:VOD\n\(rendition.head)"
            for (index, segment) in rendition.segments.enumerated() {
                text += "\(segment.lines)#EXTINF:\(segment.duration),\n\(name)-\(index).text\n"
                if let bytes = segment.bytes { try Data(bytes).write(to: folder.appending(path: "\(name)-\(index).text")) }
            }
            for (file, bytes) in rendition.files { try Data(bytes).write(to: folder.appending(path: file)) }
            try Data((text + "#EXT-X-ENDLIST\n").utf8).write(to: folder.appending(path: "\(name).m3u8"))
        }
        let pictures = stream.directory.appending(path: playlist).path
        main += "#EXT-X-STREAM-INF:BANDWIDTH=1000000,SUBTITLES=\"t\"\n\(pictures)\n"
        try Data(main.utf8).write(to: folder.appending(path: "main.m3u8"))
        address = folder.appending(path: "main.m3u8").path
    }

    deinit { try? FileManager.default.removeItem(at: folder) }
}

/// The text that an engine reported.
struct TextRun {
    var facts: [TextFact] = []
    var presentation: Presentation?

    var resources: [TextResource] {
        facts.compactMap { if case .loaded(let resource) = $0 { resource } else { nil } }
    }

    static func configuration(_ language: String?, at pace: Pace = .asFastAsPossible) -> EngineConfiguration {
        var configuration = EngineConfiguration(pace: pace)
        if let language { configuration.streaming.subtitleLanguages = [language] }
        return configuration
    }

    /// Loads an item without playing it, until `isEnough`.
    /// - Parameter script: Started with the first text.
    static func load(
        _ address: String, language: String?, script: (@Sendable (PlaybackEngine) async -> Void)? = nil, until isEnough: (TextRun) -> Bool
    ) async -> TextRun {
        let engine = PlaybackEngine(configuration: configuration(language))
        var run = TextRun()
        await engine.load(address, as: ItemID(0))
        var scripted: Task<Void, Never>?
        for await fact in engine.facts {
            if case .text(_, let text) = fact { run.facts.append(text) }
            if let script, scripted == nil, !run.resources.isEmpty { scripted = Task { await script(engine) } }
            if case .presentation(_, let presentation) = fact { run.presentation = presentation }
            if case .failed = fact { break }
            if isEnough(run) { break }
        }
        scripted?.cancel()
        await engine.shutDown()
        return run
    }
}
