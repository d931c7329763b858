// SPDX-License-Identifier: Apache-2.0

import Testing
import WindowboxPlayer

@testable import WindowboxDesktop

@Suite("The words of MPRIS")
struct MediaPlayerInterfaceTests {
    private func command(_ method: String, _ arguments: BusValue..., item: Int? = 3) throws -> NowPlayingCommand? {
        try MediaPlayerInterface.command(method, arguments, item: item)
    }

    @Test("PB-44: Positions and skips come in microseconds; a position of another track is out of date")
    func positions() throws {
        #expect(try command("Seek", .int64(-2_500_000)) == .seek(by: -2.5))
        #expect(try command("SetPosition", .objectPath("/org/windowbox/track/3"), .int64(1_500_000)) == .setPosition(1.5))
        #expect(try command("SetPosition", .objectPath("/org/windowbox/track/2"), .int64(1_500_000)) == nil)
        #expect(try command("Seek", .string("far")) == nil)
    }

    @Test("PB-44: Loops are repeat modes, both ways", arguments: [("None", RepeatMode.off), ("Track", .one), ("Playlist", .all)])
    func loops(name: String, mode: RepeatMode) throws {
        #expect(try MediaPlayerInterface.command(setting: "LoopStatus", to: .string(name)) == .setRepeatMode(mode))
        #expect(MediaPlayerInterface.name(of: mode) == name)
    }

    @Test("What is not understood, or may not be set, is refused with a name")
    func refusals() {
        #expect(throws: BusRefusal.unknown("method Fly")) { try command("Fly") }
        #expect(throws: BusRefusal.readOnly("CanPlay")) { try MediaPlayerInterface.command(setting: "CanPlay", to: .bool(true)) }
        #expect(throws: BusRefusal.self) { try MediaPlayerInterface.command(setting: "LoopStatus", to: .string("Sometimes")) }
        #expect(throws: BusRefusal.self) { try command("OpenUri", .string("file:///etc/passwd")) }
    }

    @Test("PB-44: Without an item there is no track, and nothing of the last one")
    func nothing() {
        let properties = MediaPlayerInterface.properties(of: .nothing)
        #expect(properties["PlaybackStatus"] == .string("Stopped"))
        #expect(properties["Metadata"]?.dictionary == ["mpris:trackid": .objectPath("/org/mpris/MediaPlayer2/TrackList/NoTrack")])
    }

    @Test("PB-44: A title is always there, the length only where there is one")
    func metadata() {
        var state = NowPlayingState()
        state.item = 1
        #expect(MediaPlayerInterface.properties(of: state)["Metadata"]?.dictionary?["xesam:title"] == .string(""))
        #expect(MediaPlayerInterface.properties(of: state)["Metadata"]?.dictionary?["mpris:length"] == nil)
        state.length = 1.5
        #expect(MediaPlayerInterface.properties(of: state)["Metadata"]?.dictionary?["mpris:length"] == .int64(1_500_000))
    }
}
