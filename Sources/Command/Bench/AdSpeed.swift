// SPDX-License-Identifier: Apache-2.0

import ArgumentParser
import Foundation
import WindowboxAdMarkup
import WindowboxHLS
import WindowboxStitcher

struct AdSpeed: ParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "ads", abstract: "Measure the CPU time to parse ads and to insert them into playlists.")

    @Option(help: "The number of runs; the median is reported.")
    var runs = 25

    @Flag(help: "Print JSON: vast, prepare, stitch and live, in seconds.")
    var json = false

    /// Two hours of six-second segments, with 30 seconds of ads in each of eight breaks.
    private static let segments = 1200
    private static let breaks = 8

    func run() throws {
        let document = Array(Self.vast(bytes: 100_000).utf8)
        let content = try Self.playlist(Self.segments, name: "film/1080p/segment", isLive: false)
        let live = try Self.playlist(Self.segments, name: "live/1080p/segment", isLive: true)
        let ad = try Self.playlist(5, name: "ad/1080p/segment", isLive: false)
        let starts = (0..<Self.breaks).map { Double($0) * 900 }
        let vast = try measure { try VASTDocument.read(document).ads.count }
        let prepare = try measure { PreparedContent(content).boundaries.count }
        let (prepared, preparedAd) = (PreparedContent(content), PreparedAd(ad))
        let breaks = starts.map { PreparedContent.Break(at: $0, ads: [preparedAd]) }
        let stitch = try measure(times: 100) { prepared.stitch(breaks).count }
        let liveBreaks = starts.map { LiveStitch.Break(id: "\($0)", start: $0, ads: [.init(ad)]) }
        let sliding = try measure { LiveStitch().apply(to: live, breaks: liveBreaks, ledger: LiveLedger()).playlist.write().count }
        if json {
            print("{\"vast\": \(vast), \"prepare\": \(prepare), \"stitch\": \(stitch), \"live\": \(sliding)}")
        } else {
            print(
                String(
                    format:
                        "100 KB of VAST read in %.2f ms; %d segments stitched with %d breaks in %.1f µs, prepared in %.1f ms; live in %.1f ms",
                    vast * 1000, Self.segments, Self.breaks, stitch * 1e6, prepare * 1000, sliding * 1000))
        }
    }

    /// The median processor time in seconds.
    private func measure(times: Int = 1, _ body: () throws -> Int) throws -> Double {
        var results: [Double] = []
        for _ in 0..<max(runs, 1) {
            let began = processorTime()
            var sum = 0
            for _ in 0..<times { sum += try body() }
            results.append(Double(processorTime() - began) / 1e9 / Double(times))
            guard sum > 0 else { throw Failure.failed("the benchmark produced no output") }
        }
        return results.sorted()[results.count / 2]
    }

    private func processorTime() -> Int {
        var time = timespec()
        clock_gettime(CLOCK_PROCESS_CPUTIME_ID, &time)
        return time.tv_sec * 1_000_000_000 + time.tv_nsec
    }

    private static func playlist(_ count: Int, name: String, isLive: Bool) throws -> MediaPlaylist {
        var text = "#EXTM3U\n#EXT-X-VERSION:3\n#EXT-X-TARGETDURATION:6\n"
        for index in 0..<count {
            if isLive { text += "#EXT-X-PROGRAM-DATE-TIME:\(DateTimeText.text(Double(index) * 6))\n" }
            text += "#EXTINF:6,\n\(name)-\(index).ts\n"
        }
        let reading = Playlist.parse(Array((text + (isLive ? "" : "#EXT-X-ENDLIST\n")).utf8), baseURL: "https://cdn.example.com/list.m3u8")
        guard let playlist = reading.playlist?.media else { throw Failure.failed("the generated playlist cannot be read") }
        return playlist
    }

    /// A typical ad server response with a pod.
    private static func vast(bytes: Int) -> String {
        let events = ["start", "firstQuartile", "midpoint", "thirdQuartile", "complete", "mute", "unmute", "pause", "resume", "skip"].map {
            "<Tracking event=\"\($0)\"><![CDATA[https://tracking.example.com/event?type=\($0)&cb=[CACHEBUSTING]&id=123456789]]></Tracking>"
        }.joined()
        let files = [360, 480, 720, 1080].map {
            "<MediaFile delivery=\"progressive\" type=\"video/mp4\" width=\"\($0 * 16 / 9)\" height=\"\($0)\" bitrate=\"\($0 * 3)\">"
                + "<![CDATA[https://media.example.com/ad-\($0).mp4]]></MediaFile>"
        }.joined()
        var text = "<VAST version=\"4.2\">"
        var index = 1
        while text.utf8.count < bytes {
            text +=
                "<Ad id=\"\(index)\" sequence=\"\(index)\"><InLine><AdSystem>system</AdSystem><AdTitle>title</AdTitle>"
                + "<Impression><![CDATA[https://seen.example.com/?id=\(index)]]></Impression>"
                + "<Error><![CDATA[https://error.example.com/?code=[ERRORCODE]]]></Error><Creatives><Creative id=\"\(index)\">"
                + "<UniversalAdId idRegistry=\"registry\">\(index)</UniversalAdId><Linear skipoffset=\"00:00:05\"><Duration>00:00:30</Duration>"
                + "<TrackingEvents>\(events)</TrackingEvents><MediaFiles>\(files)</MediaFiles></Linear></Creative></Creatives></InLine></Ad>"
            index += 1
        }
        return text + "</VAST>"
    }
}
