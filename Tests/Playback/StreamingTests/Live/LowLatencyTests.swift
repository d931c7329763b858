// SPDX-License-Identifier: Apache-2.0

import Testing
import WindowboxMedia
import WindowboxStreaming

@Suite("Low latency")
struct LowLatencyTests {
    /// A server that holds blocking reloads and hinted parts until the requested item exists.
    static func player(configuration: StreamingConfiguration = .init(), hint: @escaping (String, Double) -> String = { text, _ in text })
        -> ScriptedPlayer
    {
        ScriptedPlayer(StreamingSession(source: "http://host/main.m3u8", configuration: configuration)) { load, time in
            if load.address == "http://host/main.m3u8" { return .text(Sample.multivariant) }
            if load.address.contains(".m3u8") {
                var answered = time + 0.02
                if let msn = query(load.address, "_HLS_msn"), let part = query(load.address, "_HLS_part") {
                    answered = max(answered, Double(msn * 4 + part + 1) - 60 + 0.02)
                }
                return .text(hint(Sample.lowLatency("s", at: answered), answered), after: answered - time)
            }
            guard let segment = load.segment else { return .silence }
            if let part = segment.part {
                let exists = Double(segment.sequence * 4 + part + 1) - 60
                return .media(bytes: 30_000, after: max(0.05, exists - time + 0.05))
            }
            return .media(bytes: 120_000, after: 0.1)
        }
    }

    static func query(_ url: String, _ name: String) -> Int? {
        for item in url.split(separator: "?").dropFirst().joined().split(separator: "&") where item.hasPrefix(name + "=") {
            return Int(item.dropFirst(name.count + 1))
        }
        return nil
    }

    @Test("Playback joins at the part hold-back and follows part by part")
    func parts() {
        var player = Self.player()
        player.startThreshold = 0.2
        player.send(.start(.automatic))
        player.run(until: 60)
        #expect(player.failure == nil)
        #expect(player.segments.contains { $0.part != nil })
        let edge = 24.0 + 60
        #expect(edge - player.position > 1.9)
        #expect(edge - player.position < 4.5)
        #expect(player.stalls <= 1)
        var end: Double?
        for segment in player.segments where segment.stream == 0 {
            if let end, !segment.startsRun { #expect(abs(segment.range.start - end) < 0.01) }
            end = segment.range.end
        }
    }

    @Test("Playlist reloads block, with query parameters in the order that caches expect")
    func blocking() {
        var player = Self.player()
        player.send(.start(.automatic))
        player.run(until: 10)
        let reloads = player.loads.map(\.address).filter { $0.contains("_HLS_msn") }
        #expect(reloads.count >= 8)
        #expect(reloads.count <= 14)
        #expect(reloads.allSatisfy { $0.contains("_HLS_msn=") && $0.contains("&_HLS_part=") && $0.contains("&_HLS_skip=YES") })
    }

    @Test("The hinted part is requested before it exists")
    func hint() {
        var player = Self.player()
        player.send(.start(.automatic))
        player.run(until: 20.5)
        let hinted = player.log.filter {
            guard case .load(let load) = $0.action, let segment = load.segment, let part = segment.part else { return false }
            return $0.at < Double(segment.sequence * 4 + part + 1) - 60
        }
        #expect(hinted.count > 5)
    }

    @Test("A changed hint cancels its request")
    func moved() {
        var player = Self.player { text, time in
            // For a while, the server announces a part under a name that it never uses.
            time > 10 && time < 12 ? text.replacing("PRELOAD-HINT:TYPE=PART,URI=\"s", with: "PRELOAD-HINT:TYPE=PART,URI=\"never") : text
        }
        player.send(.start(.automatic))
        player.run(until: 30)
        #expect(player.journal.contains { $0.contains("leaves the hinted part") })
        #expect(player.failure == nil)
        #expect(player.position > 45)
    }

    @Test("With low latency disabled, the same stream plays in whole segments")
    func switchedOff() {
        var configuration = StreamingConfiguration()
        configuration.usesLowLatency = false
        var player = Self.player(configuration: configuration)
        player.send(.start(.automatic))
        player.run(until: 30)
        #expect(player.segments.allSatisfy { $0.part == nil })
        #expect(!player.loads.contains { $0.address.contains("_HLS_msn") })
        #expect(player.stalls == 0)
    }

    @Test("Lag is caught up by rate, within its bounds")
    func catchUp() {
        var player = Self.player()
        player.startThreshold = 0.2
        player.send(.start(.automatic))
        player.run(until: 20)
        player.wantsToPlay = false
        player.run(until: 22)
        player.wantsToPlay = true
        player.run(until: 100)
        let rates = player.log.compactMap { if case .rate(let rate) = $0.action { rate } else { nil } }
        #expect(rates.contains { $0 > 1 })
        #expect(rates.allSatisfy { $0 >= 0.97 && $0 <= 1.05 })
        #expect(24 + 100 - player.position < 4.5)
    }
}
