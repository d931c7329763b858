// SPDX-License-Identifier: Apache-2.0

import Foundation
import WindowboxCaptions
import WindowboxHLS
import WindowboxMedia

/// Captions as a single file, and as segments with a playlist.
struct PackagedSubtitles {
    /// The name of its files and folder.
    let name: String
    let document: CaptionDocument
    /// The duration of the media in seconds.
    let duration: Double

    /// The duration of a segment in seconds: a compromise between the delay of the first caption and many small files.
    static let segmentDuration = 30.0

    /// - Throws: ``PackagerError`` if it contains no readable captions.
    init(_ bytes: [UInt8], name: String, label: String, duration: Double) throws {
        self.name = name
        self.duration = duration
        // Limits against hostile files.
        let limits = CaptionLimits(lineBytes: 64 << 10, blockBytes: 256 << 10, cues: 200_000, regions: 100, depth: 32, errors: 20)
        guard bytes.count <= 32 << 20 else { throw PackagerError.tooLarge("the captions \(label) have \(bytes.count) bytes") }
        let document = CaptionDocument.read(bytes, limits: limits)
        guard !document.cues.isEmpty else {
            let cause = document.errors.first.map { "line \($0.line): \($0.message); \($0.remedy)" } ?? "the file has no captions"
            throw PackagerError.captions(label, cause)
        }
        self.document = document
    }

    /// Relative paths and contents, in the order in which to store them.
    func files() -> [(path: String, bytes: [UInt8])] {
        var files = [("\(name).vtt", Self.bytes(document))]
        let count = max(1, Int((duration / Self.segmentDuration).rounded(.up)))
        var playlist = MediaPlaylist(targetDuration: Int(Self.segmentDuration))
        playlist.version = 7
        playlist.kind = .onDemand
        playlist.isEndList = true
        let cues = cuesBySegment(count)
        for number in 0..<count {
            var part = document
            part.cues = cues[number]
            // The timestamps of video and audio begin at zero.
            part.timestampMap = TimestampMap(mpegTS: 0, local: .zero)
            files.append(("\(name)/\(number).vtt", Self.bytes(part)))
            let start = Double(number) * Self.segmentDuration
            let length = max(0.001, min(Self.segmentDuration, duration - start))
            playlist.segments.append(MediaSegment(uri: URIReference("\(number).vtt"), duration: length, sequence: UInt64(number)))
        }
        files.append(("\(name)/index.m3u8", playlist.write()))
        return files
    }

    /// The text of all cues in their order, without markup; the beginning of a very long one.
    var transcript: String {
        var lines: [String] = []
        var left = 256 << 10
        for cue in document.cues {
            let text = cue.plainText(withRuby: false)
            left -= text.utf8.count
            guard left >= 0 else { break }
            lines.append(text)
        }
        return lines.joined(separator: "\n")
    }

    /// Each segment contains all cues shown in it (RFC 8216bis, 3.1.4); the player merges those that span several segments.
    private func cuesBySegment(_ count: Int) -> [[Cue]] {
        var lists = [[Cue]](repeating: [], count: count)
        // Limits the total number of copies, for cues that are shown for hours.
        var budget = 400_000
        for cue in document.cues where cue.end > cue.start && cue.end.seconds > 0 && cue.start.seconds < duration {
            let first = max(0, Int(cue.start.seconds / Self.segmentDuration))
            let last = min(count - 1, Int((cue.end.seconds / Self.segmentDuration).rounded(.up)) - 1)
            for number in first...max(first, last) where number < count && budget > 0 {
                lists[number].append(cue)
                budget -= 1
            }
        }
        return lists
    }

    private static func bytes(_ document: CaptionDocument) -> [UInt8] {
        document.write(as: .webVTT)?.bytes ?? Array("WEBVTT\n".utf8)
    }
}
