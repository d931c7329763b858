// SPDX-License-Identifier: Apache-2.0

import CFFmpeg
import Glibc
public import WindowboxMedia

extension Demuxer {
    private static let longestText = 4096
    private static let largestCover = 16 << 20
    private static let maximumChapters = 2000

    /// The tags, cover picture and chapters of the container. Chapter times are on the timeline that begins at ``origin``.
    public var embeddedMetadata: EmbeddedMetadata {
        EmbeddedMetadata(
            title: tag("title", "com.apple.quicktime.title", "com.apple.quicktime.displayname"),
            artist: tag("artist", "album_artist", "author", "com.apple.quicktime.artist"),
            album: tag("album", "com.apple.quicktime.album"), genre: tag("genre", "com.apple.quicktime.genre"),
            date: tag("date", "year", "com.apple.quicktime.year"),
            description: tag("description", "synopsis", "comment", "com.apple.quicktime.description"), cover: cover, chapters: chapters,
            loudness: loudness)
    }

    /// The tags of the newest link of an Ogg chain; nil if none has begun since the last call.
    ///
    /// Radio stations begin a link for each title.
    public func takeNewTags() -> EmbeddedMetadata? {
        guard isOgg else { return nil }
        let renewed = streams.filter { $0.pointee.event_flags & AVSTREAM_EVENT_FLAG_METADATA_UPDATED != 0 }
        guard !renewed.isEmpty else { return nil }
        defer {
            for stream in renewed {
                stream.pointee.event_flags &= ~AVSTREAM_EVENT_FLAG_METADATA_UPDATED
                // FFmpeg would append the next title to this one.
                av_dict_free(&stream.pointee.metadata)
            }
        }
        return embeddedMetadata
    }

    private var isOgg: Bool { strcmp(context.pointee.iformat.pointee.name, "ogg") == 0 }

    var streams: [UnsafeMutablePointer<AVStream>] { (0..<Int(context.pointee.nb_streams)).map { context.pointee.streams[$0]! } }

    /// The first non-empty tag among these.
    private func tag(_ names: String...) -> String? {
        var dictionaries = [context.pointee.metadata]
        // The comments of an Ogg file belong to its streams.
        if isOgg { dictionaries += streams.map(\.pointee.metadata) }
        for name in names {
            for dictionary in dictionaries {
                if let text = Self.text(dictionary, name) { return text }
            }
        }
        return nil
    }

    static func text(_ dictionary: OpaquePointer?, _ name: String) -> String? {
        guard let entry = av_dict_get(dictionary, name, nil, 0) else { return nil }
        let length = strnlen(entry.pointee.value, 4 * longestText)
        let bytes = UnsafeRawBufferPointer(start: entry.pointee.value, count: length)
        // Old taggers wrote Latin-1, whatever the format specifies.
        let text = String(validating: bytes, as: UTF8.self) ?? String(String.UnicodeScalarView(bytes.map { Unicode.Scalar($0) }))
        let scalars = text.unicodeScalars.filter { $0.value >= 0x20 && $0.value != 0x7F || $0 == "\n" || $0 == "\t" }
        let clean = String(String.UnicodeScalarView(scalars)).drop(while: \.isWhitespace).prefix(longestText)
        let end = clean.lastIndex { !$0.isWhitespace }
        return end.map { String(clean[...$0]) }
    }

    private var cover: [UInt8]? {
        func bytes(_ stream: UnsafeMutablePointer<AVStream>) -> [UInt8]? {
            let packet = stream.pointee.attached_pic
            guard let data = packet.data, packet.size > 0, Int(packet.size) <= Self.largestCover else { return nil }
            return Array(UnsafeBufferPointer(start: data, count: Int(packet.size)))
        }
        let pictures = streams.filter {
            // FFmpeg reports chapter pictures like covers.
            $0.pointee.disposition & AV_DISPOSITION_ATTACHED_PIC != 0 && $0.pointee.disposition & AV_DISPOSITION_TIMED_THUMBNAILS == 0
        }
        let front = pictures.first { Self.text($0.pointee.metadata, "comment")?.lowercased().hasPrefix("cover (front)") ?? false }
        return ((front.map { [$0] } ?? []) + pictures).lazy.compactMap(bytes).first
    }

    private var chapters: [EmbeddedMetadata.Chapter] {
        let length = duration ?? .infinity
        let stated = (0..<min(Int(context.pointee.nb_chapters), Self.maximumChapters)).compactMap {
            index -> (start: Double, end: Double?, title: String?)? in
            let chapter = context.pointee.chapters[index]!.pointee
            guard chapter.start != wb_no_pts, chapter.time_base.num > 0, chapter.time_base.den > 0 else { return nil }
            let tick = Double(chapter.time_base.num) / Double(chapter.time_base.den)
            let end = chapter.end == wb_no_pts ? nil : Double(chapter.end) * tick
            return (Double(chapter.start) * tick, end, Self.text(chapter.metadata, "title"))
        }
        // Chapters that all end before the first frame are not on the clock of the frames. FFmpeg moves only the frames.
        let offset = stated.contains { ($0.end ?? $0.start) > origin } ? origin : 0
        let found = stated.compactMap { chapter -> (start: Double, end: Double, title: String?)? in
            let start = max(chapter.start - offset, 0)
            guard start < length else { return nil }
            return (start, min(chapter.end.map { $0 - offset } ?? start, length), chapter.title)
        }
        let sorted = found.sorted { $0.start < $1.start }
        return sorted.indices.map { index in
            let chapter = sorted[index]
            let next = sorted[(index + 1)...].first { $0.start > chapter.start }?.start
            // Some files declare only where chapters begin, and chapters of several editions overlap.
            let end = chapter.end > chapter.start ? min(chapter.end, next ?? .infinity) : next ?? duration ?? chapter.start
            return EmbeddedMetadata.Chapter(title: chapter.title, timeRange: TimeRange(start: chapter.start, end: max(end, chapter.start)))
        }
    }
}
