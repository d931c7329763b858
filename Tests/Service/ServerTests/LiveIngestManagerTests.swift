// SPDX-License-Identifier: Apache-2.0

import Foundation
import Logging
import NIOCore
import NIOHTTP1
import Testing
import WindowboxCatalogue
import WindowboxContract
import WindowboxHLS
import WindowboxPackager

@testable import WindowboxServer

@Suite("Live ingest", .serialized, .timeLimit(.minutes(3))) struct LiveIngestManagerTests {
    /// Runs a service with a live ingest manager that encodes one small quality, quickly.
    static func with(
        log: RecordedLog? = nil, _ change: @escaping @Sendable (inout LiveIngestManager.Configuration) -> Void = { _ in },
        settings: @escaping @Sendable (inout ServiceSettings) -> Void = { _ in },
        _ body: @Sendable (RunningService, LiveIngestManager) async throws -> Void
    ) async throws {
        try await RunningService.with(
            { values, _ in settings(&values) },
            live: { catalogue, folder in
                let storage = try DiskStorage(folder: folder.appending(path: "media"))
                var configuration = LiveIngestManager.Configuration()
                configuration.ports = 0...0
                configuration.plan.heights = [90, 180]
                configuration.plan.packager.preset = "ultrafast"
                configuration.workFolder = folder
                change(&configuration)
                let logger = Logger(label: "studio") { _ in log ?? RecordedLog() }
                return (
                    LiveIngestManager(storage: storage, catalogue: catalogue, configuration: configuration, logger: logger),
                    StoredMedia(storage)
                )
            },
            { service in try await body(service, try #require(service.studio)) })
    }

    static func stream(_ change: (inout LiveStream) -> Void = { _ in }) -> LiveStream {
        var stream = LiveStream(id: "l1", videoID: "v1", channelID: "c1", title: "x")
        change(&stream)
        return stream
    }

    @Test("An encoder's stream is available in parts, and as a recording afterwards", arguments: [false, true])
    func encoder(usesSRT: Bool) async throws {
        try await Self.with({ $0.usesSRT = usesSRT }) { service, studio in
            let started = try await studio.begin(Self.stream())
            let ingest = try #require(started.ingest)
            #expect(try await studio.begin(Self.stream()) == started)
            let address = usesSRT ? "\(ingest.url)?mode=caller&passphrase=\(ingest.key)" : "\(ingest.url)/\(ingest.key)"
            let sending = Task { try await SendingEncoder.send(8, to: address, format: usesSRT ? "mpegts" : "flv") }
            defer { sending.cancel() }
            let path = try #require(started.playback.lowLatencyHLS)
            #expect(path.hasPrefix("/media/live/l1/"))
            let whole = try #require(try await Self.playlist(service, path).playlist.multivariant)
            #expect(whole.variants.count == 2)
            #expect(whole.renditions.count == 1)
            #expect(whole.variants.allSatisfy { !$0.codecs.isEmpty })
            let base = path.replacing("index.m3u8", with: "")
            let list = "\(base)180p/index.m3u8"
            // The second part of a segment; the response waits until it exists.
            let (reply, begun) = try await Self.playlistInMidSegment(service, list)
            #expect(begun.serverControl.canBlockReload)
            #expect(begun.partTarget ?? 1 < 0.4)
            #expect(reply["Cache-Control"] == "public, max-age=12")
            #expect(reply["Content-Type"] == "application/vnd.apple.mpegurl")
            #expect(Set(begun.renditionReports.map(\.uri.text)) == ["../90p/index.m3u8", "../sound/index.m3u8"])
            // The hinted part is sent once it exists.
            let hint = try #require(begun.preloadHints.first?.uri.text)
            let part = try await service.get("\(base)180p/\(hint)")
            #expect(part.status == 200)
            #expect(part.body.range(of: Data("moof".utf8)) != nil)
            let piece = try await service.get("\(base)180p/\(hint)", [("Range", "bytes=4-7")])
            #expect(piece.status == 206)
            #expect(piece.body == part.body.dropFirst(4).prefix(4))
            let map = try #require(begun.upcoming?.map?.uri.text)
            #expect(try await service.get("\(base)180p/\(map)").body.range(of: Data("avc1".utf8)) != nil)
            // A complete segment, from the store.
            let later = try #require(try await Self.playlist(service, "\(list)?_HLS_msn=1").playlist.media)
            let segment = try #require(later.segments.first)
            #expect(try await service.get("\(base)180p/\(segment.uri.text)").status == 200)
            #expect(try await service.get(list)["Cache-Control"] == "no-cache")
            for (query, status) in [("_HLS_msn=900", 400), ("_HLS_part=1", 400), ("_HLS_msn=x", 400)] {
                #expect(try await service.get("\(list)?\(query)").status == status, "\(query)")
            }
            #expect(try await service.get("\(base)180p/part-9999.m4s").status == 404)
            #expect(try await service.get("\(base)720p/index.m3u8").status == 404)
            try await sending.value
            let recording = try #require(try await studio.end("l1"))
            #expect(recording.durationMS > 3000)
            #expect(recording.durationMS < 9000)
            #expect(try await studio.end("l1") == nil)
            let replay = try #require(try await Self.playlist(service, recording.url).playlist.multivariant)
            let variant = try #require(replay.variants.first?.uri.text)
            let recorded = try #require(try await Self.playlist(service, "\(base)\(variant)").playlist.media)
            #expect(recorded.isEndList)
            #expect(recorded.mediaSequence == 0)
            for segment in recorded.segments {
                #expect(try await service.get("\(base)\(variant.split(separator: "/")[0])/\(segment.uri.text)").status == 200)
            }
            // Viewers who are still watching see the end.
            #expect(try await Self.playlist(service, list).playlist.media?.isEndList == true)
        }
    }

    @Test("The replay includes what was recorded before a restart, and players' URLs stay valid")
    func restart() async throws {
        try await Self.with { service, studio in
            let first = try await studio.begin(Self.stream())
            let path = try #require(first.playback.hls)
            let ingest = try #require(first.ingest)
            let sending = Task { try await SendingEncoder.send(5, to: "\(ingest.url)/\(ingest.key)", format: "flv") }
            defer { sending.cancel() }
            let base = path.replacing("index.m3u8", with: "")
            _ = try await Self.playlist(service, path)
            _ = try await Self.playlist(service, "\(base)180p/index.m3u8?_HLS_msn=1")
            sending.cancel()
            await studio.close()
            // The catalogue's record, as before the restart.
            let known = Self.stream {
                $0.status = .live
                first.describe(&$0)
            }
            let second = try await studio.begin(known)
            let next = try #require(second.playback.hls)
            let again = try #require(second.ingest)
            #expect(next != path)
            #expect(next.hasPrefix("\(base)index-"))
            #expect(again.key == ingest.key)
            let sendingAgain = Task { try await SendingEncoder.send(5, to: "\(again.url)/\(again.key)", format: "flv") }
            defer { sendingAgain.cancel() }
            for address in [next, path] {
                let whole = try #require(try await Self.playlist(service, address).playlist.multivariant)
                #expect(whole.variants.allSatisfy { $0.uri.text.contains("p-") }, "\(address)")
            }
            try await sendingAgain.value
            let recording = try #require(try await studio.end("l1"))
            #expect(recording.url == "\(base)replay.m3u8")
            let whole = try #require(try await Self.playlist(service, recording.url).playlist.multivariant)
            let variant = try #require(whole.variants.first?.uri.text)
            let recorded = try #require(try await Self.playlist(service, "\(base)\(variant)").playlist.media)
            #expect(recorded.segments.first?.uri.text.hasPrefix("../90p/segment-0") == true)
            #expect(recorded.segments.map(\.isDiscontinuity).contains(true))
            #expect(abs(Double(recording.durationMS) / 1000 - recorded.segments.reduce(0) { $0 + $1.duration }) < 0.1)
            let folder = base + variant.split(separator: "/")[0] + "/"
            for segment in recorded.segments {
                let address = try #require(URL(string: segment.uri.text, relativeTo: URL(string: service.address + folder))).path
                #expect(try await service.get(address).status == 200, "\(address)")
            }
        }
    }

    @Test("An encoder with a wrong key is rejected, and the right one accepted afterwards") func strangers() async throws {
        let log = RecordedLog()
        try await Self.with(log: log) { service, studio in
            let begun = try await studio.begin(Self.stream())
            let ingest = try #require(begun.ingest)
            // It is accepted until it sends its key.
            let stranger = Task { try await SendingEncoder.send(20, to: "\(ingest.url)/anotherkey", format: "flv") }
            for await line in log.written where line.contains("wrong stream key") { break }
            stranger.cancel()
            _ = await stranger.result
            #expect(log.lines.allSatisfy { !$0.contains(ingest.key) })
            let path = try #require(begun.playback.hls)
            let sending = Task { try await SendingEncoder.send(4, to: "\(ingest.url)/\(ingest.key)", format: "flv") }
            defer { sending.cancel() }
            _ = try await Self.playlist(service, path)
            try await sending.value
            let recording = try #require(try await studio.end("l1"))
            // None of the other encoder's twenty seconds is in it.
            #expect(recording.durationMS < 5500)
        }
    }

    @Test("While an encoder sends no other is accepted with the same key, and afterwards one is", arguments: [false, true])
    func oneEncoder(usesSRT: Bool) async throws {
        try await Self.with({ $0.usesSRT = usesSRT }) { service, studio in
            let begun = try await studio.begin(Self.stream())
            let ingest = try #require(begun.ingest)
            let address = usesSRT ? "\(ingest.url)?mode=caller&passphrase=\(ingest.key)" : "\(ingest.url)/\(ingest.key)"
            let format = usesSRT ? "mpegts" : "flv"
            let first = Task { try await SendingEncoder.send(600, to: address, format: format) }
            defer { first.cancel() }
            let path = try #require(begun.playback.hls)
            _ = try await Self.playlist(service, path)
            // It fails immediately, although sending everything would take ten minutes.
            #expect(try await SendingEncoder.run(600, address, format) != 0)
            let list = path.replacing("index.m3u8", with: "180p/index.m3u8")
            let before = try #require(try await Self.playlist(service, "\(list)?_HLS_msn=1").playlist.media)
            #expect(before.segments.allSatisfy { !$0.isDiscontinuity })
            first.cancel()
            _ = await first.result
            let second = Task { try await SendingEncoder.send(600, to: address, format: format) }
            defer { second.cancel() }
            var after = before
            while !after.segments.contains(where: \.isDiscontinuity) {
                let next = after.mediaSequence + UInt64(after.segments.count)
                after = try #require(try await Self.playlist(service, "\(list)?_HLS_msn=\(next)").playlist.media)
            }
        }
    }

    @Test("A silent connection does not block an encoder for long") func silent() async throws {
        try await Self.with({ $0.plan.settings.silence = 2 }) { service, studio in
            let begun = try await studio.begin(Self.stream())
            let ingest = try #require(begun.ingest)
            let port = try #require(URLComponents(string: ingest.url)?.port)
            var stranger: (any Channel)?
            // Retries until the service listens.
            while stranger == nil { stranger = try? await SilentConnection.open(port, "") }
            let sending = Task { try await SendingEncoder.send(4, to: "\(ingest.url)/\(ingest.key)", format: "flv") }
            defer { sending.cancel() }
            _ = try await Self.playlist(service, try #require(begun.playback.hls))
            try await sending.value
            try? await stranger?.close()
        }
    }

    @Test("A connection that begins a handshake and sends no media does not block an encoder either") func hesitant() async throws {
        let log = RecordedLog()
        // The silence limit alone would allow this.
        try await Self.with(log: log, { ($0.plan.settings.silence, $0.plan.settings.admission) = (600, 6) }) { service, studio in
            let begun = try await studio.begin(Self.stream())
            let ingest = try #require(begun.ingest)
            let port = try #require(URLComponents(string: ingest.url)?.port)
            var stranger: (any Channel)?
            // The first byte of the handshake, and some of the next message.
            while stranger == nil { stranger = try? await SilentConnection.open(port, "\u{3}begin") }
            for await line in log.written where line.contains("sent nothing playable") { break }
            let sending = Task { try await SendingEncoder.send(4, to: "\(ingest.url)/\(ingest.key)", format: "flv") }
            defer { sending.cancel() }
            // An encoder that sends is not disconnected, however long it takes.
            _ = try await Self.playlist(service, try #require(begun.playback.hls))
            try await sending.value
            try? await stranger?.close()
        }
    }

    @Test("A host who starts a stream gets the ingest address, and the recording becomes the replay") func steps() async throws {
        try await Self.with { service, _ in
            try await service.addChannel("c1")
            try await service.addVideo("v1") { ($0.type, $0.hlsURL) = (.liveStream, nil) }
            try await service.catalogue.resources.save(Self.stream(), at: service.clock.now)
            let manager = try await Manager(service, scopes: ["livestreams:read", "livestreams:write"])
            func step(_ name: String) async throws -> Reply { try await manager.send(.POST, "/v1/admin/live_streams/l1/\(name)") }
            let begun = try await step("start")
            let stream = try begun.json(LiveStream.self)
            let ingest = try #require(stream.ingest, "\(begun.text)")
            let path = try #require(stream.playback.lowLatencyHLS)
            let sending = Task { try await SendingEncoder.send(4, to: "\(ingest.url)/\(ingest.key)", format: "flv") }
            defer { sending.cancel() }
            _ = try await Self.playlist(service, path)
            // Viewers get the playback URL, and never the source.
            let viewer = try await service.client()
            let seen = try await viewer.get("/v1/live_streams/l1").json(LiveStream.self)
            #expect(seen.ingest == nil)
            #expect(seen.playback.lowLatencyHLS == service.address + path)
            // More than a whole segment is available; the end cuts off less.
            _ = try await Self.playlist(service, path.replacing("index.m3u8", with: "180p/index.m3u8?_HLS_msn=1&_HLS_part=0"))
            try await sending.value
            let ended = try await step("end").json(LiveStream.self)
            #expect(ended.status == .replay)
            #expect(ended.replay?.url.hasPrefix("/media/live/l1/") == true)
            let video = try #require(try await service.catalogue.resources.find(Video.self, id: "v1"))
            #expect(video.hlsURL == ended.replay?.url)
            #expect(video.durationMS > 2000)
            #expect(try await step("start").code == .invalidTransition)
        }
    }

    @Test("A stream that can't be ingested is refused with its field") func refusals() async throws {
        try await Self.with({ $0.maxStreams = 1 }) { service, studio in
            func refusal(_ change: (inout LiveStream) -> Void) async -> APIError? {
                do {
                    _ = try await studio.begin(Self.stream(change))
                    return nil
                } catch { return error as? APIError }
            }
            let wrong = await refusal { ($0.source, $0.primaryURL) = (.mediaAsset, "/v1/products/x") }
            #expect(wrong?.code == .invalidField)
            #expect(wrong?.error.field == "primary_url")
            #expect(await refusal { ($0.source, $0.primaryURL) = (.mediaAsset, "/v1/playlists/none") }?.code == .invalidField)
            for address in ["http://127.0.0.1:1/x.m3u8", "http://[::1]/x.m3u8", "http://169.254.169.254/x.m3u8", "http://10.0.0.1/x.m3u8"] {
                #expect(await refusal { ($0.source, $0.primaryURL) = (.external, address) }?.code == .importRefused, "\(address)")
            }
            #expect(await refusal { ($0.source, $0.primaryURL) = (.external, "file:///etc/passwd") }?.code == .invalidField)
            // A refused stream takes no station.
            _ = try await studio.begin(Self.stream())
            #expect(await refusal { $0.id = "l2" }?.code == .conflict)
            #expect(try await studio.end("none") == nil)
            #expect(try await studio.end("l1") == nil)
            for path in ["live/l1", "live/l1/x/index.m3u8", "live/../../x", "live/l1/x/y/z/w"] {
                #expect(try await service.get("/media/\(path)").status == 404)
            }
        }
    }

    @Test("A linear channel consists only of its business's media") func owners() async throws {
        try await Self.with { service, studio in
            func put(_ name: String, _ text: String) async throws {
                let key = try #require(StorageKey("videos/v1/x/\(name)"))
                try await studio.storage.put(.bytes(Array(text.utf8)), at: key, type: "application/vnd.apple.mpegurl")
            }
            let sound = "#EXT-X-MEDIA:TYPE=AUDIO,GROUP-ID=\"a\",NAME=\"S\",DEFAULT=YES,URI=\"sound.m3u8\"\n"
            try await put("index.m3u8", "#EXTM3U\n\(sound)#EXT-X-STREAM-INF:BANDWIDTH=1,RESOLUTION=640x360,AUDIO=\"a\"\n360p.m3u8\n")
            for name in ["360p", "sound"] {
                let segments = "#EXTINF:2,\n#EXT-X-BYTERANGE:9@0\n\(name).mp4\n#EXTINF:1.5,\n#EXT-X-BYTERANGE:9@9\n\(name).mp4\n"
                try await put("\(name).m3u8", "#EXTM3U\n#EXT-X-VERSION:4\n#EXT-X-TARGETDURATION:2\n\(segments)#EXT-X-ENDLIST\n")
            }
            try await service.addChannel("c1", business: "b1")
            try await service.addChannel("c2", business: "b2")
            try await service.addVideo("v1", channel: "c1") { $0.hlsURL = "/media/videos/v1/x/index.m3u8" }
            for (playlist, channel) in [("p1", "c1"), ("p2", "c2")] {
                var list = WindowboxContract.Playlist(id: playlist, channelID: channel, name: "x")
                list.items = [PlaylistItem(videoID: "v1", position: 0)]
                try await service.catalogue.resources.save(list, at: service.clock.now)
            }
            func clips(_ address: String, _ channel: String) async throws -> [LiveClip] {
                try await studio.clips(of: try #require(LiveSchedule(address, channel: channel)))
            }
            let own = try await clips("/v1/videos/v1", "c1")
            #expect(own.count == 1)
            #expect(own.first?.duration == 3.5)
            #expect(own.first?.picture.hasSuffix("/videos/v1/x/360p.mp4") == true)
            #expect(own.first?.sound.hasSuffix("/videos/v1/x/sound.mp4") == true)
            #expect(try await clips("/v1/playlists/p1", "c1") == own)
            // Another business's video, another's playlist, and another's video in an own playlist.
            for (address, channel) in [("/v1/videos/v1", "c2"), ("/v1/playlists/p1", "c2"), ("/v1/playlists/p2", "c2")] {
                #expect(try await clips(address, channel).isEmpty, "\(address) in \(channel)")
            }
            // An own video whose address names another's files.
            try await service.addVideo("v2", channel: "c2") { $0.hlsURL = "/media/videos/v1/x/index.m3u8" }
            #expect(try await clips("/v1/videos/v2", "c2").isEmpty)
            try await service.addVideo("v3", channel: "c1") { $0.hlsURL = "/media/videos/v1/x/index.m3u8" }
            #expect(try await clips("/v1/videos/v3", "c1") == own)
            for address in ["/v1/products/x", "/v1/videos/", "/v1/videos/a/b", "v1/videos/a", "https://x/v1/videos/a", "/v1/videos/../x"] {
                #expect(LiveSchedule(address, channel: "c1") == nil, "\(address)")
            }
        }
    }

    @Test("Live settings are read, and an encoder's key survives a restart") func settings() async throws {
        var configuration = try ServiceConfiguration(
            file: nil, environment: ["WINDOWBOX_LIVE_PORTS": "20000-20009"],
            arguments: [
                ("live-host", "live.example.org"), ("live-protocol", "srt"), ("media", "s3://bucket?endpoint=https://s3.example.org"),
            ])
        #expect(configuration.live.ports == 20000...20009)
        #expect(configuration.live.host == "live.example.org")
        #expect(configuration.live.usesSRT)
        #expect(configuration.isLive)
        #expect(configuration.storage == "s3://bucket?endpoint=https://s3.example.org")
        #expect(configuration.settings.mediaFolder == nil)
        configuration = try ServiceConfiguration(
            file: nil, environment: [:], arguments: [("database", "postgresql://x/y"), ("live-ports", "0")])
        #expect(!configuration.isLive)
        #expect(configuration.live.ports == 0...0)
        #expect(configuration.storage == nil)
        #expect(configuration.live.listen == "127.0.0.1")
        #expect(!configuration.live.isBehindTLS)
        configuration = try ServiceConfiguration(
            file: nil, environment: [:], arguments: [("listen", "[::1]:80"), ("live-listen", "0.0.0.0"), ("live-protocol", "rtmps")])
        #expect(configuration.live.listen == "0.0.0.0")
        #expect(configuration.live.host == "::1")
        #expect(configuration.live.isBehindTLS)
        #expect(throws: ConfigurationFault.self) {
            _ = try ServiceConfiguration(file: nil, environment: [:], arguments: [("live-listen", "everywhere")])
        }
        for ports in ["0-5", "9-8", "x", "1-2-3", "-1", "70000"] {
            #expect(throws: ConfigurationFault.self) {
                _ = try ServiceConfiguration(file: nil, environment: [:], arguments: [("live-ports", ports)])
            }
        }
        try await Self.with { _, studio in
            let yesterday = "thekeyofyesterdaywhichwasmadeher"
            let ingest = LiveIngest(url: "rtmp://127.0.0.1:1/live", key: yesterday)
            let begun = try await studio.begin(Self.stream { $0.ingest = ingest })
            #expect(begun.ingest?.key == yesterday)
        }
    }
}
