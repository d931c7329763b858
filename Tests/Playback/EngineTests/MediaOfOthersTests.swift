// SPDX-License-Identifier: Apache-2.0

import Foundation
import Testing
import WindowboxEngine
import WindowboxKit

/// Files of other projects, which lie outside this repository, play as FFmpeg decodes them. Where the folder is missing there is
/// nothing to test.
///
/// `WINDOWBOX_MEDIA` names another folder of such files with its `expect.json`.
@Suite("Media of others", .serialized)
struct MediaOfOthersTests {
    struct File: Sendable, CustomTestStringConvertible {
        var name: String
        var path: String
        var pictures: Int
        /// Seconds.
        var sound: Double
        var testDescription: String { name }
    }

    private struct Expectations: Decodable {
        struct Entry: Decodable {
            let pictures: Int
            let sound: Double
        }
        let files: [String: Entry]
    }

    private static let folder: URL = {
        if let path = ProcessInfo.processInfo.environment["WINDOWBOX_MEDIA"] { return URL(filePath: path) }
        let root = URL(filePath: #filePath).deletingLastPathComponent().deletingLastPathComponent().deletingLastPathComponent()
            .deletingLastPathComponent()
        return root.deletingLastPathComponent().appending(path: "shared/corpora/media")
    }()

    static let files: [File] = {
        guard let data = try? Data(contentsOf: folder.appending(path: "expect.json")),
            let expectations = try? JSONDecoder().decode(Expectations.self, from: data)
        else { return [] }
        return expectations.files.map { name, entry in
            File(name: name, path: folder.appending(path: name).path, pictures: entry.pictures, sound: entry.sound)
        }.sorted { $0.name < $1.name }
    }()

    @Test("plays as FFmpeg decodes it", .timeLimit(.minutes(1)), arguments: files)
    func plays(file: File) async throws {
        let run = await RecordedRun.play([file.path])
        #expect(run.end == .ended, "\(run.journal)")
        #expect(run.pictures.count == file.pictures, "\(run.journal)")
        let heard = Double(run.frameCount) / Double(SoundPosition.sampleRate)
        #expect(abs(heard - file.sound) < 0.1 + file.sound * 0.01, "\(heard) s of sound where there are \(file.sound) s")
    }
}
