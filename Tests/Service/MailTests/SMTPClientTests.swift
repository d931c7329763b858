// SPDX-License-Identifier: Apache-2.0

import Foundation
import NIOCore
import NIOPosix
import Testing
import WindowboxKit
import WindowboxServiceKit

@testable import WindowboxMail

@Suite("Sending to a real mail server", .enabled(if: MailServer.isInstalled), .timeLimit(.minutes(2))) struct SMTPClientTests {
    private static func message(to: String = "ann@example.org", text: String = ".\r\nGrüße\n..\n") throws -> MailMessage {
        MailMessage(
            from: try MailAddress("studio@example.com", name: "Köln TV"), to: try MailAddress(to), subject: "Für dich", text: text,
            date: Date(timeIntervalSince1970: 1_763_812_800), id: "m1")
    }

    private static func settings(
        _ port: Int, _ security: SMTPServer.Security, _ certificate: LocalCertificate? = nil, password: String? = nil,
        host: String = "127.0.0.1"
    ) throws -> SMTPServer {
        var server = SMTPServer(
            host: host, port: port, security: security, credentials: password.map { SMTPServer.Credentials(user: "bob", password: $0) })
        if let certificate { server.authorities = [UInt8](try Data(contentsOf: certificate.pem)) }
        return server
    }

    @Test("A message arrives as it was written", arguments: [SMTPServer.Security.startTLS, .implicit], ["127.0.0.1", "localhost"])
    func encrypted(security: SMTPServer.Security, host: String) async throws {
        let certificate = try await LocalCertificate()
        let tls = "tls=\(certificate.folder.path)"
        let server =
            security == .implicit
            ? try await MailServer(tls, "implicit", "user=bob:se cret") : try await MailServer(tls, "user=bob:se cret", "mechanism=LOGIN")
        let client = try SMTPClient(try Self.settings(server.port, security, certificate, password: "se cret", host: host))
        #expect(await client.check() == .accepted)
        #expect(await client.send(try Self.message()) == .accepted)
        let message = try await server.message()
        #expect(message.secure && message.user == "bob")
        #expect(message.sender == "studio@example.com" && message.recipients == ["ann@example.org"])
        #expect(try await message.text().replacing("\r\n", with: "\n").hasPrefix(".\nGrüße\n..\n"))
        #expect(try await message.field("Subject") == "Für dich")
        #expect(try await message.field("Message-ID") == "<m1@example.com>")
        await server.stop()
    }

    @Test("A server of this machine needs no TLS") func plain() async throws {
        let server = try await MailServer()
        let client = try SMTPClient(try Self.settings(server.port, .none))
        #expect(await client.send(try Self.message()) == .accepted)
        #expect(try await !server.message().secure)
        await server.stop()
    }

    @Test("A wrong password, an unknown authority and a certificate for another name are reasons to wait") func refusedServers()
        async throws
    {
        let (certificate, other) = (try await LocalCertificate(), try await LocalCertificate("DNS:other.example"))
        let server = try await MailServer("tls=\(certificate.folder.path)", "user=bob:secret")
        let foreign = try await MailServer("tls=\(other.folder.path)")
        for settings in [
            try Self.settings(server.port, .startTLS, certificate, password: "wrong"),
            try Self.settings(server.port, .startTLS, nil, password: "secret"),
            try Self.settings(foreign.port, .startTLS, other), try Self.settings(foreign.port, .startTLS, other, host: "localhost"),
            try Self.settings(server.port, .implicit, certificate, password: "secret"),
        ] {
            let client = try SMTPClient(settings)
            guard case .deferred(let reason) = await client.check() else {
                Issue.record("\(settings.security) was accepted")
                continue
            }
            #expect(!reason.contains("secret") && !reason.contains("wrong"), "\(reason)")
        }
        await server.stop()
        await foreign.stop()
    }

    @Test("Greylisting, unknown recipients, full mailboxes and spam are told apart") func answers() async throws {
        let server = try await MailServer("grey=1", "reject=gone@example.org", "full=full@example.org")
        let client = try SMTPClient(try Self.settings(server.port, .none))
        guard case .deferred(let grey) = await client.send(try Self.message()) else {
            Issue.record("It was not deferred")
            return
        }
        #expect(grey.contains("451") && !grey.contains("ann@example.org"), "\(grey)")
        #expect(await client.send(try Self.message()) == .accepted)
        guard case .refused(let gone) = await client.send(try Self.message(to: "gone@example.org")),
            case .deferred = await client.send(try Self.message(to: "full@example.org"))
        else {
            Issue.record("They were not told apart")
            return
        }
        #expect(gone.contains("550") && !gone.contains("gone@example.org"), "\(gone)")
        await server.stop()
        let strict = try await MailServer("spam")
        guard case .refused = await (try SMTPClient(try Self.settings(strict.port, .none))).send(try Self.message()) else {
            Issue.record("It was not refused")
            return
        }
        await strict.stop()
    }

    @Test("A connection that is lost after the content is a reason to try again") func lost() async throws {
        let server = try await MailServer("lose=1")
        let client = try SMTPClient(try Self.settings(server.port, .none))
        guard case .deferred(let reason) = await client.send(try Self.message()) else {
            Issue.record("It was accepted")
            return
        }
        #expect(reason.contains("may have accepted"), "\(reason)")
        #expect(await client.send(try Self.message()) == .accepted)
        // Both are the same to the receiver.
        let (first, second) = (try await server.message(), try await server.message())
        #expect(first.content == second.content)
        await server.stop()
    }

    @Test("Without TLS nothing leaves this machine") func policy() {
        #expect(throws: MailFault.self) { try SMTPClient(SMTPServer(host: "mail.example.org", port: 25, security: .none)) }
        var server = SMTPServer(host: "mail.example.org", port: 465, security: .implicit)
        server.authorities = [UInt8]("no certificate".utf8)
        #expect(throws: MailFault.self) { try SMTPClient(server) }
    }

    /// What a broken or hostile server does with a connection.
    enum Habit: String, CaseIterable, Sendable {
        case closesAtOnce, saysNothing, speaksHTTP, endlessLine, dripsReplies, injectsBeforeTLS, manyReplies
    }

    @Test("A server that closes, is silent, or says something else ends the attempt", arguments: Habit.allCases) func broken(habit: Habit)
        async throws
    {
        let listener = try await ServerBootstrap(group: MultiThreadedEventLoopGroup.singleton)
            .childChannelInitializer { channel in
                channel.eventLoop.makeCompletedFuture { try channel.pipeline.syncOperations.addHandler(BrokenServer(habit)) }
            }
            .bind(host: "127.0.0.1", port: 0).get()
        var settings = try Self.settings(try #require(listener.localAddress?.port), habit == .injectsBeforeTLS ? .startTLS : .none)
        (settings.timeouts.reply, settings.timeouts.total) = (0.2, 1)
        let outcome = await (try SMTPClient(settings)).send(try Self.message())
        guard case .deferred(let reason) = outcome else {
            Issue.record("\(outcome)")
            return
        }
        let expected =
            switch habit {
            case .closesAtOnce: "closed"
            case .saysNothing, .dripsReplies: "did not answer"
            case .speaksHTTP: "not a mail server"
            case .endlessLine: "too long"
            case .injectsBeforeTLS: "before TLS"
            case .manyReplies: "answered 250"
            }
        #expect(reason.contains(expected), "\(reason)")
        try await listener.close()
    }

    @Test("A server that isn't there is a reason to wait") func absent() async throws {
        let listener = try await ServerBootstrap(group: MultiThreadedEventLoopGroup.singleton).bind(host: "127.0.0.1", port: 0).get()
        let port = try #require(listener.localAddress?.port)
        try await listener.close()
        guard case .deferred(let reason) = await (try SMTPClient(try Self.settings(port, .none))).check() else {
            Issue.record("Something answered")
            return
        }
        #expect(reason.contains("can't be reached"), "\(reason)")
    }

    @Test("Cancelling ends an attempt") func cancelled() async throws {
        let listener = try await ServerBootstrap(group: MultiThreadedEventLoopGroup.singleton).bind(host: "127.0.0.1", port: 0).get()
        let client = try SMTPClient(try Self.settings(try #require(listener.localAddress?.port), .none))
        let message = try Self.message()
        let sending = Task { await client.send(message) }
        sending.cancel()
        guard case .deferred = await sending.value else {
            Issue.record("It was sent")
            return
        }
        try await listener.close()
    }
}

/// One connection of a server with a habit.
private final class BrokenServer: ChannelInboundHandler {
    typealias InboundIn = ByteBuffer
    typealias OutboundOut = ByteBuffer
    private let habit: SMTPClientTests.Habit
    private var isGreeted = false

    init(_ habit: SMTPClientTests.Habit) { self.habit = habit }

    func channelActive(context: ChannelHandlerContext) {
        switch habit {
        case .closesAtOnce: context.close(promise: nil)
        case .saysNothing: break
        case .speaksHTTP: say("HTTP/1.1 400 Bad Request\r\n\r\n", context)
        case .endlessLine: say("220 " + String(repeating: "x", count: 100_000), context)
        case .dripsReplies: drip(context)
        case .injectsBeforeTLS: say("220 x\r\n", context)
        case .manyReplies: say("220 x\r\n250 x\r\n250 x\r\n250 x\r\n250 x\r\n", context)
        }
    }

    func channelRead(context: ChannelHandlerContext, data: NIOAny) {
        guard habit == .injectsBeforeTLS else { return }
        let text = String(decoding: unwrapInboundIn(data).readableBytesView, as: UTF8.self)
        say(text.hasPrefix("EHLO") ? "250-x\r\n250 STARTTLS\r\n" : "220 go\r\n250 injected\r\n", context)
    }

    private func say(_ text: String, _ context: ChannelHandlerContext) {
        context.writeAndFlush(wrapOutboundOut(context.channel.allocator.buffer(string: text)), promise: nil)
    }

    /// A line that never ends, a byte at a time.
    private func drip(_ context: ChannelHandlerContext) {
        say("2", context)
        let bound = NIOLoopBound((self, context), eventLoop: context.eventLoop)
        context.eventLoop.scheduleTask(in: .milliseconds(20)) {
            guard bound.value.1.channel.isActive else { return }
            bound.value.0.drip(bound.value.1)
        }
    }
}
