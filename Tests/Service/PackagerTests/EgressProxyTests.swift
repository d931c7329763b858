// SPDX-License-Identifier: Apache-2.0

import Foundation
import NIOCore
import Synchronization
import Testing
import WindowboxKit
import WindowboxOrigin

@testable import WindowboxPackager

@Suite("Egress proxy of ffmpeg", .serialized, .timeLimit(.minutes(2))) struct EgressProxyTests {
    /// The targets of a playlist that comes from a permitted address.
    enum Lead: String, CaseIterable, Sendable {
        case segment, redirectOfSegment, redirectOfPlaylist, key, map, variant, secureSegment

        func answer(_ path: String, to elsewhere: String) -> OriginResponse {
            func list(_ lines: String...) -> OriginResponse {
                .text(
                    "#EXTM3U\n#EXT-X-TARGETDURATION:2\n\(lines.joined(separator: "\n"))\n#EXT-X-ENDLIST\n",
                    type: "application/vnd.apple.mpegurl")
            }
            switch (self, path) {
            case (.segment, "/index.m3u8"): return list("#EXTINF:2,", "\(elsewhere)/0.ts")
            case (.secureSegment, "/index.m3u8"):
                return list("#EXTINF:2,", "\(elsewhere.replacing("http://", with: "https://"))/0.ts")
            case (.redirectOfSegment, "/index.m3u8"): return list("#EXTINF:2,", "0.ts")
            case (.redirectOfPlaylist, "/index.m3u8"): return .redirect(to: "\(elsewhere)/index.m3u8")
            case (.key, "/index.m3u8"): return list("#EXT-X-KEY:METHOD=AES-128,URI=\"\(elsewhere)/key\"", "#EXTINF:2,", "0.ts")
            case (.map, "/index.m3u8"): return list("#EXT-X-MAP:URI=\"\(elsewhere)/init.mp4\"", "#EXTINF:2,", "0.m4s")
            case (.variant, "/index.m3u8"):
                return .text("#EXTM3U\n#EXT-X-STREAM-INF:BANDWIDTH=1\n\(elsewhere)/video.m3u8\n", type: "application/vnd.apple.mpegurl")
            case (.redirectOfSegment, _): return .redirect(to: "\(elsewhere)/0.ts")
            default: return OriginResponse(status: 404)
            }
        }
    }

    private static func encoder(_ address: String, rule: AddressPolicy, in folder: URL) async throws -> (
        LiveEncoder, LiveStation, DiskStorage
    ) {
        let storage = try DiskStorage(folder: folder.appending(path: "store"))
        var plan = LivePlan()
        plan.heights = [180]
        plan.packager.preset = "ultrafast"
        let station = LiveStation(plan: plan, storage: storage, base: try #require(StorageKey("live/one")))
        return (LiveEncoder(.hls(address), station: station, workFolder: folder, rule: rule), station, storage)
    }

    @Test("ffmpeg fetches nothing from refused addresses, wherever a playlist leads", arguments: Lead.allCases)
    func closed(lead: Lead) async throws {
        try await TemporaryFolder.with { folder in
            let asked = Mutex<[String]>([])
            // Another address of this machine stands for a host in the internal network.
            let neighbour = try await Origin(host: "127.0.0.2") { request in
                asked.withLock { $0.append(request.path) }
                return OriginResponse(status: 404)
            }
            let elsewhere = neighbour.address
            let playlists = Mutex(0)
            let origin = try await Origin { request in
                if request.path == "/index.m3u8" { playlists.withLock { $0 += 1 } }
                return lead.answer(request.path, to: elsewhere)
            }
            let (encoder, _, _) = try await Self.encoder(
                "\(origin.address)/index.m3u8", rule: AddressPolicy { $0.description == "127.0.0.1" }, in: folder)
            await #expect(throws: PackagerError.self) { try await encoder.run() }
            #expect(playlists.withLock { $0 } > 0)
            #expect(asked.withLock { $0 } == [])
            // If the policy allows the address, it is requested: the playlist does lead there.
            if lead != .secureSegment {
                let (encoder, _, _) = try await Self.encoder("\(origin.address)/index.m3u8", rule: .any, in: folder)
                await #expect(throws: PackagerError.self) { try await encoder.run() }
                #expect(asked.withLock { !$0.isEmpty })
            }
            await origin.stop()
            await neighbour.stop()
        }
    }

    @Test("ffmpeg fetches allowed streams completely, also behind redirects") func open() async throws {
        let stream = try GeneratedStreams.named("medium")
        let site = try OriginFolder(URL(fileURLWithPath: stream.address).deletingLastPathComponent().path)
        try await TemporaryFolder.with { folder in
            let origin = try await Origin { request in
                if request.path.hasPrefix("/from/") { return .redirect(to: String(request.path.dropFirst("/from".count))) }
                return site.answer(request)
            }
            let (encoder, station, storage) = try await Self.encoder(
                "\(origin.address)/from/index.m3u8", rule: AddressPolicy { $0.description == "127.0.0.1" }, in: folder)
            try await encoder.run()
            let replay = try #require(try await station.end())
            let run = await RecordedRun.play([storage.path(of: replay)])
            #expect(run.end == .ended, "\(run.journal.suffix(12))")
            #expect(run.numbers == (0..<stream.frames).map(Optional.some), "\(run.journal.suffix(12))")
            await origin.stop()
        }
    }

    @Test("The proxy forwards a request without its proxy header fields") func requests() throws {
        let text =
            "GET http://example.org:81/a/b?c=d#e HTTP/1.1\r\nHost: example.org:81\r\nProxy-Connection: x\r\nConnection: keep-alive\r\n"
            + "Range: bytes=0-\r\n\r\nrest"
        for end in 0..<(text.utf8.count - 4) {
            var bytes = ByteBuffer(bytes: text.utf8.prefix(end))
            #expect(ProxyRequest(&bytes) == nil)
            #expect(bytes.readableBytes == end)
        }
        var bytes = ByteBuffer(string: text)
        let request = try #require(ProxyRequest(&bytes))
        #expect(request.address == "http://example.org:81/a/b?c=d#e")
        #expect(request.port == 81)
        #expect(!request.isTunnel)
        #expect(
            request.passedOn
                == "GET /a/b?c=d HTTP/1.1\r\nHost: example.org:81\r\nRange: bytes=0-\r\nConnection: close\r\n\r\n")
        #expect(String(buffer: bytes) == "rest")
        var tunnel = ByteBuffer(string: "CONNECT example.org:443 HTTP/1.1\r\n\r\n")
        let asked = try #require(ProxyRequest(&tunnel))
        #expect(asked.isTunnel)
        #expect(asked.port == 443)
        #expect(asked.passedOn.isEmpty)
        #expect(asked.address == "https://example.org:443")
        for wrong in [
            "GET /a HTTP/1.1", "GET https://example.org/ HTTP/1.1", "CONNECT example.org HTTP/1.1", "CONNECT a/b:1 HTTP/1.1", "GET x", "",
            "GET http:// HTTP/2", "CONNECT a:99999999999999999999 HTTP/1.1", "GET file:///etc/passwd HTTP/1.1",
        ] {
            var bytes = ByteBuffer(string: wrong + "\r\n\r\n")
            #expect(ProxyRequest(&bytes) == nil, "\(wrong)")
        }
    }
}
