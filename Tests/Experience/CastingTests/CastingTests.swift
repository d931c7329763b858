// SPDX-License-Identifier: Apache-2.0

import Foundation
import Testing
import WindowboxEngine
import WindowboxKit
import WindowboxMedia
import WindowboxOrigin
import WindowboxPlayer
import WindowboxTransport

@testable import WindowboxCasting

@Suite("Casting player", .timeLimit(.minutes(2)))
@MainActor struct CastingTests {
    /// Discovers nothing: tests pass their renderers directly.
    private let casting = Casting(discovery: RendererDiscovery(host: "127.0.0.1", port: 9))
    private let services: SystemServices

    init() { services = SystemServices([casting]) }

    private func player(_ names: [String], start: Double? = nil, allows: Bool = true) throws -> Player {
        let items = try names.map { name in
            PlayerItem(
                asset: .simple(url: try GeneratedStreams.named(name).address, configuration: PlaybackConfiguration(start: start)),
                metadata: PlayerMetadata(title: "Title of \(name)"))
        }
        return Player(items: items, configuration: PlayerConfiguration(allowsExternalPlayback: allows))
    }

    /// Activates a player with these streams and casts it to a scripted renderer.
    private func cast(
        _ names: String..., plays: Bool = false, _ prepare: @escaping @Sendable (inout ScriptedRenderer.State) -> Void = { _ in }
    ) async throws -> (screen: ScriptedRenderer, player: Player) {
        let screen = try await ScriptedRenderer()
        screen.state.change(prepare)
        let player = try player(names)
        try player.becomeActive(with: services)
        if plays { player.play() }
        try casting.cast(to: try await screen.renderer)
        return (screen, player)
    }

    /// The URL that the renderer received.
    private func address(_ screen: ScriptedRenderer) async throws -> String {
        try #require(await screen.reported("SetAVTransportURI")?.arguments["CurrentURI"])
    }

    /// Waits until the next item shows a frame.
    private func ready(_ facts: AsyncStream<EngineFact>) async {
        for await fact in facts { if case .ready = fact { return } }
    }

    @Test("Position and playback state pass to the renderer and back", arguments: [0, 200])
    func handOver(delay: Int) async throws {
        let screen = try await ScriptedRenderer()
        screen.state.change { $0.delay = delay }
        let player = try player(["file-end-mp4"], start: 5)
        try player.becomeActive(with: services)
        await observed { player.playbackState == .paused }

        try casting.cast(to: try await screen.renderer)
        #expect(player.isExternalPlaybackActive)
        #expect(casting.renderer?.name == "Screen")
        let set = try #require(await screen.reported("SetAVTransportURI"))
        #expect(set.arguments["CurrentURIMetaData"]?.contains("Title of file-end-mp4") == true)
        #expect(screen.state.value.calls.contains { $0.action == "Play" } == false)

        player.play()
        _ = await screen.reported("Play")
        #expect(await screen.reported("Seek")?.arguments["Target"] == "0:00:05")
        await observed { player.playbackState == .playing && player.duration == 60 }

        screen.state.change { $0.position = 9 }
        await screen.asked()
        player.pause()
        _ = await screen.reported("Pause")
        let facts = player.engineFacts
        casting.stop()
        #expect(!player.isExternalPlaybackActive)
        #expect(casting.renderer == nil)
        #expect(!player.shouldPlay)
        await ready(facts)
        #expect(try #require(player.duration) < 13)
        #expect(try #require(player.time) >= 9)
        _ = await screen.reported("Stop")
    }

    @Test("The command to stop waits until the one before is answered", arguments: ["SetAVTransportURI", "Play"])
    func lastCommand(before action: String) async throws {
        let (screen, player) = try await cast("file-end-mp4", plays: true) { $0.delay = 300 }
        _ = await screen.reported(action)
        casting.stop()
        await casting.settled()
        let state = screen.state.value
        let arrivals = zip(state.calls, state.arrivals).filter { $0.0.action == action || $0.0.action == "Stop" }
        #expect(arrivals.map(\.0.action) == [action, "Stop"])
        #expect(try #require(arrivals.last?.1) - (try #require(arrivals.first?.1)) >= 0.3)
        #expect(!player.isExternalPlaybackActive)
    }

    @Test("The renderer can fetch the file, whole and in ranges, and nothing else")
    func served() async throws {
        let (screen, player) = try await cast("file-end-mp4")
        let address = try await self.address(screen)
        let client = HTTPTransport()
        let file = try await FileTransport().bytes(of: TransportRequest(url: try GeneratedStreams.named("file-end-mp4").address))
        let response = try await client.open(TransportRequest(url: address))
        #expect(response.headers["Content-Type"] == "video/mp4")
        #expect(response.contentLength == file.count)
        #expect(response.headers["transferMode.dlna.org"] == "Streaming")
        #expect(response.headers["contentFeatures.dlna.org"]?.contains("DLNA.ORG_OP=01") == true)
        #expect(try await response.body.collect() == file)
        let part = try await client.bytes(of: TransportRequest(url: address, headers: ["Range": "bytes=1000-1999"]))
        #expect(part == Array(file[1000..<2000]))
        let root = address.split(separator: "/").prefix(2).joined(separator: "//")
        for path in ["/", "/media.mp4", "/../../etc/passwd"] {
            let error = await #expect(throws: TransportError.self) { try await client.bytes(of: TransportRequest(url: root + path)) }
            #expect(error?.status == 404)
        }
        #expect(player.isExternalPlaybackActive)
        casting.stop()
    }

    @Test(
        "A stream is delivered in one piece, decrypted, from the requested segment on",
        arguments: ["vod-ts", "aes-128-ts", "vod-cmaf-muxed"])
    func stream(name: String) async throws {
        let (screen, player) = try await cast(name)
        let address = try await self.address(screen)
        let bytes = try await HTTPTransport().bytes(of: TransportRequest(url: address))
        let later = try await HTTPTransport().bytes(of: TransportRequest(url: address + "?from=6000"))
        #expect(later.count < bytes.count)
        #expect(later.count > bytes.count / 4)
        let seek = TransportRequest(url: address, headers: ["TimeSeekRange.dlna.org": "npt=0:00:06.5-"])
        let seeked = try await HTTPTransport().open(seek)
        #expect(seeked.headers["TimeSeekRange.dlna.org"]?.hasPrefix("npt=6.000-") == true)
        #expect(try await seeked.body.collect() == later)
        if name == "vod-cmaf-muxed" {
            #expect(String(decoding: bytes[4..<8], as: UTF8.self) == "ftyp")
            #expect(bytes.prefix(500) == later.prefix(500))
        } else {
            #expect(bytes.count.isMultiple(of: 188))
            #expect(stride(from: 0, to: bytes.count, by: 188).allSatisfy { bytes[$0] == 0x47 })
            #expect(Array(bytes.suffix(later.count)) == later)
        }
        await observed { player.duration.map { $0 > 5 } == true }
        casting.stop()
    }

    @Test("When the renderer disappears, playback returns to the position, paused")
    func dead() async throws {
        let (screen, player) = try await cast("file-end-mp4", plays: true)
        await observed { player.playbackState == .playing && player.duration == 60 }
        screen.state.change { $0.position = 7 }
        await screen.asked()
        let facts = player.engineFacts
        screen.state.change { $0.isDead = true }
        let casting = casting
        await observed { casting.error != nil }
        #expect(casting.error?.code == .lost)
        #expect(casting.renderer == nil)
        #expect(!player.isExternalPlaybackActive)
        #expect(!player.shouldPlay)
        await ready(facts)
        #expect(player.playbackState == .paused)
        #expect(try #require(player.time) >= 7)
    }

    @Test("A renderer with invalid responses counts as gone")
    func nonsense() async throws {
        let (screen, player) = try await cast("file-end-mp4", plays: true)
        await observed { player.playbackState == .playing }
        screen.state.change { $0.texts["GetPositionInfo"] = "<html>busy" }
        let casting = casting
        await observed { casting.error != nil }
        #expect(casting.error?.message.contains("can't be used") == true)
        #expect(!player.isExternalPlaybackActive)
    }

    @Test("Media that the renderer can't play fails the item with the error number and a remedy")
    func refused() async throws {
        let (screen, player) = try await cast("file-end-mp4") { $0.refusals["SetAVTransportURI"] = 714 }
        await observed { player.error != nil }
        #expect(player.error?.description.contains("714") == true)
        #expect(screen.state.value.calls.last { $0.action == "SetAVTransportURI" } != nil)
        casting.stop()
        await observed { player.playbackState == .paused }
        #expect(player.error == nil)
    }

    @Test(
        "Separate audio and sample encryption are remuxed into one piece, from any segment on",
        arguments: ["vod-cmaf", "sample-aes-ts"])
    func remuxed(name: String) async throws {
        let (screen, player) = try await cast(name)
        let address = try await self.address(screen)
        #expect(address.hasSuffix("media.ts"))
        let bytes = try await HTTPTransport().bytes(of: TransportRequest(url: address))
        let later = try await HTTPTransport().bytes(of: TransportRequest(url: address + "?from=6000"))
        #expect(bytes.count.isMultiple(of: 188))
        #expect(later.first == 0x47)
        #expect(later.count < bytes.count)
        #expect(later.count > bytes.count / 4)
        await observed { player.duration.map { $0 > 5 } == true }
        casting.stop()
    }

    @Test("A live stream is live at the renderer too")
    func live() async throws {
        let screen = try await ScriptedRenderer()
        var playlist = LivePlaylist(material: try LiveMaterial(folder: try GeneratedStreams.directory.appending(path: "live-ts")))
        playlist.window = .sliding(seconds: 12)
        var programme = LiveOrigin.Programme(folder: try GeneratedStreams.directory.appending(path: "live-ts"))
        programme.playlists["/live.m3u8"] = [.init(playlist)]
        programme.start = 20
        let origin = try await LiveOrigin(programme)
        let player = Player(items: [.simple(url: origin.address + "/live.m3u8")])
        try player.becomeActive(with: services)
        player.play()
        try casting.cast(to: try await screen.renderer)
        let address = try await self.address(screen)
        await observed { player.streamType == .live && player.playbackState == .playing }
        let response = try await HTTPTransport().open(TransportRequest(url: address))
        var count = 0
        for try await chunk in response.body {
            count += chunk.count
            if count > 200_000 { break }
        }
        #expect(count > 200_000)
        #expect(response.contentLength == nil)
        casting.stop()
        await origin.stop()
    }

    @Test("Media that the renderer does not support is reported with a reason", arguments: ["vod-cmaf", "sample-aes-ts", "file-end-mp4"])
    func notCastable(name: String) async throws {
        let (screen, player) = try await cast(name) { $0.sink = "http-get:*:audio/mpeg:*" }
        await observed { player.error != nil }
        let words = ["vod-cmaf": "video/mp2t", "sample-aes-ts": "video/mp2t", "file-end-mp4": "video/mp4"]
        #expect(player.error?.description.contains(words[name]!) == true)
        #expect(!screen.state.value.calls.contains { $0.action == "SetAVTransportURI" })
        casting.stop()
    }

    @Test("A codec without a transport stream mapping is refused by name, and nothing is sent", arguments: ["vp09.00.10.08", "Opus"])
    func uncarried(codec: String) async throws {
        let origin = try await Origin { request in
            switch request.path {
            case "/main.m3u8":
                return .text(
                    "#EXTM3U\n#EXT-X-MEDIA:TYPE=AUDIO,GROUP-ID=\"a\",NAME=\"A\",URI=\"a.m3u8\"\n"
                        + "#EXT-X-STREAM-INF:BANDWIDTH=1,CODECS=\"avc1.64001f,\(codec)\",AUDIO=\"a\"\nv.m3u8\n", type: MediaKind.playlist)
            case "/v.m3u8":
                return .text(
                    "#EXTM3U\n#EXT-X-TARGETDURATION:4\n#EXT-X-MAP:URI=\"i.mp4\"\n#EXTINF:4,\n1.m4s\n#EXT-X-ENDLIST\n",
                    type: MediaKind.playlist)
            default: return OriginResponse(status: 404)
            }
        }
        let screen = try await ScriptedRenderer()
        let player = Player(
            items: [.simple(url: origin.address + "/main.m3u8")], configuration: PlayerConfiguration(allowsExternalPlayback: true))
        try player.becomeActive(with: services)
        try casting.cast(to: try await screen.renderer)
        await observed { player.isExternalPlaybackActive && player.error?.description.contains(codec) == true }
        #expect(!screen.state.value.calls.contains { $0.action == "SetAVTransportURI" })
        casting.stop()
        await origin.stop()
    }

    @Test("The playlist continues at the renderer, and seeks reach it")
    func list() async throws {
        let (screen, player) = try await cast("file-end-mp4", "file-start-mp4", plays: true)
        await observed { player.playbackState == .playing && player.duration == 60 }
        let seek = player.seek(.at(30))
        #expect(await seek.result == .finished)
        #expect(screen.state.value.calls.contains { $0.action == "Seek" && $0.arguments["Target"] == "0:00:30" })
        screen.state.change { $0.position = 59 }
        await screen.asked()
        screen.state.change { $0.transport = "NO_MEDIA_PRESENT" }
        await screen.state.reaches { $0.calls.count { $0.action == "SetAVTransportURI" } == 2 }
        #expect(player.currentItem?.metadata.title == "Title of file-start-mp4")
        casting.stop()
    }

    @Test("LB-16: Only the active player may cast, if allowed, and resigning ends it")
    func active() async throws {
        let screen = try await ScriptedRenderer()
        let renderer = try await screen.renderer
        #expect(throws: CastingError.self) { try casting.cast(to: renderer) }
        let strict = try player(["file-end-mp4"], allows: false)
        try strict.becomeActive(with: services)
        let refusal = #expect(throws: CastingError.self) { try casting.cast(to: renderer) }
        #expect(refusal?.code == .notAllowed)
        #expect(!strict.isExternalPlaybackActive)
        let player = try player(["file-end-mp4"])
        try player.becomeActive(with: services)
        try casting.cast(to: renderer)
        _ = await screen.reported("SetAVTransportURI")
        try strict.becomeActive(with: services)
        #expect(!player.isExternalPlaybackActive)
        #expect(casting.renderer == nil)
    }

    @Test("A renderer with events reports who paused it, and is unsubscribed at the end")
    func events() async throws {
        let (screen, player) = try await cast("file-end-mp4", plays: true) { $0.tells = true }
        await observed { player.playbackState == .playing }
        await screen.state.reaches { $0.subscriptions.first?.callback != nil }
        #expect(try await screen.notify("PLAYING", as: "uuid:another") == 200)
        #expect(try await screen.notify("PAUSED_PLAYBACK") == 200)
        await observed { !player.shouldPlay && player.playbackState == .paused }
        casting.stop()
        await casting.settled()
        #expect(screen.state.value.subscriptions.last?.method == "UNSUBSCRIBE")
        #expect(screen.state.value.subscriptions.last?.id == "uuid:subscription")
        // Nothing listens there any more.
        await #expect(throws: CastingError.self) { try await screen.notify("STOPPED") }
    }

    @Test("The player's volume and mute are applied to the renderer before anything else")
    func volume() async throws {
        let screen = try await ScriptedRenderer()
        let player = try player(["file-end-mp4"])
        try player.becomeActive(with: services)
        player.volume = 0.25
        try casting.cast(to: try await screen.renderer)
        #expect(await screen.reported("SetVolume")?.arguments["DesiredVolume"] == "25")
        // Amplification here is full volume there.
        player.volume = 1.5
        await screen.state.reaches { $0.calls.contains { $0.action == "SetVolume" && $0.arguments["DesiredVolume"] == "100" } }
        player.isMuted = true
        await screen.state.reaches { $0.calls.contains { $0.action == "SetMute" && $0.arguments["DesiredMute"] == "1" } }
        casting.stop()
    }
}
