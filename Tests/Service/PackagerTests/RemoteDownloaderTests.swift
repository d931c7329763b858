// SPDX-License-Identifier: Apache-2.0

import Foundation
import Synchronization
import Testing
import WindowboxKit
import WindowboxOrigin

@testable import WindowboxPackager

@Suite("Remote downloads", .serialized) struct RemoteDownloaderTests {
    /// Resolves these names to this machine, and allows no other address.
    private static func remote(
        _ names: [String: [String]] = [:], limits: RemoteDownloader.Limits = RemoteDownloader.Limits(), rule: AddressPolicy? = nil
    ) -> RemoteDownloader {
        RemoteDownloader(rule: rule ?? AddressPolicy { $0.description == "127.0.0.1" }, limits: limits) { name in
            (names[name] ?? [name]).compactMap { RemoteAddress($0) }
        }
    }

    private static func fetch(_ remote: RemoteDownloader, _ address: String) async throws -> [UInt8] {
        try await TemporaryFolder.with { folder in
            let file = folder.appending(path: "file")
            try await remote.fetch(address, to: file)
            return Array(try Data(contentsOf: file))
        }
    }

    private static func fails(
        _ code: UploadError.Code, _ remote: RemoteDownloader, _ address: String, _ location: SourceLocation = #_sourceLocation
    ) async {
        await #expect(sourceLocation: location) { _ = try await fetch(remote, address) } throws: { ($0 as? UploadError)?.code == code }
    }

    @Test("A download returns the remote file, also behind redirects") func fetches() async throws {
        let bytes = (0..<300_000).map { UInt8(truncatingIfNeeded: $0 &* 7) }
        let origin = try await Origin { request in
            switch request.path {
            case "/a": .redirect(to: "/b/../b?x=1", status: 301)
            case "/b": OriginResponse(body: .bytes(bytes))
            default: OriginResponse(status: 404)
            }
        }
        #expect(try await Self.fetch(Self.remote(), "\(origin.address)/a") == bytes)
        await Self.fails(.fetch, Self.remote(), "\(origin.address)/c")
        await origin.stop()
    }

    @Test("A download connects to the checked address with the original host name") func pinned() async throws {
        let hosts = Mutex<[String?]>([])
        let origin = try await Origin { request in
            hosts.withLock { $0.append(request.header("Host")) }
            return .text("here")
        }
        // No other resolver knows this name: the connection must use the address that was checked.
        let remote = Self.remote(["video.invalid": ["127.0.0.1"]])
        #expect(try await Self.fetch(remote, "http://video.invalid:\(origin.port)/") == Array("here".utf8))
        #expect(hosts.withLock { $0 } == ["video.invalid:\(origin.port)"])
        await origin.stop()
    }

    @Test("A download uses the address that was checked, even if the name resolves differently afterwards") func rebinding() async throws {
        let origin = try await Origin { _ in .text("here") }
        let asked = Mutex(0)
        let remote = RemoteDownloader(rule: AddressPolicy { $0.description == "127.0.0.1" }, limits: RemoteDownloader.Limits()) { _ in
            let count = asked.withLock { asked in
                asked += 1
                return asked
            }
            return [count == 1 ? "127.0.0.1" : "10.0.0.1"].compactMap { RemoteAddress($0) }
        }
        #expect(try await Self.fetch(remote, "http://video.invalid:\(origin.port)/") == Array("here".utf8))
        #expect(asked.withLock { $0 } == 1)
        // A new request is checked again.
        await Self.fails(.address, remote, "http://video.invalid:\(origin.port)/")
        await origin.stop()
    }

    @Test(
        "Downloads from private networks are refused, however they are named",
        arguments: [
            "http://127.0.0.1/", "http://[::1]/", "http://localhost/", "http://10.0.0.1/", "http://169.254.169.254/latest/meta-data",
            "http://two.example/", "http://[::ffff:127.0.0.1]/", "http://mapped.example/",
        ]) func closed(address: String) async
    {
        let remote = Self.remote(
            ["localhost": ["127.0.0.1", "::1"], "two.example": ["8.8.8.8", "192.168.0.1"], "mapped.example": ["::ffff:10.0.0.1"]],
            rule: .publicOnly)
        await Self.fails(.address, remote, address)
    }

    @Test(
        "Downloads allow only HTTP and HTTPS, without credentials",
        arguments: [
            "file:///etc/passwd", "ftp://8.8.8.8/a", "gopher://8.8.8.8/", "http://user:word@8.8.8.8/", "//8.8.8.8/", "8.8.8.8", "",
            "http://",
            "http:///a", "data:text/plain,a", "unix:///run/x", "http+unix://%2Frun%2Fx/",
            "http://8.8.8.8/" + String(repeating: "a", count: 5000),
        ]) func schemes(address: String) async
    {
        await Self.fails(.address, Self.remote(rule: .publicOnly), address)
    }

    @Test("Every redirect is checked again") func redirects() async throws {
        let origin = try await Origin { request in
            switch request.path {
            case "/inside": .redirect(to: "http://10.0.0.1/")
            case "/file": .redirect(to: "file:///etc/passwd")
            case "/loop": .redirect(to: "/loop")
            case "/nowhere": OriginResponse(status: 302)
            default: .redirect(to: "http://name.example/")
            }
        }
        let remote = Self.remote(["name.example": ["127.0.0.1", "10.1.1.1"]])
        for path in ["inside", "file", "name"] { await Self.fails(.address, remote, "\(origin.address)/\(path)") }
        for path in ["loop", "nowhere"] { await Self.fails(.fetch, remote, "\(origin.address)/\(path)") }
        await origin.stop()
    }

    @Test("A download's size is limited, with and without a Content-Length") func bounds() async throws {
        let endless = AsyncStream.makeStream(of: Void.self)
        let origin = try await Origin { request in
            if request.path == "/told" { return OriginResponse(body: .bytes([UInt8](repeating: 0, count: 2000))) }
            return OriginResponse(
                body: .stream { writer in
                    defer { endless.continuation.finish() }
                    while true { try await writer.write([UInt8](repeating: 0, count: 500)) }
                })
        }
        var limits = RemoteDownloader.Limits()
        limits.maxBytes = 1999
        await Self.fails(.tooLarge, Self.remote(limits: limits), "\(origin.address)/told")
        await Self.fails(.tooLarge, Self.remote(limits: limits), "\(origin.address)/untold")
        for await _ in endless.stream {}
        await origin.stop()
    }

    @Test("A silent server times out") func silence() async throws {
        let origin = try await Origin { _ in OriginResponse(body: .silence) }
        var limits = RemoteDownloader.Limits()
        limits.silence = 0.2
        await Self.fails(.fetch, Self.remote(limits: limits), "\(origin.address)/")
        limits.silence = 3600
        limits.time = 0.2
        await Self.fails(.fetch, Self.remote(limits: limits), "\(origin.address)/")
        await origin.stop()
    }

    @Test("A download is cancelled with its task") func cancellation() async throws {
        let asked = AsyncStream.makeStream(of: Void.self)
        let origin = try await Origin { _ in
            asked.continuation.yield()
            return OriginResponse(body: .silence)
        }
        let address = origin.address
        let task = Task { _ = try await Self.fetch(Self.remote(), address) }
        for await _ in asked.stream { break }
        task.cancel()
        await #expect(throws: CancellationError.self) { try await task.value }
        await origin.stop()
    }
}
