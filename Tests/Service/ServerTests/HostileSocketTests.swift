// SPDX-License-Identifier: Apache-2.0

import Foundation
import NIOCore
import NIOHTTP1
import Testing
import WindowboxCatalogue
import WindowboxContract

@testable import WindowboxServer

@Suite("Hostile socket clients") struct HostileSocketTests {
    private static let path = "/v1/live_streams/l1/socket"

    @Test("A socket accepts a token in a header field or its protocols, not in its URL") func tokens() async throws {
        try await RunningService.with({ settings, _ in settings.guestTokenSeconds = 600 }) { service in
            try await service.addLive()
            let (client, manager) = (try await service.client(), try await Manager(service))
            let forged = String(client.token.dropLast(6)) + "AAAAAA"
            let foreign = TokenSigner(secrets: ["another secret"])
            let made = try foreign.sign(GuestClaim(guest: client.guestID, until: .max), for: .guest)
            let unlock = try service.service.tokenSigner.sign(GuestClaim(guest: client.guestID, until: .max), for: .unlock)
            for token in ["", "x", forged, made, unlock, manager.token, "a%0d%0aX-Evil:%201"] {
                for opened in [
                    try await SocketClient.open(service, "\(Self.path)?access_token=\(client.token)"),
                    try await SocketClient.open(service, Self.path, [("Sec-WebSocket-Protocol", "windowbox, bearer.\(token)")]),
                    try await SocketClient.open(service, Self.path, token.contains("%") ? [] : [("Authorization", "Bearer \(token)")]),
                ] {
                    #expect(await opened.status() == 401, "\(token)")
                    // A refused connection is closed: nothing after the request is read.
                    #expect(await opened.next() == nil)
                }
            }
            let protocols = [("Sec-WebSocket-Protocol", "windowbox, bearer.\(client.token)")]
            let open = try await SocketClient.open(service, Self.path, protocols)
            guard case .head(let head)? = await open.next() else { throw SocketClient.Refusal(head: "closed") }
            // The response does not repeat the token.
            #expect(head.hasPrefix("HTTP/1.1 101"))
            #expect(head.contains("Sec-WebSocket-Protocol: windowbox\r\n"))
            #expect(!head.contains(client.token))
            // Protocols authorize no other route.
            #expect(try await service.get("/v1/live_streams/l1", protocols).code == .invalidToken)
            service.clock.advance(by: 601)
            let late = try await SocketClient.open(service, Self.path, protocols)
            #expect(await late.status() == 401)
        }
    }

    @Test("A socket closes when its token or its unlock token expires", arguments: [(600.0, 601.0), (1_000_000, 86401)])
    func expiry(token: Double, wait: Double) async throws {
        try await RunningService.with({ settings, _ in settings.guestTokenSeconds = Int(token) }) { service in
            try await service.addLive { $0.accessCodeHash = AccessCode.hash("x") }
            let client = try await service.client()
            _ = try await Manager(service).step("announce", #"{"text":"here"}"#)
            let unlock = try await client.post("/v1/live_streams/l1/unlock", UnlockRequest(code: "x")).json(UnlockAnswer.self).unlockToken
            let socket = try await SocketClient.follow(client, "l1", "", [("Sec-WebSocket-Protocol", "unlock.\(unlock)")])
            #expect(try await socket.message().data["text"] == "here")
            service.clock.advance(by: wait - 2)
            try await service.tick()
            #expect(try await socket.message().type == .viewers)
            service.clock.advance(by: 20)
            try await service.tick()
            #expect(await socket.closing() == 1008)
        }
    }

    @Test("A socket of a locked, hidden or missing stream does not open") func access() async throws {
        try await RunningService.with { service in
            try await service.addLive { $0.accessCodeHash = AccessCode.hash("sesame") }
            try await service.addLive("l2")
            try await service.addVideo("v-l2") { ($0.type, $0.access) = (.liveStream, .owners) }
            let client = try await service.client()
            func status(_ path: String, unlock: String = "") async throws -> Int? {
                let fields = [("Authorization", "Bearer \(client.token)"), ("X-Unlock-Token", unlock)]
                return try await SocketClient.open(service, path, fields).status()
            }
            #expect(try await status(Self.path) == 403)
            #expect(try await status("/v1/live_streams/l2/socket") == 404)
            #expect(try await status("/v1/live_streams/none/socket") == 404)
            #expect(try await status("/v1/live_streams/..%2Fl1/socket") == 404)
            let token = try await client.post("/v1/live_streams/l1/unlock", UnlockRequest(code: "sesame")).json(UnlockAnswer.self)
                .unlockToken
            #expect(try await status("\(Self.path)?unlock_token=\(token)") == 403)
            #expect(try await status(Self.path, unlock: token) == 101)
            for after in ["-1", "x", "9999999999999999999999"] {
                #expect(try await status("\(Self.path)?after=\(after)", unlock: token) == 422, "\(after)")
            }
        }
    }

    @Test(
        "A request that is no WebSocket upgrade gets 426 with the supported version",
        arguments: [
            ("Upgrade", ""), ("Upgrade", "h2c"), ("Connection", ""), ("Connection", "keep-alive"), ("Sec-WebSocket-Version", "8"),
            ("Sec-WebSocket-Version", ""), ("Sec-WebSocket-Key", ""), ("Sec-WebSocket-Key", "c2hvcnQ="), ("Sec-WebSocket-Key", "!!"),
        ])
    func handshakes(name: String, value: String) async throws {
        try await RunningService.with { service in
            try await service.addLive()
            let client = try await service.client()
            let socket = try await SocketClient.open(service, Self.path, [("Authorization", "Bearer \(client.token)"), (name, value)])
            guard case .head(let head) = await socket.next() else { return #expect(Bool(false), "there was no response") }
            #expect(head.hasPrefix("HTTP/1.1 426"))
            #expect(head.lowercased().contains("sec-websocket-version: 13"))
        }
    }

    @Test("The handshake response has the accept key (RFC 6455 1.3)") func accept() async throws {
        try await RunningService.with { service in
            try await service.addLive()
            let client = try await service.client()
            let socket = try await SocketClient.open(service, Self.path, [("Authorization", "Bearer \(client.token)")])
            guard case .head(let head) = await socket.next() else { return #expect(Bool(false), "there was no response") }
            #expect(head.contains("Sec-WebSocket-Accept: s3pPLMBiTxaQ9kYGzzhZRbK+xOo="))
        }
    }

    @Test(
        "A protocol violation closes the connection with its code",
        arguments: [
            (ClientFrame.make(0x81, [0x41], key: nil), 1002), (ClientFrame.make(0x81, [0xC3, 0x28]), 1007),
            (ClientFrame.make(0x82, [UInt8](repeating: 0, count: 5000)), 1009), (ClientFrame.make(0x82, [], declared: 1 << 40), 1009),
            (ClientFrame.make(0x83, []), 1002),
            (Array("GET / HTTP/1.1\r\nHost: localhost\r\nUser-Agent: \(repeatElement("x", count: 99))".utf8), 1002),
            ((0..<200).flatMap { _ in ClientFrame.make(0x89, [1]) }, 1008), ((0..<200).flatMap { _ in ClientFrame.text("x") }, 1008),
        ])
    func violations(bytes: [UInt8], code: Int) async throws {
        try await RunningService.with { service in
            try await service.addLive()
            let client = try await service.client()
            let socket = try await SocketClient.follow(client)
            try await socket.send(bytes)
            #expect(await socket.closing() == code)
            #expect(await socket.next() == nil)
            #expect(try await service.get("/healthz").status == 200)
        }
    }

    @Test("Pings are answered, texts ignored, and a close is answered") func courtesy() async throws {
        try await RunningService.with { service in
            try await service.addLive()
            let socket = try await SocketClient.follow(try await service.client())
            try await socket.send(ClientFrame.text("anybody there?") + ClientFrame.make(0x89, Array("x".utf8)))
            #expect(await socket.next() == .pong)
            try await socket.send(ClientFrame.close(1000))
            #expect(await socket.closing() == 1000)
            #expect(await socket.next() == nil)
        }
    }

    @Test("A client that answers pings stays connected") func pings() async throws {
        try await RunningService.with({ settings, _ in settings.socketPingSeconds = 0.02 }) { service in
            try await service.addLive()
            let client = try await service.client()
            let socket = try await SocketClient.follow(client)
            for _ in 0..<3 { #expect(await socket.next() == .ping) }
        }
    }

    @Test("A client without signs of life is disconnected") func silence() async throws {
        try await RunningService.with({ settings, _ in (settings.socketPingSeconds, settings.socketSilenceSeconds) = (0.02, 0.1) }) {
            service in
            try await service.addLive()
            let client = try await service.client()
            let socket = try await SocketClient.open(
                service, Self.path, [("Authorization", "Bearer \(client.token)")], answersPings: false)
            #expect(await socket.status() == 101)
            // It ends only because the service closes it.
            while await socket.next() != nil {}
            #expect(await socket.closing() == nil)
        }
    }

    @Test("A client that reads nothing uses no memory, and is disconnected") func slowReaders() async throws {
        let log = RecordedLog()
        try await RunningService.with(log: log, { settings, _ in settings.stallSeconds = 0.3 }) { service in
            try await service.addLive()
            let client = try await service.client()
            let text = JSONValue.string(String(repeating: "x", count: 60_000))
            // More than the kernel buffers for one connection.
            try await service.catalogue.live.perform(on: "l1", at: service.clock.now) { live in
                for _ in 0..<300 { try live.emit(.subtitle, ["text": text]) }
            }
            let request =
                "GET \(Self.path) HTTP/1.1\r\nHost: x\r\nAuthorization: Bearer \(client.token)\r\nUpgrade: websocket\r\nConnection: Upgrade\r\n"
                + "Sec-WebSocket-Version: 13\r\nSec-WebSocket-Key: dGhlIHNhbXBsZSBub25jZQ==\r\n\r\n"
            let silent = try await SilentConnection.open(service.port, request)
            // It ends only because the service closes it.
            for await line in log.written where line.hasPrefix("socket ended") { break }
            #expect(await service.service.liveService.hub.rooms.isEmpty)
            try? await silent.close()
            // Others receive messages as before.
            let socket = try await SocketClient.follow(client, "l1", "?after=299")
            #expect(try await socket.message().seq == 300)
        }
    }

    @Test("A guest has a limited number of sockets") func manySockets() async throws {
        try await RunningService.with { service in
            try await service.addLive()
            let client = try await service.client()
            _ = try await Manager(service).step("announce", #"{"text":"here"}"#)
            var open: [SocketClient] = []
            for _ in 0..<8 {
                let socket = try await SocketClient.follow(client)
                // It is subscribed once it receives a message.
                #expect(try await socket.message().data["text"] == "here")
                open.append(socket)
            }
            let refused = try await SocketClient.follow(client)
            #expect(await refused.closing() == 1008)
            let other = try await SocketClient.follow(try await service.client())
            #expect(try await other.message().data["text"] == "here")
            for socket in open { try await socket.close() }
        }
    }

    @Test("A service that shuts down closes sockets with a code") func shutdown() async throws {
        let (sockets, opened) = AsyncStream<SocketClient>.makeStream()
        try await RunningService.with { service in
            try await service.addLive()
            opened.yield(try await SocketClient.follow(try await service.client()))
        }
        for await socket in sockets {
            #expect(await socket.closing() == 1001)
            break
        }
    }

    @Test(
        "Any text stays text",
        arguments: ["'; DROP TABLE live_log; --", "${7*7}{{7*7}}", "</script>\u{2028}\"\\", "\u{1F4A9}\u{0301}"])
    func injection(text: String) async throws {
        try await RunningService.with { service in
            try await service.addLive()
            let client = try await service.client()
            let socket = try await SocketClient.follow(client)
            let name = String(text.prefix(20))
            let reply = try await client.write(text) { $0.username = name }
            try #require(reply.status == 201, "\(reply.text)")
            let message = try await socket.message()
            let plain = text.replacing("\u{2028}", with: "")
            #expect(message.data["text"]?.text == plain)
            #expect(message.data["username"]?.text == name.replacing("\u{2028}", with: ""))
            #expect(try await client.get("/v1/live_streams/l1").status == 200)
        }
    }

    @Test("IDs can't be guessed: those of others are never revealed, and none follows from another") func ids() async throws {
        try await RunningService.with { service in
            try await service.addLive()
            let client = try await service.client()
            var ids: Set<String> = []
            for _ in 0..<5 { ids.insert(try await client.write("x").json(ChatMessage.self).id) }
            #expect(ids.count == 5)
            #expect(ids.allSatisfy { $0.count == 16 })
            #expect(Set(ids.map { $0.prefix(4) }).count == 5)
            let other = try await service.client()
            #expect(try await other.send(.GET, "/v1/admin/live_streams/l1/comments.csv").code == .invalidToken)
        }
    }
}
