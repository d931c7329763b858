// SPDX-License-Identifier: Apache-2.0

import Foundation
import Testing
import WindowboxEngine
import WindowboxKit

/// Files of other projects, kept outside this repository, play as FFmpeg decodes them. Without the folder there is
/// nothing to test.
///
/// `WINDOWBOX_MEDIA` names another folder of such files with its `expect.json`.
@Suite("Third-party media", .serialized)
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

    /// Files for which FFmpeg decodes data that is neither audio nor video, or whose times mean something else.
    static let exceptions = [
        "mp3/100kB-garbage-prefix.mp3": "FFmpeg decodes the garbage before the first frame.",
        "mp3/200kB-garbage-prefix.mp3": "FFmpeg decodes the garbage before the first frame.",
        "mp4/sample_edit_list_no_sync_frame_before_edit.mp4":
            "Ten of FFmpeg's pictures lie before the beginning of the edit, and have negative times.",
        "mp4/sample_eac3.mp4": "FFmpeg 5.1 as a command gives out 0.3 s of the 1.7 s of sound.",
        "mp4/sample_eac3_fragmented.mp4": "FFmpeg 5.1 as a command gives out 0.3 s of the 1.7 s of sound.",
        "mp4/sample_fragmented_sgpd_v2.mp4": "The pictures are encrypted; FFmpeg shows what comes out without a key.",
        "mp4/sample_fragmented_variable_length_sgpd.mp4": "The pictures are encrypted; FFmpeg shows what comes out without a key.",
    ]

    @Test("Files play as FFmpeg decodes them", .timeLimit(.minutes(1)), arguments: files.filter { exceptions[$0.name] == nil })
    func plays(file: File) async throws {
        let run = await RecordedRun.play([file.path])
        #expect(run.end == .ended, "\(run.journal)")
        #expect(run.pictures.count == file.pictures, "\(run.journal)")
        // Without the silence that fills gaps at the beginning or end of a track.
        let heard = run.counts.audioSeconds
        #expect(abs(heard - file.sound) < 0.1 + file.sound * 0.01, "\(heard) s of audio instead of \(file.sound) s")
    }
}
