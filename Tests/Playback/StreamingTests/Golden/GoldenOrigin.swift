// SPDX-License-Identifier: Apache-2.0

import WindowboxKit
import WindowboxMedia
import WindowboxStreaming

/// A server and a network defined by a few switches: a response depends only on the load's number, its URL and the time.
struct GoldenOrigin {
    enum Kind: String { case onDemand, live, lowLatency }

    struct Features: OptionSet {
        let rawValue: Int
        static let audio = Self(rawValue: 1)
        static let subtitles = Self(rawValue: 1 << 1)
        static let iFrames = Self(rawValue: 1 << 2)
        static let pathways = Self(rawValue: 1 << 3)
        static let steering = Self(rawValue: 1 << 4)
        static let gaps = Self(rawValue: 1 << 5)
        static let discontinuities = Self(rawValue: 1 << 6)
        static let dates = Self(rawValue: 1 << 7)
        static let interstitials = Self(rawValue: 1 << 8)
        static let keys = Self(rawValue: 1 << 9)
        static let serverData = Self(rawValue: 1 << 10)
        static let deltas = Self(rawValue: 1 << 11)
        static let restarts = Self(rawValue: 1 << 12)
        static let freezes = Self(rawValue: 1 << 13)
        static let ends = Self(rawValue: 1 << 14)
        static let movedHints = Self(rawValue: 1 << 15)
        static let loneMedia = Self(rawValue: 1 << 16)
        static let missingSegments = Self(rawValue: 1 << 17)
        static let start = Self(rawValue: 1 << 18)
    }

    var kind: Kind
    var features: Features
    var seed: Int
    /// The percentage of loads that fail.
    var faults: Int

    private static let causes: [LoadFailure.Cause] = [
        .status(404), .status(503), .connection, .timeout, .truncated, .malformed, .status(429), .key, .unsupported,
    ]

    func answer(_ load: StreamLoad, _ time: Double) -> ScriptedPlayer.Answer {
        var dice = SeededChance(UInt64(seed) << 32 + UInt64(load.id.number))
        if load.address == "http://host/main.m3u8" {
            return .text(features.contains(.loneMedia) ? playlist("mid", time) : multivariant)
        }
        if dice.below(100) < faults {
            return .failure(
                LoadFailure(Self.causes[dice.below(Self.causes.count)], retryAfter: dice.below(4) == 0 ? 1 : nil, message: "by dice"),
                after: Double(dice.below(100)) / 50)
        }
        if case .steering = load.content { return steering(time) }
        let path = load.address.split(separator: "?")[0]
        let name = path.split(separator: "/").last.map { String($0.split(separator: ".")[0]) } ?? ""
        if path.hasSuffix(".m3u8") {
            let answered = kind == .lowLatency ? blockedUntil(load.address, time) : time + 0.02 + Double(dice.below(30)) / 100
            return .text(playlist(name, answered), after: answered - time, age: features.contains(.dates) ? 1 : nil)
        }
        if features.contains(.missingSegments), name == "low3" || name == "mid6" || name == "high6" || name == "en9" {
            return .failure(LoadFailure(.status(404), message: "not found"))
        }
        return media(load, time, &dice)
    }

    private func media(_ load: StreamLoad, _ time: Double, _ dice: inout SeededChance) -> ScriptedPlayer.Answer {
        let duration: Double
        switch load.content {
        case .segment(let segment): duration = segment.range.duration
        default: duration = 0.1
        }
        let rates = ["low": 1e6, "mid": 3e6, "high": 6e6]
        let rate = rates.first { load.address.contains($0.key) }?.value ?? 1.3e5
        let bytes = max(200, Int(rate * duration / 8 * (0.7 + Double(dice.below(60)) / 100)))
        var weather = SeededChance(UInt64(seed) << 8 + UInt64(time / 15))
        let bandwidth = [0.5e6, 1.6e6, 4e6, 8e6, 12e6, 30e6][weather.below(6)]
        var after = 0.02 + Double(dice.below(80)) / 1000 + Double(bytes) * 8 / bandwidth
        if let segment = load.segment, let part = segment.part {
            after = max(after, Double(segment.sequence * 4 + part + 1) - 60 - time + 0.05)
        }
        var server = ServerData()
        if features.contains(.serverData), dice.below(3) == 0 {
            server = ServerData(fixed: "ot=v", dynamic: "\"edge\";etp=\(2000 + dice.below(4000));mb=\(2000 + dice.below(5000));rtt=30")
        }
        return .media(bytes: bytes, after: after, server: server)
    }

    /// When a blocking reload is answered: when the requested item exists.
    private func blockedUntil(_ url: String, _ time: Double) -> Double {
        guard let msn = LowLatencyTests.query(url, "_HLS_msn"), let part = LowLatencyTests.query(url, "_HLS_part") else {
            return time + 0.02
        }
        return max(time + 0.02, min(Double(msn * 4 + part + 1) - 60 + 0.02, time + 12))
    }

    private func steering(_ time: Double) -> ScriptedPlayer.Answer {
        let order = Int(time / 25) % 2 == 0 ? "\"B\",\"A\"" : "\"C\",\"A\",\"B\""
        return .text(
            "{\"VERSION\":1,\"TTL\":12,\"RELOAD-URI\":\"again.json\",\"PATHWAY-PRIORITY\":[\(order)],"
                + "\"PATHWAY-CLONES\":[{\"BASE-ID\":\"A\",\"ID\":\"C\",\"URI-REPLACEMENT\":{\"HOST\":\"c.example\"}}]}", after: 0.4)
    }

    private var multivariant: String {
        var text = "#EXTM3U\n#EXT-X-VERSION:9\n"
        if features.contains(.steering) { text += "#EXT-X-CONTENT-STEERING:SERVER-URI=\"http://steer/m.json\",PATHWAY-ID=\"A\"\n" }
        let pathways = features.contains(.pathways) ? ["A", "B"] : [""]
        for pathway in pathways {
            let host = pathway.isEmpty ? "" : "http://\(pathway.lowercased()).example/"
            let end = pathway.isEmpty ? "\n" : ",PATHWAY-ID=\"\(pathway)\"\n"
            if features.contains(.audio) {
                for (name, language) in [("English", "en"), ("Deutsch", "de"), ("Kommentar", "de")] {
                    text += "#EXT-X-MEDIA:TYPE=AUDIO,GROUP-ID=\"a\(pathway)\",NAME=\"\(name)\",LANGUAGE=\"\(language)\",AUTOSELECT=YES,"
                    text += "DEFAULT=\(name == "English" ? "YES" : "NO"),URI=\"\(host)\(name == "Kommentar" ? "ko" : language).m3u8\"\n"
                }
            }
            if features.contains(.subtitles) {
                for language in ["fr", "it"] {
                    text += "#EXT-X-MEDIA:TYPE=SUBTITLES,GROUP-ID=\"t\(pathway)\",NAME=\"\(language)\",LANGUAGE=\"\(language)\","
                    text += "AUTOSELECT=YES,URI=\"\(host)\(language).m3u8\"\n"
                }
            }
            let groups =
                (features.contains(.audio) ? ",AUDIO=\"a\(pathway)\"" : "")
                + (features.contains(.subtitles) ? ",SUBTITLES=\"t\(pathway)\"" : "")
            for (name, rate, size) in [("low", 1, "640x360"), ("mid", 3, "1280x720"), ("high", 6, "1920x1080")] {
                text += "#EXT-X-STREAM-INF:BANDWIDTH=\(rate)000000,CODECS=\"avc1.64001f,mp4a.40.2\",RESOLUTION=\(size)\(groups)\(end)"
                text += "\(host)\(name).m3u8\n"
            }
            if features.contains(.iFrames) {
                text += "#EXT-X-I-FRAME-STREAM-INF:BANDWIDTH=100000,RESOLUTION=320x180,URI=\"\(host)pictures.m3u8\"\(end)"
                text += "#EXT-X-I-FRAME-STREAM-INF:BANDWIDTH=400000,RESOLUTION=640x360,URI=\"\(host)sharp.m3u8\"\(end)"
            }
        }
        return text
    }

    // MARK: Media playlists

    private func playlist(_ name: String, _ time: Double) -> String {
        if name == "pictures" || name == "sharp" {
            return kind == .onDemand ? TrickTests.pictures : window(name, time, head: "#EXT-X-I-FRAMES-ONLY\n")
        }
        switch kind {
        case .onDemand:
            var head = features.contains(.start) ? "#EXT-X-START:TIME-OFFSET=21.5\n" : ""
            if name == "it" { head += "#EXT-X-DEFINE:NAME=\"x\",VALUE=\"y\"\n" }
            return Sample.onDemand(
                name, segments: 30, extra: Dictionary(uniqueKeysWithValues: (0..<30).map { ($0, lines(name, $0)) }), head: head)
        case .live: return window(name, time, head: "")
        case .lowLatency:
            var text = Sample.lowLatency(name, at: time)
            if features.contains(.movedHints), Int(time) % 7 == 3 {
                text = text.replacing("#EXT-X-PRELOAD-HINT:TYPE=PART,URI=\"", with: "#EXT-X-PRELOAD-HINT:TYPE=PART,URI=\"x")
            }
            for other in ["low", "mid", "high", "en", "de"] where other != name {
                text +=
                    "#EXT-X-RENDITION-REPORT:URI=\"\(other).m3u8\",LAST-MSN=\(Int(time + 60) / 4),LAST-PART=\(max(0, Int(time + 60) % 4 - 1))\n"
            }
            return text
        }
    }

    /// The lines before a segment of an on-demand presentation.
    private func lines(_ name: String, _ index: Int) -> String {
        var lines: [String] = []
        if features.contains(.discontinuities), index == 9 || index == 20 { lines.append("#EXT-X-DISCONTINUITY") }
        if features.contains(.gaps), index == 7 && name != "low" || (14...15).contains(index) { lines.append("#EXT-X-GAP") }
        if features.contains(.dates), index == 0 || index == 20 { lines.append(date(index, 4, drift: name == "en" ? 0.3 : 0)) }
        if features.contains(.interstitials), index == 0 {
            for (id, second) in [("one", 20), ("two", 44)] {
                lines.append(InterstitialTests.tag(id, second, "X-ASSET-URI=\"ad.m3u8\",DURATION=15,X-SNAP=\"OUT,IN\""))
            }
        }
        if features.contains(.keys), index % 6 == 0 { lines.append("#EXT-X-KEY:METHOD=AES-128,URI=\"key\(index / 6)\"") }
        if index == 0 { lines.append("#EXT-X-MAP:URI=\"\(name)init.mp4\"") }
        return lines.isEmpty ? "#EXT-X-BITRATE:900" : lines.joined(separator: "\n")
    }

    private func date(_ index: Int, _ duration: Int, drift: Double = 0) -> String {
        let seconds = Double(index * duration) + drift
        let minutes = Int(seconds) / 60, rest = Int(seconds) % 60, thousandths = Int((seconds - seconds.rounded(.down)) * 1000)
        func two(_ number: Int) -> String { number < 10 ? "0\(number)" : "\(number)" }
        let fraction = String(String(1000 + thousandths).dropFirst())
        return "#EXT-X-PROGRAM-DATE-TIME:2020-01-01T00:\(two(minutes)):\(two(rest)).\(fraction)Z"
    }

    /// A sliding window that may restart, freeze, end, send delta updates and have gaps.
    private func window(_ name: String, _ time: Double, head: String) -> String {
        var clock = time
        if features.contains(.freezes), name != "mid" { clock = min(clock, 40) }
        let isOver = features.contains(.ends) && clock >= 60
        if isOver { clock = 60 }
        let hasRestarted = features.contains(.restarts) && clock >= 45
        let end = hasRestarted ? Int((clock - 45 + 24) / 4) : Int((clock + 60) / 4)
        let first = max(0, end - 7)
        var text = "#EXTM3U\n#EXT-X-VERSION:9\n#EXT-X-TARGETDURATION:4\n#EXT-X-MEDIA-SEQUENCE:\(first)\n" + head
        if features.contains(.deltas) { text += "#EXT-X-SERVER-CONTROL:CAN-SKIP-UNTIL=24,HOLD-BACK=12\n" }
        let skips = features.contains(.deltas) && Int(time) % 3 == 1 ? 3 : 0
        if skips > 0 { text += "#EXT-X-SKIP:SKIPPED-SEGMENTS=\(skips)\n" }
        for index in (first + skips)..<end {
            if features.contains(.dates) {
                text += date(index + (hasRestarted ? 26 : 0), 4, drift: name == "en" ? 0.004 * Double(index) : 0) + "\n"
            }
            if features.contains(.discontinuities), index % 9 == 0 { text += "#EXT-X-DISCONTINUITY\n" }
            if features.contains(.gaps), index % 8 == 0, name != "low" { text += "#EXT-X-GAP\n" }
            text += "#EXTINF:4,\n\(name)\(index).mp4\n"
        }
        return isOver ? text + "#EXT-X-ENDLIST\n" : text
    }
}
