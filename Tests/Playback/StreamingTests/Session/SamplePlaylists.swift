// SPDX-License-Identifier: Apache-2.0

/// Generates sample playlists.
enum Sample {
    static let multivariant = """
        #EXTM3U
        #EXT-X-STREAM-INF:BANDWIDTH=1000000,CODECS="avc1.64001f,mp4a.40.2",RESOLUTION=640x360
        low.m3u8
        #EXT-X-STREAM-INF:BANDWIDTH=3000000,CODECS="avc1.64001f,mp4a.40.2",RESOLUTION=1280x720
        high.m3u8

        """

    static let withAudio = """
        #EXTM3U
        #EXT-X-MEDIA:TYPE=AUDIO,GROUP-ID="a",NAME="English",LANGUAGE="en",DEFAULT=YES,AUTOSELECT=YES,URI="en.m3u8"
        #EXT-X-MEDIA:TYPE=AUDIO,GROUP-ID="a",NAME="Deutsch",LANGUAGE="de",AUTOSELECT=YES,URI="de.m3u8"
        #EXT-X-STREAM-INF:BANDWIDTH=1000000,CODECS="avc1.64001f,mp4a.40.2",RESOLUTION=640x360,AUDIO="a"
        low.m3u8
        #EXT-X-STREAM-INF:BANDWIDTH=3000000,CODECS="avc1.64001f,mp4a.40.2",RESOLUTION=1280x720,AUDIO="a"
        high.m3u8

        """

    /// A complete presentation of equal segments; `extra` adds lines before the segment with that number.
    static func onDemand(
        _ name: String, segments: Int, duration: Double = 4, extra: [Int: String] = [:], head: String = ""
    ) -> String {
        var text = "#EXTM3U\n#EXT-X-VERSION:9\n#EXT-X-TARGETDURATION:\(Int(duration.rounded()))\n#EXT-X-PLAYLIST-TYPE:VOD\n" + head
        for index in 0..<segments {
            if let lines = extra[index] { text += lines + "\n" }
            text += "#EXTINF:\(duration),\n\(name)\(index).mp4\n"
        }
        return text + "#EXT-X-ENDLIST\n"
    }

    /// The playlist at `time` of a packager that began `history` seconds before 0: a window of complete segments.
    static func live(
        _ name: String, at time: Double, duration: Double = 4, window: Int = 6, history: Double = 60, head: String = "",
        endsAt: Double? = nil
    ) -> String {
        let clock = min(time, endsAt ?? time) + history
        let end = Int((clock / duration).rounded(.down))
        let first = max(0, end - window)
        var text = "#EXTM3U\n#EXT-X-VERSION:9\n#EXT-X-TARGETDURATION:\(Int(duration.rounded()))\n#EXT-X-MEDIA-SEQUENCE:\(first)\n" + head
        for index in first..<max(end, first) { text += "#EXTINF:\(duration),\n\(name)\(index).mp4\n" }
        if let endsAt, time >= endsAt { text += "#EXT-X-ENDLIST\n" }
        return text
    }

    /// Low latency: segments of four parts of one second.
    static func lowLatency(_ name: String, at time: Double, history: Double = 60, window: Int = 6) -> String {
        let parts = Int(time + history)
        let end = parts / 4
        let first = max(0, end - window)
        var text = """
            #EXTM3U
            #EXT-X-VERSION:9
            #EXT-X-TARGETDURATION:4
            #EXT-X-SERVER-CONTROL:CAN-BLOCK-RELOAD=YES,PART-HOLD-BACK=3,CAN-SKIP-UNTIL=24
            #EXT-X-PART-INF:PART-TARGET=1
            #EXT-X-MEDIA-SEQUENCE:\(first)

            """
        func part(_ segment: Int, _ part: Int) -> String {
            "#EXT-X-PART:DURATION=1,URI=\"\(name)\(segment).\(part).mp4\"" + (part == 0 ? ",INDEPENDENT=YES" : "") + "\n"
        }
        for index in first..<end {
            if index >= end - 2 { for number in 0..<4 { text += part(index, number) } }
            text += "#EXTINF:4,\n\(name)\(index).mp4\n"
        }
        for number in 0..<(parts % 4) { text += part(end, number) }
        text += "#EXT-X-PRELOAD-HINT:TYPE=PART,URI=\"\(name)\(end).\(parts % 4).mp4\"\n"
        return text
    }
}
