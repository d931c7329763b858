// SPDX-License-Identifier: Apache-2.0

import Testing
import WindowboxMedia
import WindowboxStreaming

@Suite("Content steering")
struct SteeringTests {
    static let master = """
        #EXTM3U
        #EXT-X-CONTENT-STEERING:SERVER-URI="http://steer/m.json?s=1",PATHWAY-ID="A"
        #EXT-X-MEDIA:TYPE=AUDIO,GROUP-ID="aA",NAME="English",LANGUAGE="en",DEFAULT=YES,AUTOSELECT=YES,URI="http://a/en.m3u8",STABLE-RENDITION-ID="en"
        #EXT-X-MEDIA:TYPE=AUDIO,GROUP-ID="aB",NAME="English",LANGUAGE="en",DEFAULT=YES,AUTOSELECT=YES,URI="http://b/en.m3u8",STABLE-RENDITION-ID="en"
        #EXT-X-STREAM-INF:BANDWIDTH=1000000,CODECS="avc1.64001f,mp4a.40.2",AUDIO="aA",PATHWAY-ID="A",STABLE-VARIANT-ID="v"
        http://a/low.m3u8
        #EXT-X-STREAM-INF:BANDWIDTH=1000000,CODECS="avc1.64001f,mp4a.40.2",AUDIO="aB",PATHWAY-ID="B",STABLE-VARIANT-ID="v"
        http://b/low.m3u8

        """

    static func player(_ manifest: @escaping (String, Double) -> ScriptedPlayer.Answer) -> ScriptedPlayer {
        ScriptedPlayer(StreamingSession(source: "http://host/main.m3u8")) { load, time in
            if load.address == "http://host/main.m3u8" { return .text(master) }
            if case .steering = load.content { return manifest(load.address, time) }
            if load.address.contains(".m3u8") {
                let name = load.address.split(separator: "/").last.map { String($0.split(separator: ".")[0]) } ?? ""
                return .text(Sample.onDemand(name, segments: 30))
            }
            return .media(bytes: 200_000, after: 0.3)
        }
    }

    @Test("The manifest's priority moves all content types to another pathway")
    func priority() {
        var player = Self.player { _, _ in .text(#"{"VERSION":1,"TTL":30,"PATHWAY-PRIORITY":["B","A"]}"#, after: 3) }
        player.send(.start(.automatic))
        player.run(until: 20)
        #expect(player.segments.first?.location.url == "http://a/low0.mp4")
        #expect(player.segments(.main).last?.location.url.hasPrefix("http://b/") == true)
        #expect(player.segments(.audio).last?.location.url.hasPrefix("http://b/") == true)
        #expect(player.segments(.main).map(\.sequence) == Array(0..<player.segments(.main).count))
        #expect(player.session.presentation?.variants.count == 1)
    }

    @Test("The manifest is reloaded after its TTL from its RELOAD-URI, with the current pathway")
    func reload() {
        var player = Self.player { url, _ in
            url.contains("next")
                ? .text(#"{"VERSION":1,"TTL":50,"PATHWAY-PRIORITY":["A"]}"#)
                : .text(#"{"VERSION":1,"TTL":20,"RELOAD-URI":"next.json?k=2","PATHWAY-PRIORITY":["A","B"]}"#)
        }
        player.send(.start(.automatic))
        player.run(until: 100)
        let loads = player.log.compactMap {
            if case .load(let load) = $0.action, case .steering = load.content { ($0.at, load.address) } else { nil }
        }
        #expect(loads.count == 3)
        #expect(loads[0].1.contains("_HLS_pathway=A"))
        #expect(loads[0].1.hasSuffix("s=1"))
        #expect(abs(loads[1].0 - loads[0].0 - 20.05) < 0.01)
        #expect(loads[1].1.hasPrefix("http://steer/next.json?"))
        #expect(loads[1].1.contains("_HLS_throughput="))
        #expect(abs(loads[2].0 - loads[1].0 - 50.05) < 0.01)
    }

    @Test("Status 410 ends steering, and 429 waits as long as the server says")
    func refusals() {
        var gone = Self.player { _, _ in .failure(LoadFailure(.status(410), message: "gone")) }
        gone.send(.start(.automatic))
        gone.run(until: 100)
        #expect(gone.loads.filter { if case .steering = $0.content { true } else { false } }.count == 1)
        var busy = Self.player { _, time in
            time < 1
                ? .failure(LoadFailure(.status(429), retryAfter: 17, message: "busy")) : .text(#"{"VERSION":1,"PATHWAY-PRIORITY":["B"]}"#)
        }
        busy.send(.start(.automatic))
        busy.run(until: 100)
        let times = busy.log.compactMap { if case .load(let load) = $0.action, case .steering = load.content { $0.at } else { nil } }
        #expect(times.count == 2)
        #expect(abs(times[1] - times[0] - 17.05) < 0.01)
        #expect(busy.segments.last?.location.url.hasPrefix("http://b/") == true)
    }

    @Test("A cloned pathway has its own host and parameters, and full URLs where given")
    func clone() {
        var player = Self.player { _, _ in
            .text(
                """
                {"VERSION":1,"PATHWAY-PRIORITY":["C"],"PATHWAY-CLONES":[{"BASE-ID":"A","ID":"C","URI-REPLACEMENT":{"HOST":"c.example",
                "PARAMS":{"t":"12","b":"x"},"PER-RENDITION-URIS":{"en":"http://d/whole.m3u8"}}}]}
                """)
        }
        player.send(.start(.automatic))
        player.run(until: 20)
        #expect(player.loads.contains { $0.address == "http://c.example/low.m3u8?b=x&t=12" })
        #expect(player.loads.contains { $0.address == "http://d/whole.m3u8" })
        #expect(player.segments(.main).last?.location.url.hasPrefix("http://c.example/low") == true)
    }

    @Test(
        "An unreadable manifest changes nothing",
        arguments: [
            "", "{", "[]", "{\"VERSION\":2,\"PATHWAY-PRIORITY\":[\"B\"]}", "{\"VERSION\":1}", String(repeating: "[", count: 100_000),
        ])
    func malformed(text: String) {
        var player = Self.player { _, _ in .text(text) }
        player.send(.start(.automatic))
        player.run(until: 30)
        #expect(player.failure == nil)
        #expect(player.segments.allSatisfy { $0.location.url.hasPrefix("http://a/") })
    }

    @Test("A failing pathway is left, and steering does not return to it before its penalty is over")
    func penalty() {
        var player = ScriptedPlayer(StreamingSession(source: "http://host/main.m3u8")) { load, time in
            if load.address == "http://host/main.m3u8" { return .text(Self.master) }
            if case .steering = load.content { return .text(#"{"VERSION":1,"TTL":10,"PATHWAY-PRIORITY":["A","B"]}"#) }
            if load.address.hasPrefix("http://a/"), time > 5 { return .failure(LoadFailure(.connection, message: "refused")) }
            if load.address.contains(".m3u8") { return .text(Sample.onDemand("s", segments: 40)) }
            return .media(bytes: 200_000, after: 0.3)
        }
        player.send(.start(.automatic))
        player.run(until: 180)
        #expect(player.failure == nil)
        #expect(player.segments.last?.location.url.hasPrefix("http://b/") == true)
        #expect(abs(player.position - 160) < 0.01)
    }
}
