// SPDX-License-Identifier: Apache-2.0

import Foundation
import Testing
import WindowboxHLS

/// Playlists of public projects, compared with other parsers' results; skipped if the corpora are missing.
@Suite(.enabled(if: Corpus.isPresent)) struct CorpusTests {
    @Test("Playlists are read as two public parsers agree", arguments: ["globocom", "mamba"])
    func agrees(_ folder: String) throws {
        var checked = 0
        for (file, row) in try Corpus.expectations(folder) {
            guard let agree = row["agree"] as? [String: Any], !agree.isEmpty else { continue }
            let reading = Playlist.parse(try Corpus.bytes(folder, file), baseURL: base)
            checked += 1
            if let playlist = reading.playlist?.media {
                check(playlist, agree, file)
            } else {
                check(try #require(reading.playlist?.multivariant, "\(file)"), agree, file)
            }
        }
        #expect(checked > 40)
    }

    private func check(_ playlist: MediaPlaylist, _ agree: [String: Any], _ file: String) {
        if let target = agree["targetDuration"] as? Double { #expect(Double(playlist.targetDuration) == target.rounded(.up), "\(file)") }
        if let sequence = agree["mediaSequence"] as? UInt64 { #expect(playlist.mediaSequence == sequence, "\(file)") }
        if let isEnd = agree["endList"] as? Bool { #expect(playlist.isEndList == isEnd, "\(file)") }
        if let version = agree["version"] as? Int { #expect(playlist.version == version, "\(file)") }
        if let uris = agree["uris"] as? [String] { #expect(playlist.segments.map(\.uri.text) == uris, "\(file)") }
        if let durations = agree["durations"] as? [Double] {
            #expect(playlist.segments.count == durations.count, "\(file)")
            for (segment, duration) in zip(playlist.segments, durations) { #expect(abs(segment.duration - duration) < 1e-3, "\(file)") }
        }
        #expect(agree["variants"] == nil, "\(file) was read as a media playlist")
    }

    private func check(_ playlist: MultivariantPlaylist, _ agree: [String: Any], _ file: String) {
        if let variants = agree["variants"] as? [[Any]] {
            #expect(playlist.variants.map(\.uri.url) == variants.map { $0[0] as? String }, "\(file)")
            #expect(playlist.variants.map(\.bandwidth) == variants.map { ($0[1] as? NSNumber)?.intValue }, "\(file)")
        }
        if let iFrames = agree["iFrameVariants"] as? [Any] { #expect(playlist.iFrameVariants.count == iFrames.count, "\(file)") }
        if let count = agree["renditionCount"] as? Int { #expect(playlist.renditions.count == count, "\(file)") }
        #expect(agree["uris"] == nil, "\(file) was read as a multivariant playlist")
    }

    @Test("Every playlist of the corpora is read, or refused with a reason, and written losslessly", arguments: Corpus.folders)
    func lossless(_ folder: String) throws {
        for file in try Corpus.files(folder) {
            for mode in [ReadingOptions.Mode.lenient, .strict] {
                let options = ReadingOptions(mode: mode)
                let reading = Playlist.parse(try Corpus.bytes(folder, file), baseURL: base, options: options)
                #expect(reading.playlist != nil || !reading.errors.isEmpty, "\(file)")
                if mode == .lenient, reading.playlist != nil { #expect(reading.errors.isEmpty, "\(file)") }
                #expect(isLossless(reading, options: options), "\(file)")
            }
        }
    }

    @Test("Truncated playlists do no harm", arguments: Corpus.folders)
    func truncated(_ folder: String) throws {
        for file in try Corpus.files(folder) {
            let bytes = try Corpus.bytes(folder, file)
            for end in stride(from: 0, to: bytes.count, by: max(1, bytes.count / 100)) {
                #expect(isLossless(Playlist.parse(Array(bytes[..<end]), baseURL: base)), "\(file) \(end)")
            }
        }
    }
}

enum Corpus {
    static let folders = ["globocom", "mamba", "videojs"]

    static var root: URL {
        if let path = ProcessInfo.processInfo.environment["WINDOWBOX_CORPORA"] { return URL(fileURLWithPath: path) }
        var package = URL(fileURLWithPath: #filePath)
        for _ in 0..<4 { package.deleteLastPathComponent() }
        return package.appendingPathComponent("../shared/corpora").standardized
    }

    static var isPresent: Bool { FileManager.default.fileExists(atPath: root.appendingPathComponent("hls/README.md").path) || isFolder }

    private static var isFolder: Bool { FileManager.default.fileExists(atPath: root.appendingPathComponent("hls/globocom").path) }

    static func files(_ folder: String) throws -> [String] {
        let path = root.appendingPathComponent("hls/\(folder)").path
        return try FileManager.default.contentsOfDirectory(atPath: path).filter { $0.hasSuffix(".m3u8") }.sorted()
    }

    static func bytes(_ folder: String, _ file: String) throws -> [UInt8] {
        Array(try Data(contentsOf: root.appendingPathComponent("hls/\(folder)/\(file)")))
    }

    /// By file name, in order.
    static func expectations(_ folder: String) throws -> [(String, [String: Any])] {
        let data = try Data(contentsOf: root.appendingPathComponent("hls/\(folder)/expectations.json"))
        let document = try #require(try JSONSerialization.jsonObject(with: data) as? [String: Any])
        let rows = try #require((document["playlists"] ?? document) as? [String: [String: Any]])
        return rows.sorted { $0.key < $1.key }
    }
}
