// SPDX-License-Identifier: Apache-2.0

import Foundation
import Testing
import WindowboxEngine
import WindowboxKit
import WindowboxMedia
import WindowboxPlayer

@testable import WindowboxDesktop

@MainActor @Suite("Desktop media controls", .timeLimit(.minutes(2)))
struct NowPlayingTests {
    private let bus: BusConnection
    private let controls: NowPlaying
    private let services: SystemServices
    private let player: Player
    /// Unique for each test, because they run concurrently on one bus.
    private let name = "windowbox_test_\(UUID().uuidString.prefix(8))"

    init() throws {
        bus = try BusConnection()
        controls = NowPlaying(NowPlaying.Identity(name: "Windowbox", busName: name), on: bus)
        services = SystemServices([controls])
        let loader = ToneLoader()
        let items = ["First", "Second"].map { title in
            PlayerItem.custom(
                url: "tone:440?60", loader: loader,
                metadata: PlayerMetadata(title: title, subtitle: "Someone", image: .url("https://example.com/a.png")))
        }
        player = Player(items: items)
    }

    private func activate() async throws {
        try player.becomeActive(with: services)
        for await _ in player.propertiesUpdates where !player.isBuffering && player.playbackState != .idle { break }
        #expect(await controls.nameRequest?.value == "org.mpris.MediaPlayer2.\(name)")
    }

    private func ask(_ words: String...) async throws -> String {
        switch words.count {
        case 1: try await Playerctl.run(name, words[0])
        case 2: try await Playerctl.run(name, words[0], words[1])
        default: try await Playerctl.run(name, words[0], words[1], words[2])
        }
    }

    @Test("At the end of a list that keeps its last item, playerctl sees a paused player at the end, and can seek back")
    func endOfTheList() async throws {
        player.actionAtItemEnd = .advanceAndStayAtLast
        player.items = [.custom(url: "tone:440?1", loader: ToneLoader(), metadata: PlayerMetadata(title: "Short"))]
        player.currentItem = player.items[0]
        try await activate()
        player.play()
        for await properties in player.propertiesUpdates where properties.playbackState == .ended { break }
        #expect(try await ask("status") == "Paused")
        let position = try #require(Double(try await ask("position")))
        #expect(abs(position - (player.duration ?? 0)) < 0.01)
        #expect(try await ask("metadata", "xesam:title") == "Short")
        player.pause()
        _ = try await ask("position", "0.5")
        for await _ in player.propertiesUpdates where player.playbackState == .paused && !player.isSeeking { break }
        #expect(player.time.map { abs($0 - 0.5) < 0.1 } == true)
    }

    @Test("PB-44: playerctl sees the item with its length, and follows pause and play")
    func status() async throws {
        try await activate()
        #expect(try await ask("status") == "Paused")
        #expect(try await ask("metadata", "xesam:title") == "First")
        #expect(try await ask("metadata", "xesam:artist") == "Someone")
        #expect(try await ask("metadata", "mpris:artUrl") == "https://example.com/a.png")
        #expect(try await ask("metadata", "mpris:length") == "60000000")
        player.play()
        #expect(try await ask("status") == "Playing")
        _ = try await ask("pause")
        #expect(!player.shouldPlay)
        _ = try await ask("play-pause")
        #expect(player.shouldPlay)
    }

    @Test("PB-44: playerctl changes the position, item, loop and volume")
    func commands() async throws {
        try await activate()
        var events = player.events.makeAsyncIterator()
        _ = try await ask("position", "30")
        while let event = await events.next() { if case .didSeek = event { break } }
        #expect(player.time.map { abs($0 - 30) < 0.1 } == true)
        #expect(try await ask("position").hasPrefix("30."))
        _ = try await ask("position", "10+")
        while let event = await events.next() { if case .didSeek = event { break } }
        #expect(player.time.map { abs($0 - 40) < 0.1 } == true)
        _ = try await ask("loop", "Playlist")
        #expect(player.repeatMode == .all)
        _ = try await ask("volume", "0.5")
        #expect(player.volume == 0.5)
        _ = try await ask("volume", "1.5")
        #expect(player.volume == 1.5, "MPRIS allows it")
        _ = try await ask("next")
        #expect(player.currentItem === player.items[1])
        _ = try await ask("previous")
        #expect(player.currentItem === player.items[0])
    }

    @Test("PB-44: A failed player shows nothing, and play retries it")
    func failure() async throws {
        try await activate()
        player.currentItem = .unavailable(CancellationError(), metadata: PlayerMetadata(title: "Broken"))
        #expect(player.error != nil)
        #expect(try await ask("status") == "Stopped")
        await #expect(throws: Playerctl.Failure.self) { try await ask("metadata", "xesam:title") }
    }

    @Test("LB-16: The controls disappear with their player")
    func taken() async throws {
        try await activate()
        let other = Player(items: [.custom(url: "tone:440?5", loader: ToneLoader(), metadata: PlayerMetadata(title: "Other"))])
        try other.becomeActive(with: services)
        #expect(await controls.nameRequest?.value == "org.mpris.MediaPlayer2.\(name)")
        #expect(try await ask("metadata", "xesam:title") == "Other")
        other.resignActive()
        await controls.nameRelease?.value
        #expect(try await !bus.names.contains("org.mpris.MediaPlayer2.\(name)"))
        #expect(services.activePlayer == nil)
    }
}

extension BusConnection {
    var names: [String] {
        get async throws {
            let answer = try await call("org.freedesktop.DBus", "/org/freedesktop/DBus", "org.freedesktop.DBus", "ListNames")
            return answer.first?.elements.compactMap(\.string) ?? []
        }
    }
}
