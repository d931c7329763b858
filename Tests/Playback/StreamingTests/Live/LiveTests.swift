// SPDX-License-Identifier: Apache-2.0

import Testing
import WindowboxMedia
import WindowboxStreaming

@Suite("Live playback")
struct LiveTests {
    static func player(
        configuration: StreamingConfiguration = .init(), master: String = Sample.multivariant,
        playlist: @escaping (String, Double) -> String
    ) -> ScriptedPlayer {
        var configuration = configuration
        configuration.replacement = .never
        return ScriptedPlayer(StreamingSession(source: "http://host/main.m3u8", configuration: configuration)) { load, time in
            if load.address == "http://host/main.m3u8" { return .text(master) }
            if load.address.contains(".m3u8") {
                let name = load.address.split(separator: "/").last.map { String($0.split(separator: ".")[0]) } ?? ""
                return .text(playlist(name, time))
            }
            return .media()
        }
    }

    @Test("PB-32: Playback joins three target durations before the end, and the window is seekable")
    func join() {
        var player = Self.player { Sample.live($0, at: $1) }
        player.send(.start(.automatic))
        player.run(until: 1)
        #expect(player.session.startPosition == 12)
        #expect(player.session.timeline?.kind == .dvr)
        #expect(player.session.timeline?.seekable == TimeRange(start: 0, end: 12))
        #expect(player.session.timeline?.duration == nil)
        #expect(player.segments.first?.sequence == 12)
    }

    @Test("A stated hold-back is honoured")
    func holdBack() {
        var player = Self.player { Sample.live($0, at: $1, head: "#EXT-X-SERVER-CONTROL:HOLD-BACK=16\n") }
        player.send(.start(.automatic))
        player.run(until: 1)
        #expect(player.session.startPosition == 8)
    }

    @Test("The playlist is reloaded once per target duration, and playback continues")
    func reloads() {
        var player = Self.player { Sample.live($0, at: $1) }
        player.send(.start(.automatic))
        player.run(until: 121)
        let times = player.times("http://host/low.m3u8") + player.times("http://host/high.m3u8")
        #expect(times.count >= 28)
        #expect(times.count <= 64)
        #expect(player.stalls == 0)
        #expect(abs(player.position - (12 + 120)) < 2)
        #expect(player.segments.map(\.sequence) == Array(12..<(12 + player.segments.count)))
    }

    @Test("A live stream that ends plays to its end")
    func ends() {
        var player = Self.player { Sample.live($0, at: $1, endsAt: 40) }
        player.send(.start(.automatic))
        player.run(until: 90)
        #expect(player.failure == nil)
        #expect(player.session.timeline?.kind == .onDemand)
        #expect(player.ended == [.main])
        #expect(abs(player.position - 64) < 0.01)
    }

    @Test("A playlist that stops changing fails after the other variant has been tried")
    func frozen() {
        var player = Self.player { Sample.live($0, at: min($1, 20)) }
        player.send(.start(.automatic))
        player.run(until: 200)
        #expect(player.failure?.code == .frozen)
        #expect(player.failure?.isTransient == true)
        #expect(player.time < 80)
        #expect(player.journal.contains { $0.contains("is frozen") })
    }

    @Test("A frozen variant is replaced by one that continues")
    func frozenVariant() {
        var player = Self.player { Sample.live($0, at: $0 == "low" ? min($1, 20) : $1) }
        player.send(.start(.automatic))
        player.send(.limit(QualityLimits(bitrate: 1_500_000)))
        player.run(until: 100)
        #expect(player.failure == nil)
        #expect(player.segments.last?.stream == 1)
        #expect(player.position > 70)
    }

    @Test("A position that falls out of the window jumps back into it")
    func behind() {
        var player = Self.player { Sample.live($0, at: $1) }
        player.send(.start(.automatic))
        player.run(until: 5)
        player.wantsToPlay = false
        player.run(until: 100)
        #expect(player.jumps.isEmpty == false || player.position > 0)
        player.wantsToPlay = true
        player.run(until: 130)
        #expect(player.failure == nil)
        #expect(player.position > 80)
    }

    @Test(
        "By policy, such a jump goes to the window's start or the live edge",
        arguments: [LatencyPolicy.BehindWindow.windowStart, .liveEdge])
    func behindByPolicy(policy: LatencyPolicy.BehindWindow) throws {
        var configuration = StreamingConfiguration()
        configuration.latency.behindWindow = policy
        var player = Self.player(configuration: configuration) { Sample.live($0, at: $1, window: 15) }
        player.send(.start(.automatic))
        player.run(until: 5)
        player.wantsToPlay = false
        player.run(until: 200)
        player.wantsToPlay = true
        player.run(until: 230)
        let target = try #require(player.jumps.last)
        let edge = try #require(player.session.timeline?.livePosition)
        #expect(player.failure == nil)
        #expect(player.position > target)
        #expect(policy == .liveEdge ? edge - target < 35 : edge - target > 35)
    }

    @Test("What a stall took is not made up for once its position has left the window")
    func behindAfterStall() throws {
        var player = Self.player { Sample.live($0, at: $1, window: 8) }
        let network = player.network
        player.network = { load, time in
            guard case .segment = load.content, time > 10, time < 60 else { return network(load, time) }
            return .media(after: 60 - time)
        }
        player.send(.start(.automatic))
        player.run(until: 120)
        let jump = try #require(player.log.last { if case .jump = $0.action { true } else { false } })
        #expect(player.failure == nil)
        #expect(player.stalls > 0)
        #expect(player.position > 70)
        let rates = player.log.filter { $0.at >= jump.at }.compactMap { if case .rate(let rate) = $0.action { rate } else { nil } }
        #expect(!rates.contains { $0 > 1 }, "\(rates)")
    }

    @Test("A stream whose sequence numbers restart is appended to the known timeline")
    func rewind() {
        var player = Self.player { Sample.live($0, at: $1 < 30 ? $1 : $1 - 30, history: $1 < 30 ? 600 : 24) }
        player.send(.start(.automatic))
        player.run(until: 80)
        #expect(player.failure == nil)
        #expect(player.journal.contains { $0.contains("sequence numbers went back") })
        #expect(player.position > 60)
        #expect(player.segments.last.map { $0.sequence < 30 } == true)
    }

    @Test("A stale copy from a cache changes nothing")
    func oldCopy() {
        var player = Self.player { Sample.live($0, at: Int($1 / 4) % 3 == 2 ? $1 - 4 : $1) }
        player.send(.start(.automatic))
        player.run(until: 60)
        #expect(player.failure == nil)
        #expect(player.segments.map(\.sequence) == Array(12..<(12 + player.segments.count)))
        #expect(!player.journal.contains { $0.contains("went back") })
    }

    @Test("A window no longer than the hold-back is plain live, not seekable")
    func noWindow() {
        var player = Self.player { Sample.live($0, at: $1, window: 3) }
        player.send(.start(.automatic))
        player.run(until: 1)
        #expect(player.session.timeline?.kind == .live)
        #expect(player.session.timeline?.seekable.isEmpty == true)
    }

    @Test("A window about as short as the hold-back doesn't come and go with each reload")
    func shortWindow() {
        var player = Self.player { Sample.live($0, at: $1, window: Int($1 / 8) % 2 == 0 ? 4 : 3) }
        player.send(.start(.automatic))
        var kinds: [Timeline.Kind] = []
        for second in 1...60 {
            player.run(until: Double(second))
            if let kind = player.session.timeline?.kind, kind != kinds.last { kinds.append(kind) }
        }
        #expect(kinds == [.dvr, .live])
    }

    @Test(
        "A live stream whose server dies ends with a transient error, in bounded time",
        arguments: [
            LoadFailure.Cause.connection, .timeout, .status(404), .status(503), .truncated,
        ])
    func dead(cause: LoadFailure.Cause) {
        var player = Self.player { Sample.live($0, at: $1) }
        let network = player.network
        player.network = { load, time in time > 20 ? .failure(LoadFailure(cause, message: "gone")) : network(load, time) }
        player.send(.start(.automatic))
        player.run(until: 600)
        #expect(player.failure?.code == .unavailable)
        #expect(player.time < 200)
        #expect(player.loads.count < 200)
    }
}
