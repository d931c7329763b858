// SPDX-License-Identifier: Apache-2.0

import WindowboxCaptions
import WindowboxCodec
import WindowboxEngine
import WindowboxMedia

/// The text tracks of a media file.
struct MediaFileTextTracks {
    private let name: String
    private let demuxer: Demuxer
    let tracks: [TextTrack]

    /// The number of bytes needed to recognise a media file.
    static let headLength = 400

    /// Whether the first bytes are of a media file or bitmap subtitles: MP4, QuickTime, Matroska, WebM, MPEG-TS or PGS.
    static func isMediaFile(_ head: [UInt8]) -> Bool {
        let isTransportStream = head.count > 188 && head[0] == 0x47 && head[188] == 0x47
        // A PGS segment: a mark, two times, a type and a length.
        let isPGS = head.count > 12 && head.starts(with: "PG".utf8) && (0x14...0x18).contains(head[10])
        return head.starts(with: [0x1A, 0x45, 0xDF, 0xA3]) || isTransportStream || isPGS || Container.sniff(head) == .mp4
            || head.dropFirst(4).starts(with: "wide".utf8)
    }

    /// - Throws: A media ``Failure`` if the file is damaged.
    init(_ input: some DemuxerInput, name: String) throws(Failure) {
        self.name = TerminalText.line(name)
        do throws(CodecError) { demuxer = try Demuxer(input, container: .file) } catch {
            throw .media("\(self.name): \(error.description)")
        }
        tracks = demuxer.textTracks
    }

    /// Reads a track, counted from 1.
    ///
    /// - Parameters:
    ///   - service: The closed-caption service; nil reads the first one present.
    ///   - span: Seconds; bitmaps outside this range may be left out.
    /// - Throws: A usage ``Failure`` if there is no such track, a media ``Failure`` if the file is damaged.
    func document(of number: Int?, service: ClosedCaptionService?, shownIn span: TimeRange? = nil) throws(Failure) -> CaptionDocument {
        guard let number else {
            throw .usage("\(name) has \(counted(tracks.count, "text track")); choose one with --track")
        }
        guard tracks.indices.contains(number - 1) else {
            throw .usage("\(name) has \(counted(tracks.count, "text track")) and no track \(number)")
        }
        let track = tracks[number - 1]
        if track.coding.isPictures {
            do throws(CodecError) { return try CaptionDocument.readPictures(of: track, from: demuxer, shownIn: span) } catch {
                throw .media("\(name): \(error.description)")
            }
        }
        var reader = TextTrackReader(track.coding, header: track.header, service: service)
        let offset = MediaTime(seconds: -demuxer.origin)
        do throws(CodecError) {
            demuxer.keep(track: track.track)
            var waiting: Sample?
            func read(_ sample: Sample, until next: MediaTime?) {
                let start = sample.presentation + offset
                // Samples of fragments may lack a duration, and the last one has no successor.
                let end = sample.duration.value > 0 ? start + sample.duration : next ?? start + MediaTime(value: 4, timescale: 1)
                reader.read(sample.text, start: start, end: end, offset: offset)
            }
            while let sample = try demuxer.next() {
                guard sample.track == track.track else { continue }
                guard sample.protection == nil else { throw CodecError(.locked, "the track is encrypted") }
                if let waiting { read(waiting, until: sample.presentation + offset) }
                waiting = sample
            }
            if let waiting { read(waiting, until: nil) }
        } catch { throw .media("\(name): \(error.description)") }
        return reader.finish()
    }

    /// The list of tracks as text.
    var summary: String {
        guard !tracks.isEmpty else { return "\(name): no supported text track" }
        let rows = tracks.enumerated().map { index, track in
            let facts = [
                track.isDefault ? "default" : nil, track.isForced ? "forced" : nil, track.describesSound ? "describes sound" : nil,
            ]
            return [
                "\(index + 1)", track.coding.name, TerminalText.line(track.language ?? ""), TerminalText.line(track.name ?? ""),
                facts.compactMap { $0 }.joined(separator: ", "),
            ]
        }
        return "\(name): \(counted(tracks.count, "text track"))\n" + TerminalText.table(rows) + "  (--track N reads one)"
    }

    var json: JSONTree {
        .record([
            "tracks": tracks.enumerated().map { index, track in
                JSONTree.record([
                    "track": index + 1, "coding": track.coding.name, "language": track.language, "name": track.name,
                    "default": track.isDefault, "forced": track.isForced, "describesSound": track.describesSound,
                ])
            }
        ])
    }
}
