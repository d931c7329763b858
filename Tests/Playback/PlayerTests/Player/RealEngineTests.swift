// SPDX-License-Identifier: Apache-2.0

import Foundation
import Testing
import WindowboxCodec
import WindowboxEngine
import WindowboxKit
import WindowboxOrigin
import WindowboxTesting
import WindowboxTransport

@testable import WindowboxPlayer

@MainActor @Suite("Player with the real engine", .timeLimit(.minutes(1)))
struct RealEngineTests {
    private let loader = ToneLoader()

    private func tone(_ seconds: Double) -> PlayerItem { .custom(url: "tone:440?\(seconds)", loader: loader) }

    private func player(_ items: [PlayerItem], pace: Pace = .asFastAsPossible) -> Player {
        Player(items: items, configuration: PlayerConfiguration(engine: EngineConfiguration(pace: pace)))
    }

    /// Observes the properties of a player until a condition holds.
    private func follow(_ player: Player, until condition: @MainActor () -> Bool) async {
        for await _ in player.propertiesUpdates where condition() { return }
    }

    @Test("1.4: A list plays to its end, item after item, with every sample")
    func list() async {
        let player = player([tone(1), tone(1.5), tone(0.5)])
        player.play()
        await follow(player) { player.currentItem == nil }
        #expect(player.error == nil)
        #expect(player.canReplay)
        let counts = await player.counts
        #expect(abs(counts.audioSeconds - 3) < 0.1)
    }

    @Test("PB-19: the engine advances to its prepared item by itself")
    func gapless() async {
        // In real time: at the fastest pace, the item ends before the engine can prepare the next.
        let player = player([tone(1), tone(0.2)], pace: .realTime)
        var facts = player.engineFacts.makeAsyncIterator()
        while let fact = await facts.next() {
            if case .timeline(ItemID(2), _) = fact { break }
        }
        #expect(player.currentItem === player.items[0])
        player.play()
        var hasAdvanced = false
        while !hasAdvanced, let fact = await facts.next() {
            if case .advanced(ItemID(1), ItemID(2)) = fact { hasAdvanced = true }
            if case .status(_, .ended) = fact { break }
        }
        #expect(hasAdvanced)
        await follow(player) { player.currentItem == nil }
    }

    @Test("1.7: A seek lands, and the item's facts are known")
    func seek() async {
        let player = player([tone(10)])
        await follow(player) { player.playbackState == .paused && !player.isBuffering }
        #expect(player.duration.map { abs($0 - 10) < 0.1 } == true)
        #expect(player.mediaType == .audio)
        #expect(player.streamType == .onDemand)
        #expect(player.error == nil)
        #expect(await player.seek(.at(5), .immediate).result == .finished)
        #expect(player.time.map { abs($0 - 5) < 0.1 } == true)
        let seeks = (1...20).map { player.seek(.at(Double($0) * 0.4)) }
        var results: [SeekResult] = []
        for seek in seeks { results.append(await seek.result) }
        #expect(player.error == nil)
        #expect(results == Array(repeating: .superseded, count: 19) + [.finished])
        #expect(player.time.map { abs($0 - 8) < 0.1 } == true)
    }

    @Test("PB-15, PB-20: a failure names its cause, and the rest of the list still plays")
    func failure() async {
        let player = player([.custom(url: "tone:none", loader: loader), tone(1)])
        player.play()
        await follow(player) { player.error != nil }
        #expect(player.error?.code == .notFound)
        #expect(player.error?.url == "tone:none")
        player.advanceToNextItem()
        await follow(player) { player.currentItem == nil }
        #expect(player.error == nil)
    }

    @Test("LB-13: a file whose connection breaks reloads automatically and plays to its end")
    func brokenConnection() async throws {
        let film = try GeneratedStreams.named("file-start-mp4")
        let bytes = try [UInt8](Data(contentsOf: film.url))
        let origin = try await FaultyOrigin(
            ["/film.mp4": bytes], rules: [FaultRule("/film.mp4", requests: 1...2, .drop(atByte: bytes.count * 9 / 10))])
        let player = Player(
            items: [.simple(url: origin.address + "/film.mp4")],
            configuration: PlayerConfiguration(
                networkRetry: NetworkRetry(delays: [0]), engine: EngineConfiguration(pace: .asFastAsPossible)),
            transport: RoutingTransport())
        player.play()
        await follow(player) { player.currentItem == nil }
        #expect(player.error == nil)
        #expect(origin.requests.count > 2)
        await origin.stop()
    }

    @Test("A player reports its audio destination and why there is no audio")
    func destination() throws {
        #expect(Player().audioDestination == .nowhere())
        let path = NSTemporaryDirectory() + "sound-\(UUID().uuidString).wav"
        defer { try? FileManager.default.removeItem(atPath: path) }
        #expect(Player(audioOutput: try WAVOutput(path: path)).audioDestination == .output)
        let automatic = AutomaticOutput()
        let destination = Player(audioOutput: automatic).audioDestination
        #expect(destination.kind == (automatic.failure == nil ? .device : .nowhere))
        #expect(destination.reason == automatic.failure?.description)
        #expect(Stage("a").player.audioDestination == .elsewhere, "an engine that doesn't report it")
    }

    @Test("At 4× speed, audio plays to its end in a quarter of its duration")
    func fast() async {
        let player = player([tone(20)])
        player.desiredSpeed = 4
        // The engine receives the speed once the item is known; audio written before that plays at 1.
        await follow(player) { player.playbackState == .paused && !player.isBuffering }
        #expect(player.speed == 4)
        player.play()
        await follow(player) { player.currentItem == nil }
        #expect(player.error == nil)
        let counts = await player.counts
        #expect(abs(counts.audioSeconds - 5) < 0.5, "\(counts.audioSeconds) s")
    }

    @Test("A video plays backwards to its start, frame by frame, and pauses there")
    func backwards() async throws {
        let film = try GeneratedStreams.named("file-start-mp4")
        let seen = Watched<[Double]>([])
        let player = Player(
            items: [.simple(url: film.address)], videoOutputs: [CallbackOutput { picture in seen.change { $0.append(picture.time) } }])
        var events = player.events.makeAsyncIterator()
        await follow(player) { player.playbackState == .paused && !player.isBuffering }
        #expect(player.reverseSpeedRange == -16 ... -0.1)
        #expect(await player.seek(.at(1.5), .immediate).result == .finished)
        seen.change { $0 = [] }
        player.desiredSpeed = -2
        player.play()
        while let event = await events.next() { if case .didReachStart = event { break } }
        #expect(!player.shouldPlay)
        #expect((player.speed, player.desiredSpeed) == (1, 1))
        #expect(player.time.map { $0 < 0.6 } == true)
        await seen.reaches { $0.last == 0 }
        let back = seen.value.drop { $0 >= 1.5 }
        #expect(back.count > 2)
        #expect(Array(back) == back.sorted(by: >))
    }

    @Test("PB-16: with pause as the end action, an item stays at its end, and replay restarts it")
    func pauseAtEnd() async {
        let player = player([tone(1), tone(1)])
        player.actionAtItemEnd = .pause
        player.play()
        await follow(player) { player.playbackState == .ended }
        #expect(player.currentItem === player.items[0])
        player.replay()
        #expect(player.playbackState != .ended)
        await follow(player) { player.playbackState == .ended }
    }

    @Test("In a list that stays at its last item, a seek back resumes playback, or stays paused after a pause")
    func stayAtLast() async {
        let player = player([tone(0.5), tone(2)])
        player.actionAtItemEnd = .advanceAndStayAtLast
        player.play()
        await follow(player) { player.playbackState == .ended }
        #expect(player.currentItem === player.items[1])
        #expect(player.time == player.duration)
        var events = player.events.makeAsyncIterator()
        #expect(await player.seek(.at(1), .immediate).result == .finished)
        while let event = await events.next() { if case .didEnd = event { break } }
        await follow(player) { player.playbackState == .ended }
        player.pause()
        #expect(await player.seek(.at(1), .immediate).result == .finished)
        #expect(player.playbackState == .paused)
        #expect(player.time.map { abs($0 - 1) < 0.1 } == true)
    }

    @Test("PB-2: players created and released in turn do not leak")
    func lifetimes() async {
        for _ in 0..<10 {
            let player = player([tone(1)])
            player.play()
            // It may finish a second of audio before anyone looks.
            await follow(player) { player.playbackState == .playing || player.currentItem == nil }
            weak let gone = player
            _ = consume player
            #expect(gone == nil)
        }
    }

    @Test("LB-25: HTTP without TLS is refused unless the application allows it")
    func plainHTTP() async {
        let player = Player(items: [.simple(url: "http://example.invalid/a.m3u8")])
        await follow(player) { player.error != nil }
        #expect(player.error?.description.contains("https") == true, "\(player.error?.description ?? "")")
        #expect(player.error?.code == .refused)
        #expect(player.error?.canRetry == false)
    }

    @Test("An invalid URL is reported as such, not as a missing file", arguments: ["", "ht!tp://example.com/a.m3u8"])
    func addresses(url: String) async {
        let player = Player(items: [.simple(url: url)])
        await follow(player) { player.error != nil }
        #expect(player.error?.code == .invalidAddress)
    }

    @Test("A file that is not media fails with its URL and a suggested remedy")
    func text() async throws {
        let path = NSTemporaryDirectory() + "letter-\(UUID().uuidString).txt"
        let letter = "Dear reader, this is a letter. " + String(repeating: "a", count: 4000)
        try letter.write(toFile: path, atomically: true, encoding: .utf8)
        defer { try? FileManager.default.removeItem(atPath: path) }
        let player = Player(items: [.simple(url: path)])
        await follow(player) { player.error != nil }
        let error = try #require(player.error)
        #expect(error.code == .unsupported)
        #expect(error.url == path)
        #expect(error.description.contains("media file"), "\(error.description)")
        #expect(error.description.contains("Check"), "\(error.description)")
    }

    @Test("An item's headers are sent to its own server, for keys too, but not to another server in its playlist")
    func headers() async throws {
        let film = try GeneratedStreams.named("file-start-mp4")
        let bytes = try [UInt8](Data(contentsOf: film.url))
        let other = try await FaultyOrigin(["/film.mp4": bytes])
        let playlist = """
            #EXTM3U
            #EXT-X-TARGETDURATION:20
            #EXT-X-KEY:METHOD=AES-128,URI="key"
            #EXTINF:5,
            \(other.address)/film.mp4
            #EXT-X-ENDLIST

            """
        let origin = try await FaultyOrigin(["/index.m3u8": Array(playlist.utf8), "/key": Array(repeating: 7, count: 16)])
        let player = Player(items: [.simple(url: origin.address + "/index.m3u8", headers: ["Authorization": "Bearer secret"])])
        player.play()
        // The key does not decrypt the segment. It is enough that both were requested.
        await other.requestsReach(1)
        await origin.requestsReach(2)
        for path in ["/index.m3u8", "/key"] {
            let asked = origin.requests(for: path)
            #expect(!asked.isEmpty, "\(path)")
            #expect(asked.allSatisfy { $0.header("Authorization") == "Bearer secret" }, "\(path)")
        }
        #expect(!other.requests.isEmpty)
        #expect(other.requests.allSatisfy { $0.header("Authorization") == nil })
    }
}
