// SPDX-License-Identifier: Apache-2.0

import Testing
import WindowboxHLS
import WindowboxStitcher

/// A sliding live playlist: segments of one duration from number 0 on, dated from 1,000,000 s.
struct LiveOrigin {
    var segment = 6.0
    var window = 6
    var name = "c"
    var hasDates = true
    /// The numbers of segments after a discontinuity.
    var discontinuities: Set<Int> = []
    /// Tags before segments, by number.
    var tags: [Int: String] = [:]
    /// Seconds of a part; nil without low latency.
    var part: Double?
    var firstNumber = 0
    var base = "http://origin/v/list.m3u8"

    static let epoch = 1_000_000.0

    /// - Parameters:
    ///   - count: The number of complete segments so far.
    ///   - parts: The number of parts of the next one.
    func playlist(_ count: Int, parts: Int = 0) throws -> MediaPlaylist {
        let first = max(0, count - window)
        var text =
            "#EXTM3U\n#EXT-X-VERSION:6\n#EXT-X-TARGETDURATION:\(Int(segment.rounded()))\n#EXT-X-MEDIA-SEQUENCE:\(firstNumber + first)\n"
        text += "#EXT-X-DISCONTINUITY-SEQUENCE:\(discontinuities.count { $0 < first })\n"
        if let part {
            text +=
                "#EXT-X-PART-INF:PART-TARGET=\(part)\n#EXT-X-SERVER-CONTROL:CAN-BLOCK-RELOAD=YES,PART-HOLD-BACK=\(3 * part),CAN-SKIP-UNTIL=36\n"
        }
        for number in first..<count {
            if discontinuities.contains(number) { text += "#EXT-X-DISCONTINUITY\n" }
            if hasDates { text += "#EXT-X-PROGRAM-DATE-TIME:\(DateTimeText.text(Self.epoch + Double(number) * segment))\n" }
            text += (tags[number] ?? "") + "#EXTINF:\(segment),\n\(name)\(number).ts\n"
        }
        if let part {
            if hasDates { text += "#EXT-X-PROGRAM-DATE-TIME:\(DateTimeText.text(Self.epoch + Double(count) * segment))\n" }
            for index in 0..<parts { text += "#EXT-X-PART:DURATION=\(part),URI=\"\(name)\(count).\(index).ts\"\n" }
            text += "#EXT-X-PRELOAD-HINT:TYPE=PART,URI=\"\(name)\(count).\(parts).ts\"\n"
        }
        return try media(text, base: base)
    }
}

func media(_ text: String, base: String = "") throws -> MediaPlaylist {
    let reading = Playlist.parse(Array((text.hasPrefix("#EXTM3U") ? text : "#EXTM3U\n" + text).utf8), baseURL: base)
    return try #require(reading.playlist?.media, "\(reading.errors)")
}

/// A complete ad.
func creative(_ name: String, _ durations: [Double] = [5, 5], head: String = "", parts: Double? = nil) throws -> MediaPlaylist {
    var body = ""
    for (index, duration) in durations.enumerated() {
        if let parts {
            for part in 0..<Int((duration / parts).rounded()) {
                body += "#EXT-X-PART:DURATION=\(parts),URI=\"\(name)\(index).\(part).ts\"\n"
            }
        }
        body += "#EXTINF:\(duration),\n\(name)\(index).ts\n"
    }
    let target = Int(durations.max()?.rounded() ?? 1)
    return try media("\(head)#EXT-X-TARGETDURATION:\(target)\n\(body)#EXT-X-ENDLIST\n", base: "http://ads/\(name)/ad.m3u8")
}

/// What one rendition of a live session published over many reloads.
struct LiveRun {
    /// By number: the URL, the discontinuity sequence number, and the date.
    var seen: [UInt64: (url: String, discontinuity: UInt64, date: Double?)] = [:]
    var ledger = LiveLedger()
    var problems: [String] = []
    var last: MediaPlaylist?

    /// Stitches one load and compares it with everything published before.
    mutating func load(_ origin: MediaPlaylist, of name: String? = nil, breaks: [LiveStitch.Break], stitch: LiveStitch = LiveStitch())
        throws
    {
        let result = stitch.apply(to: origin, of: name, breaks: breaks, ledger: ledger)
        ledger = result.ledger
        problems += result.problems
        let playlist = result.playlist
        // A player parses the same playlist.
        let written = try #require(Playlist.parse(playlist.write(), baseURL: "").playlist?.media)
        #expect(written.segments.map(\.sequence) == playlist.segments.map(\.sequence))
        #expect(written.segments.map(\.discontinuitySequence) == playlist.segments.map(\.discontinuitySequence))
        if let last {
            #expect(playlist.mediaSequence >= last.mediaSequence, "the media sequence went back")
            #expect(playlist.discontinuitySequence >= last.discontinuitySequence, "the discontinuity sequence went back")
            #expect(playlist.nextSequence >= last.nextSequence, "the live edge went back")
        }
        for segment in written.segments {
            if let known = seen[segment.sequence] {
                #expect(known.url == segment.uri.text, "segment \(segment.sequence) has another URL now")
                #expect(
                    known.discontinuity == segment.discontinuitySequence, "segment \(segment.sequence) has another discontinuity number")
                if let old = known.date, let new = segment.programDateTime {
                    #expect(abs(old - new) < 0.002, "segment \(segment.sequence) has another time now")
                }
            }
            seen[segment.sequence] = (segment.uri.text, segment.discontinuitySequence, segment.programDateTime)
        }
        last = playlist
    }

    /// The last path components of the URLs, in order.
    var names: [String] { seen.sorted { $0.key < $1.key }.map { String($0.value.url.split(separator: "/").last ?? "") } }
}
