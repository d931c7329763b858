// SPDX-License-Identifier: Apache-2.0

import Foundation
import Testing
import WindowboxCodec
import WindowboxKit
import WindowboxMedia

@Suite("Embedded metadata of containers")
struct EmbeddedMetadataTests {
    private static let description = """
        ;FFMETADATA1
        title=Über den Wolken
        artist=Ann & Bob
        album=Flüge
        date=2021-05-04
        genre=Jazz
        comment=Recorded live
        [CHAPTER]
        TIMEBASE=1/1000
        START=0
        END=2000
        title=Take-off
        [CHAPTER]
        TIMEBASE=1/1000
        START=2000
        END=4000
        title=Cruise

        """

    /// Four seconds of audio with tags and chapters, and with a cover image if `cover` gives its options.
    private func make(_ ending: String, _ codec: [String], cover: [String]?) async throws -> EmbeddedMetadata {
        let folder = FileManager.default.temporaryDirectory.appending(path: UUID().uuidString)
        try FileManager.default.createDirectory(at: folder, withIntermediateDirectories: true)
        defer { try? FileManager.default.removeItem(at: folder) }
        let (tags, picture, file) = ("\(folder.path)/tags.txt", "\(folder.path)/cover.png", "\(folder.path)/song.\(ending)")
        try Self.description.write(toFile: tags, atomically: true, encoding: .utf8)
        try await ffmpeg(["-f", "lavfi", "-i", "testsrc=size=96x96:duration=1", "-frames:v", "1", picture])
        let sound = ["-f", "lavfi", "-i", "sine=duration=4"]
        switch cover {
        case nil: try await ffmpeg(sound + ["-i", tags, "-map_metadata", "1", "-map_chapters", "1"] + codec + [file])
        case ["-attach"]:
            let attachment = ["-attach", picture, "-metadata:s:t", "mimetype=image/png", "-metadata:s:t", "filename=cover.png"]
            try await ffmpeg(sound + ["-i", tags, "-map_metadata", "1", "-map_chapters", "1"] + codec + attachment + [file])
        case .some(let options):
            let maps = ["-map", "0", "-map", "2", "-c:v", "copy", "-disposition:v", "attached_pic"]
            try await ffmpeg(
                sound + ["-i", tags, "-i", picture, "-map_metadata", "1", "-map_chapters", "1"] + maps + codec + options + [file])
        }
        let demuxer = try Demuxer(FileInMemory([UInt8](Data(contentsOf: URL(filePath: file)))), container: .file)
        #expect(demuxer.mediaTracks.map(\.kind) == [.audio])
        return demuxer.embeddedMetadata
    }

    private func ffmpeg(_ arguments: [String]) async throws {
        let (status, said) = try await RunningProgram.run("/usr/bin/env", ["ffmpeg", "-nostdin", "-v", "error", "-y"] + arguments)
        #expect(status == 0, "\(said)")
    }

    private struct Container {
        var ending: String
        var codec: String
        /// The ffmpeg options for the cover; nil if ffmpeg can't write one.
        var cover: [String]?
        var hasChapters: Bool
    }

    private static let containers = [
        Container(ending: "mp3", codec: "libmp3lame", cover: [], hasChapters: true),
        Container(ending: "m4a", codec: "aac", cover: [], hasChapters: true),
        Container(ending: "flac", codec: "flac", cover: [], hasChapters: false),
        Container(ending: "ogg", codec: "libvorbis", cover: nil, hasChapters: false),
        Container(ending: "opus", codec: "libopus", cover: nil, hasChapters: true),
        Container(ending: "mka", codec: "libopus", cover: ["-attach"], hasChapters: true),
        Container(ending: "wav", codec: "pcm_s16le", cover: nil, hasChapters: false),
    ]

    @Test("Tags, cover and chapters are read", arguments: 0..<7)
    func containers(index: Int) async throws {
        let container = Self.containers[index]
        let metadata = try await make(container.ending, ["-c:a", container.codec], cover: container.cover)
        #expect(metadata.title == "Über den Wolken")
        #expect(metadata.artist == "Ann & Bob")
        #expect(metadata.album == "Flüge")
        #expect(metadata.date?.hasPrefix("2021") ?? false)
        #expect(metadata.genre == "Jazz")
        #expect(metadata.description == "Recorded live")
        #expect((metadata.cover?.starts(with: [0x89, 0x50, 0x4E, 0x47]) ?? false) == (container.cover != nil))
        guard container.hasChapters else { return }
        #expect(metadata.chapters.map(\.title) == ["Take-off", "Cruise"])
        #expect(metadata.chapters.map { ($0.timeRange.start * 10).rounded() } == [0, 20])
        #expect(metadata.chapters.map { ($0.timeRange.end * 10).rounded() } == [20, 40])
    }

    @Test("The chapters of a file that begins hours after zero are where they were written, if FFmpeg moved only the samples")
    func late() async throws {
        let metadata = try await make("mka", ["-c:a", "libopus", "-output_ts_offset", "36000"], cover: nil)
        #expect(metadata.chapters.map { ($0.timeRange.start * 10).rounded() } == [0, 20])
        #expect(metadata.chapters.map { ($0.timeRange.end * 10).rounded() } == [20, 40])
    }

    /// A WAVE file with its title as raw bytes in a LIST chunk.
    private func wave(title: [UInt8]) -> [UInt8] {
        func chunk(_ name: String, _ content: [UInt8]) -> [UInt8] {
            let size = (0..<4).map { UInt8(truncatingIfNeeded: content.count >> (8 * $0)) }
            return Array(name.utf8) + size + content + (content.count.isMultiple(of: 2) ? [] : [0])
        }
        let format: [UInt8] = [1, 0, 1, 0, 0x40, 0x1F, 0, 0, 0x80, 0x3E, 0, 0, 2, 0, 16, 0]
        let list = chunk("LIST", Array("INFO".utf8) + chunk("INAM", title + [0]))
        return chunk("RIFF", Array("WAVE".utf8) + chunk("fmt ", format) + list + chunk("data", [UInt8](repeating: 0, count: 16_000)))
    }

    @Test("Latin-1 tags are decoded, control characters and surrounding spaces removed, and empty values ignored")
    func text() throws {
        func title(_ bytes: [UInt8]) throws -> String? {
            try Demuxer(FileInMemory(wave(title: bytes)), container: .file).embeddedMetadata.title
        }
        #expect(try title([0x43, 0x61, 0x66, 0xE9]) == "Café")
        #expect(try title(Array(" \u{7}Café \t".utf8)) == "Café")
        #expect(try title(Array("  ".utf8)) == nil)
        let long = try title([UInt8](repeating: 0x61, count: 100_000))
        #expect(long.map { $0.count <= 4096 } ?? true)
    }

    @Test("A file without metadata yields none")
    func silence() throws {
        #expect(try Demuxer(FileInMemory(file("film.mkv", of: "file-text-mkv")), container: .file).embeddedMetadata.chapters.isEmpty)
        #expect(try Demuxer(FileInMemory(wave(title: [])), container: .file).embeddedMetadata.isEmpty)
    }
}
