// SPDX-License-Identifier: Apache-2.0

import Testing
import WindowboxCodec
import WindowboxKit
import WindowboxMedia

@Suite("Text tracks of a file")
struct TextTrackTests {
    private func samples(_ demuxer: Demuxer, of track: Int) throws -> [Sample] {
        var list: [Sample] = []
        while let sample = try demuxer.next() { if sample.track == track { list.append(sample) } }
        return list
    }

    @Test("MP4 text tracks have a language and timed samples")
    func mp4() throws {
        let bytes = try file("film.mp4", of: "file-text-mp4")
        let demuxer = try Demuxer(FileInMemory(bytes), container: .file)
        let tracks = demuxer.textTracks
        #expect(tracks.map(\.coding) == [.timedText, .timedText])
        #expect(tracks.compactMap(\.language).count == 2)
        #expect(tracks.allSatisfy { $0.header.count >= 30 && $0.name == nil })
        demuxer.keep(track: tracks[1].track)
        let said = try samples(demuxer, of: tracks[1].track).filter { $0.text.count > 2 }
        #expect(said.count == 11)
        #expect(abs(said[2].presentation.seconds - demuxer.start - 3) < 0.05)
        #expect(abs(said[2].duration.seconds - 0.5) < 0.001)
        #expect(String(decoding: said[2].text.dropFirst(2).prefix(9), as: UTF8.self) == "Sekunde 3")
    }

    @Test("Matroska text tracks are SubRip, SubStation with its styles, and WebVTT")
    func matroska() throws {
        let bytes = try file("film.mkv", of: "file-text-mkv")
        let demuxer = try Demuxer(FileInMemory(bytes), container: .file)
        let tracks = demuxer.textTracks
        #expect(tracks.map(\.coding) == [.subRip, .subStation, .webVTTBlock])
        #expect(tracks.map(\.name) == [nil, "Signs", nil])
        #expect(tracks.map(\.isForced) == [false, true, false])
        #expect(String(decoding: tracks[1].header, as: UTF8.self).contains("[V4+ Styles]"))
        let cues = try samples(demuxer, of: tracks[2].track)
        #expect(cues.count == 11 && cues[0].text.starts(with: [0x0A, 0x0A] + Array("<i>Second 1</i>".utf8)))
    }

    @Test("WebVTT tracks in MP4 keep the header from the file after any seek")
    func header() throws {
        let writer = TextTrackWriter(.webVTT(header: "WEBVTT\n\nSTYLE\n::cue { color: red }"))
        let bytes = writer.initialization + writer.segment(from: 0, [.init(cue: "one", duration: 2)])
        let demuxer = try Demuxer(FileInMemory(bytes), container: .file)
        let track = try #require(demuxer.textTracks.first)
        #expect(track.coding == .webVTTBoxes)
        #expect(String(decoding: track.header, as: UTF8.self).hasSuffix("color: red }"))
        #expect(try samples(demuxer, of: track.track).map { String(decoding: $0.text.suffix(3), as: UTF8.self) } == ["one"])
    }

    @Test("CEA-608 tracks yield the byte pairs of both fields")
    func closedCaptions() throws {
        let writer = TextTrackWriter(.closedCaptions)
        let entries = [
            TextTrackWriter.Entry(first: [0x94, 0x20], duration: 0.5),
            TextTrackWriter.Entry(first: [0x94, 0x20, 0x48, 0x69], second: [0x15, 0x2C], duration: 0.5),
        ]
        let demuxer = try Demuxer(FileInMemory(writer.initialization + writer.segment(from: 0, entries)), container: .file)
        let track = try #require(demuxer.textTracks.first)
        #expect(track.coding == .closedCaptions)
        #expect(track.describesSound)
        #expect(
            try samples(demuxer, of: track.track).map(\.text) == [
                [0xFC, 0x94, 0x20], [0xFC, 0x94, 0x20, 0xFC, 0x48, 0x69, 0xFD, 0x15, 0x2C],
            ])
    }
}
