// SPDX-License-Identifier: Apache-2.0

import Foundation
import Testing
import WindowboxKit
import WindowboxPlayer

@testable import WindowboxDesktop

@Suite("MPRIS properties and commands")
struct MediaPlayerInterfaceTests {
    private func command(_ method: String, _ arguments: BusValue..., item: Int? = 3) throws -> NowPlayingCommand? {
        try MediaPlayerInterface.command(method, arguments, item: item)
    }

    @Test("PB-44: Positions and skips are in microseconds, and a position for another track is ignored")
    func positions() throws {
        #expect(try command("Seek", .int64(-2_500_000)) == .seek(by: -2.5))
        #expect(try command("SetPosition", .objectPath("/org/windowbox/track/3"), .int64(1_500_000)) == .setPosition(1.5))
        #expect(try command("SetPosition", .objectPath("/org/windowbox/track/2"), .int64(1_500_000)) == nil)
        #expect(try command("Seek", .string("far")) == nil)
    }

    @Test(
        "PB-44: Loop statuses and repeat modes convert both ways",
        arguments: [("None", RepeatMode.off), ("Track", .one), ("Playlist", .all)])
    func loops(name: String, mode: RepeatMode) throws {
        #expect(try MediaPlayerInterface.command(setting: "LoopStatus", to: .string(name)) == .setRepeatMode(mode))
        #expect(MediaPlayerInterface.name(of: mode) == name)
    }

    @Test("Unknown or read-only members are refused with an error name")
    func refusals() {
        #expect(throws: BusMethodError.unknown("method Fly")) { try command("Fly") }
        #expect(throws: BusMethodError.readOnly("CanPlay")) { try MediaPlayerInterface.command(setting: "CanPlay", to: .bool(true)) }
        #expect(throws: BusMethodError.self) { try MediaPlayerInterface.command(setting: "LoopStatus", to: .string("Sometimes")) }
        #expect(throws: BusMethodError.self) { try command("OpenUri", .string("file:///etc/passwd")) }
    }

    @Test("An embedded image is a file while it is shown, readable by its user only")
    @MainActor func cover() throws {
        let folder = FileManager.default.temporaryDirectory.appending(path: UUID().uuidString)
        try FileManager.default.createDirectory(at: folder, withIntermediateDirectories: true)
        defer { try? FileManager.default.removeItem(at: folder) }
        // The maximum process ID is far below this one.
        try Data().write(to: folder.appending(path: "windowbox-cover-2147483647-x.png"))
        let cover = CoverFile(folder: folder)
        func files() throws -> [String] { try FileManager.default.contentsOfDirectory(atPath: folder.path) }
        #expect(cover.address(of: .none) == nil)
        #expect(cover.address(of: .url("https://a/b.png")) == "https://a/b.png")
        let png: [UInt8] = [0x89, 0x50, 0x4E, 0x47, 1]
        let first = try #require(cover.address(of: .data(png)).flatMap { URL(string: $0) })
        let written = [UInt8](try Data(contentsOf: first))
        #expect(first.isFileURL)
        #expect(first.pathExtension == "png")
        #expect(written == png)
        let mode = try FileManager.default.attributesOfItem(atPath: first.path)[.posixPermissions] as? NSNumber
        #expect(mode?.intValue == 0o600)
        #expect(cover.address(of: .data(png)) == first.absoluteString)
        let second = try #require(cover.address(of: .data([0xFF, 0xD8, 2])).flatMap { URL(string: $0) })
        #expect(try files() == [second.lastPathComponent])
        cover.remove()
        #expect(try files().isEmpty)
        #expect(CoverFile(folder: folder.appending(path: "missing")).address(of: .data(png)) == nil)
    }

    @Test("Artist and album are published, and the app's subtitle replaces a missing artist")
    @MainActor func credits() {
        func fields(_ metadata: PlayerMetadata) -> [String: BusValue]? {
            let player = Player(items: [.custom(url: "tone:440?1", loader: ToneLoader(), metadata: metadata)])
            let properties = MediaPlayerInterface.properties(of: NowPlayingState(player, number: 1), artwork: "file:///c.png")
            return properties["Metadata"]?.dictionary
        }
        let song = fields(PlayerMetadata(title: "T", subtitle: "S", artist: "Ann", album: "Flights"))
        #expect(song?["xesam:artist"] == .strings(["Ann"]))
        #expect(song?["xesam:album"] == .string("Flights"))
        #expect(song?["mpris:artUrl"] == .string("file:///c.png"))
        let show = fields(PlayerMetadata(title: "T", subtitle: "S"))
        #expect(show?["xesam:artist"] == .strings(["S"]))
        #expect(show?["xesam:album"] == nil)
    }

    @Test("PB-44: Without an item there is no track and no old metadata")
    func nothing() {
        let properties = MediaPlayerInterface.properties(of: .nothing)
        #expect(properties["PlaybackStatus"] == .string("Stopped"))
        #expect(properties["Metadata"]?.dictionary == ["mpris:trackid": .objectPath("/org/mpris/MediaPlayer2/TrackList/NoTrack")])
    }

    @Test("PB-44: There is always a title, and a length only if known")
    func metadata() {
        var state = NowPlayingState()
        state.item = 1
        #expect(MediaPlayerInterface.properties(of: state)["Metadata"]?.dictionary?["xesam:title"] == .string(""))
        #expect(MediaPlayerInterface.properties(of: state)["Metadata"]?.dictionary?["mpris:length"] == nil)
        state.length = 1.5
        #expect(MediaPlayerInterface.properties(of: state)["Metadata"]?.dictionary?["mpris:length"] == .int64(1_500_000))
    }
}
