// SPDX-License-Identifier: Apache-2.0

import WindowboxCaptions
import WindowboxCodec
import WindowboxEngine
import WindowboxMedia

/// The text tracks of a media file.
struct MediaFileTextTracks {
    private let name: String
    private enum Source {
        case file(Demuxer)
        case vobSub(VobSubFile)
    }

    private let source: Source
    let tracks: [TextTrack]

    /// - Throws: A media ``Failure`` if the file can't be opened or is damaged.
    init(file path: String) throws(Failure) {
        name = TerminalText.line(path)
        let input: LocalFileInput
        do throws(CodecError) { input = try LocalFileInput(path: path) } catch {
            throw .media("cannot read \(name): \(error.description)")
        }
        do throws(CodecError) {
            let demuxer = try Demuxer(input, container: .file)
            source = .file(demuxer)
            tracks = demuxer.textTracks
        } catch { throw .media("\(name): \(error.description)") }
    }

    init(_ file: VobSubFile, name: String) {
        self.name = TerminalText.line(name)
        source = .vobSub(file)
        tracks = file.tracks
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
        do throws(CodecError) {
            switch source {
            case .vobSub(let file): return try CaptionDocument.readPictures(of: track, from: file, shownIn: span)
            case .file(let demuxer) where track.coding.isPictures:
                return try CaptionDocument.readPictures(of: track, from: demuxer, shownIn: span)
            case .file(let demuxer): return try Self.text(of: track, in: demuxer, service: service)
            }
        } catch { throw .media("\(name): \(error.description)") }
    }

    private static func text(
        of track: TextTrack, in demuxer: Demuxer, service: ClosedCaptionService?
    ) throws(CodecError) -> CaptionDocument {
        var reader = TextTrackReader(track.coding, header: track.header, service: service)
        let offset = MediaTime(seconds: -demuxer.origin)
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
