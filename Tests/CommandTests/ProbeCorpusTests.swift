// SPDX-License-Identifier: Apache-2.0

import Foundation
import Testing

@testable import windowbox

/// Probes playlists of public projects; skipped if the corpora are missing.
@Suite(.enabled(if: FileManager.default.fileExists(atPath: corpora.path))) struct ProbeCorpusTests {
    @Test("The report matches what two public parsers agree on", arguments: ["globocom", "mamba"])
    func agrees(_ folder: String) async throws {
        let folder = corpora.appendingPathComponent(folder)
        let data = try Data(contentsOf: folder.appendingPathComponent("expectations.json"))
        let document = try #require(try JSONSerialization.jsonObject(with: data) as? [String: Any])
        let rows = try #require(document["playlists"] as? [String: [String: Any]])
        var checked = 0
        for (file, row) in rows {
            guard let agree = row["agree"] as? [String: Any] else { continue }
            let path = folder.appendingPathComponent(file).path
            let plain = try object(try await command(path).report())
            let based = try object(try await command(path, ["--base", "http://example.com/path/playlist.m3u8"]).report())
            for key in ["version", "targetDuration", "mediaSequence", "endList"] {
                guard let value = agree[key] as? NSObject else { continue }
                #expect(plain[key] as? NSObject == value, "\(file) \(key)")
            }
            let segments = plain["segments"] as? [[String: Any]] ?? []
            if let uris = agree["uris"] as? [String] { #expect(segments.map { $0["uri"] as? String } == uris, "\(file)") }
            if let variants = agree["variants"] as? [[Any]] {
                let ours = try #require(based["variants"] as? [[String: Any]], "\(file)")
                #expect(ours.map { $0["uri"] as? String } == variants.map { $0[0] as? String }, "\(file)")
                #expect(ours.map { $0["bandwidth"] as? Int } == variants.map { $0[1] as? Int }, "\(file)")
            }
            if let count = agree["renditionCount"] as? Int { #expect((plain["renditions"] as? [Any])?.count == count, "\(file)") }
            checked += 1
        }
        #expect(checked > 40)
    }
}

private let corpora: URL = {
    if let path = ProcessInfo.processInfo.environment["WINDOWBOX_CORPORA"] {
        return URL(fileURLWithPath: path).appendingPathComponent("hls")
    }
    var package = URL(fileURLWithPath: #filePath)
    for _ in 0..<3 { package.deleteLastPathComponent() }
    return package.appendingPathComponent("../shared/corpora/hls").standardized
}()
