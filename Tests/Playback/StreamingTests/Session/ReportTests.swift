// SPDX-License-Identifier: Apache-2.0

import Testing
import WindowboxMedia
import WindowboxStreaming

@Suite("Reports to collectors and data from servers")
struct ReportTests {
    private func player(
        _ client: CommonMediaClientData, server: ServerData = ServerData(),
        fault: @escaping (StreamLoad, Double) -> ScriptedPlayer.Answer? = { _, _ in nil }
    ) -> ScriptedPlayer {
        var configuration = StreamingConfiguration()
        configuration.commonMediaClientData = client
        return ScriptedPlayer(StreamingSession(source: "http://host/main.m3u8", configuration: configuration)) { load, time in
            if let answer = fault(load, time) { return answer }
            if load.address == "http://host/main.m3u8" { return .text(Sample.multivariant) }
            if load.address.hasSuffix(".m3u8") { return .text(Sample.onDemand("s", segments: 12)) }
            return .media(bytes: 200_000, after: 0.3, server: server)
        }
    }

    private func bodies(_ player: ScriptedPlayer) -> [ClientReport] {
        player.log.compactMap { if case .report(let report) = $0.action { report } else { nil } }
    }
    private func lines(_ player: ScriptedPlayer) -> [String] {
        bodies(player).flatMap { $0.body.split(separator: "\n").map(String.init) }
    }

    @Test("CMCD version 2 lists its bitrates, its version and the player's state")
    func version2() {
        var player = player(CommonMediaClientData(contentID: "c", sessionID: "s", version: 2))
        player.send(.start(.automatic))
        player.run(until: 20)
        let facts = player.loads.last { $0.segment != nil }?.commonMediaClientData ?? []
        #expect(facts.contains("v=2"))
        #expect(facts.contains("sta=p"))
        #expect(facts.contains { $0.hasPrefix("br=(") })
        #expect(facts.contains("tb=(3000)"))
        #expect(facts.contains("lb=(1000)"))
        #expect(facts.contains { $0.hasPrefix("nor=(\"") } || player.segments.last?.sequence == 11)
        #expect(facts.contains { $0.hasPrefix("msd=") })
        #expect(facts == facts.sorted { $0.prefix { $0 != "=" }.utf8.lexicographicallyPrecedes($1.prefix { $0 != "=" }.utf8) })
        #expect(bodies(player).isEmpty)
    }

    @Test("Non-ASCII text is percent-encoded in fields, and unchanged in JSON")
    func text() {
        for format in [ClientReport.Format.lines, .json] {
            var client = CommonMediaClientData(contentID: "f\u{E9}e \"1\"\n", collector: ClientCollector(url: "http://collector/"))
            client.collector?.format = format
            var player = player(client)
            player.send(.start(.automatic))
            player.run(until: 2)
            player.send(.stop)
            let field = "cid=\"f%C3%A9e \\\"1\\\"\""
            let body = bodies(player).map(\.body).joined()
            #expect(body.contains(format == .lines ? field : "\"cid\":\"f\u{E9}e \\\"1\\\"\""))
            let facts = player.loads.last?.commonMediaClientData ?? []
            #expect(facts.contains(field))
            #expect(facts.allSatisfy { $0.utf8.allSatisfy { (0x20...0x7E).contains($0) } })
        }
    }

    @Test("Events go to the collector in batches, numbered and with timestamps")
    func events() {
        var client = CommonMediaClientData(sessionID: "s", collector: ClientCollector(url: "http://collector/cmcd"))
        client.collector?.interval = 10
        client.epoch = 1000
        var player = player(client)
        player.send(.start(.automatic))
        player.run(until: 30)
        player.send(.stop)
        let lines = lines(player)
        #expect(bodies(player).allSatisfy { $0.url == "http://collector/cmcd" && $0.format == .lines })
        #expect(lines.contains { $0.contains("e=ps") && $0.contains("sta=p") })
        #expect(lines.filter { $0.contains("e=t,") }.count == 2)
        #expect(lines.last?.contains("sta=q") == true)
        #expect(lines.allSatisfy { $0.contains("v=2") && $0.contains("sid=\"s\"") })
        #expect(lines.enumerated().allSatisfy { $1.contains("sn=\($0 + 1),") })
        #expect(lines.first?.contains("ts=1000000") == true)
        #expect(!lines.contains { $0.contains("e=rr") })
    }

    @Test("In response mode every response is reported, even failed ones, as JSON if configured")
    func responses() {
        var collector = ClientCollector(url: "http://collector/cmcd")
        collector.reportsResponses = true
        collector.format = .json
        collector.interval = 0
        var player = player(CommonMediaClientData(collector: collector), server: ServerData(dynamic: "\"edge\";rtt=20")) { load, _ in
            load.address.hasSuffix("/s2.mp4") ? .failure(LoadFailure(.status(503), message: "busy")) : nil
        }
        player.send(.start(.automatic))
        player.run(until: 8)
        player.send(.stop)
        let text = bodies(player).map(\.body).joined()
        #expect(bodies(player).allSatisfy { $0.body.hasPrefix("[{") && $0.body.hasSuffix("}]") })
        #expect(text.contains("\"e\":\"rr\""))
        #expect(text.contains("\"rc\":503"))
        #expect(text.contains("\"rc\":200"))
        #expect(text.contains("\"ttlb\":300"))
        #expect(text.contains("\"cmsdd\":\"\\\"edge\\\";rtt=20\""))
        #expect(text.contains("\"url\":\"http://host/s0.mp4\""))
    }

    @Test("An error that ends the session is reported before it ends")
    func failure() {
        var player = player(CommonMediaClientData(collector: ClientCollector(url: "http://collector/cmcd"))) { _, _ in
            .failure(LoadFailure(.status(404), message: "not found"))
        }
        player.send(.start(.automatic))
        player.run(until: 30)
        #expect(player.failure != nil)
        #expect(lines(player).contains { $0.contains("e=e,") && $0.contains("ec=(\"unavailable\")") })
        #expect(lines(player).last?.contains("sta=f") == true)
    }

    @Test(
        "Server data of each hop is parsed, with the nearest one last",
        arguments: [
            ("\"cdn\";etp=96;rtt=8;mb=5000", 96, 5000, 0.008), ("\"a\";etp=10, \"b\";etp=20;rtt=30;mb=700;du", 20, 700, 0.03),
            ("\"x;etp=1\";etp=7", 7, nil, nil), ("etp=abc", nil, nil, nil), ("", nil, nil, nil),
        ] as [(String, Double?, Double?, Double?)])
    func server(text: String, throughput: Double?, bitrate: Double?, roundTrip: Double?) {
        let server = ServerData(dynamic: text)
        #expect(server.throughput == throughput)
        #expect(server.maximumBitrate == bitrate)
        #expect(server.roundTrip == roundTrip)
        #expect(server.isUnderDuress == text.contains("du"))
    }

    @Test("No variant above the server's suggestion is chosen while it holds")
    func suggestion() {
        var free = player(CommonMediaClientData())
        free.send(.start(.automatic))
        free.run(until: 60)
        #expect(free.segments.contains { $0.stream == 1 })
        var bound = player(CommonMediaClientData(), server: ServerData(dynamic: "\"cdn\";mb=2000"))
        bound.send(.start(.automatic))
        bound.run(until: 60)
        #expect(bound.segments.allSatisfy { $0.stream == 0 })
        #expect(bound.journal.contains { $0.contains("the server suggests at most 2.0M") })
    }
}
