// SPDX-License-Identifier: Apache-2.0

import NIOCore
import NIOPosix
import NIOSSL
import NIOTLS

/// Sends messages to a mail server, with a connection for each.
public struct SMTPClient: Sendable {
    private let server: SMTPServer
    /// Nil without TLS.
    private let context: NIOSSLContext?

    /// - Throws: ``MailFault`` if the settings can't be used.
    public init(_ server: SMTPServer) throws(MailFault) {
        guard server.security != .none || SMTPServer.isLoopback(server.host) else {
            throw MailFault("Messages would be sent to \(server.host) without TLS, which is possible only on this machine.")
        }
        self.server = server
        guard server.security != .none else {
            context = nil
            return
        }
        var configuration = TLSConfiguration.makeClientConfiguration()
        configuration.minimumTLSVersion = .tlsv12
        do {
            if let authorities = server.authorities {
                configuration.additionalTrustRoots = [.certificates(try NIOSSLCertificate.fromPEMBytes(authorities))]
            }
            context = try NIOSSLContext(configuration: configuration)
        } catch { throw MailFault("The certificates of the authorities can't be read. They must be PEM.") }
    }

    /// Sends a message. Cancelling the task closes the connection, after waiting a few seconds for the reply to content that was sent.
    public func send(_ message: MailMessage) async -> SMTPOutcome {
        await run(
            SMTPDialogue(server: server, envelope: .init(sender: message.from.address, recipient: message.to.address)),
            content: SMTPDialogue.stuffed(message.content))
    }

    /// Connects, signs in and leaves, without sending anything.
    /// - Returns: ``SMTPOutcome/accepted`` if messages can be sent.
    public func check() async -> SMTPOutcome { await run(SMTPDialogue(server: server, envelope: nil), content: "") }

    private func run(_ dialogue: SMTPDialogue, content: String) async -> SMTPOutcome {
        let group = MultiThreadedEventLoopGroup.singleton
        let promise = group.next().makePromise(of: SMTPOutcome.self)
        let (server, context) = (server, context)
        do {
            let channel = try await ClientBootstrap(group: group)
                .connectTimeout(.nanoseconds(Int64(server.timeouts.connection * 1e9)))
                .channelInitializer { channel in
                    channel.eventLoop.makeCompletedFuture {
                        let pipeline = channel.pipeline.syncOperations
                        if server.security == .implicit, let context {
                            try pipeline.addHandler(SMTPConnection.encryption(context, server.host))
                        }
                        try pipeline.addHandler(SMTPConnection(dialogue, content, context: context, promise: promise))
                    }
                }
                .connect(host: server.host, port: server.port).get()
            return await withTaskCancellationHandler {
                let outcome = try? await promise.futureResult.get()
                return outcome ?? .deferred("The connection to the mail server failed.")
            } onCancel: {
                channel.triggerUserOutboundEvent(SMTPConnection.Cancellation(), promise: nil)
            }
        } catch {
            let reason = "The mail server \(server.host):\(server.port) can't be reached: \(error)"
            promise.succeed(.deferred(reason))
            return .deferred(reason)
        }
    }
}

/// One connection to a mail server.
private final class SMTPConnection: ChannelDuplexHandler {
    typealias InboundIn = ByteBuffer
    typealias OutboundIn = ByteBuffer
    typealias OutboundOut = ByteBuffer

    /// Asks the connection to end soon.
    struct Cancellation: Sendable {}
    /// Seconds for the reply to the content when it is cancelled.
    private static let lastWait = 5.0

    private var dialogue: SMTPDialogue
    private var reader = SMTPReplyReader()
    private let content: String
    private let context: NIOSSLContext?
    /// Nil when the outcome is known.
    private var promise: EventLoopPromise<SMTPOutcome>?
    private var (silence, end): (Scheduled<Void>?, Scheduled<Void>?) = (nil, nil)
    private var isSecuring = false

    init(_ dialogue: SMTPDialogue, _ content: String, context: NIOSSLContext?, promise: EventLoopPromise<SMTPOutcome>) {
        (self.dialogue, self.content, self.context, self.promise) = (dialogue, content, context, promise)
    }

    /// - Throws: an error if the name can't be one of a server.
    static func encryption(_ context: NIOSSLContext, _ host: String) throws -> NIOSSLClientHandler {
        // Certificates name addresses as well, but TLS does not announce them.
        let isAddress = (try? SocketAddress(ipAddress: host, port: 0)) != nil
        return try NIOSSLClientHandler(context: context, serverHostname: isAddress ? nil : host)
    }

    func channelActive(context: ChannelHandlerContext) {
        let total = dialogue.server.timeouts.total
        let (loop, channel) = (context.eventLoop, context.channel)
        let bound = NIOLoopBound(self, eventLoop: loop)
        end = loop.scheduleTask(in: .nanoseconds(Int64(total * 1e9))) {
            bound.value.finish(.deferred("The mail server took more than \(Int(total)) seconds."), channel)
        }
        wait(dialogue.server.timeouts.reply, context)
        context.fireChannelActive()
    }

    /// Gives up if nothing is answered for some seconds.
    private func wait(_ seconds: Double, _ context: ChannelHandlerContext) {
        silence?.cancel()
        let channel = context.channel
        let bound = NIOLoopBound(self, eventLoop: context.eventLoop)
        silence = context.eventLoop.scheduleTask(in: .nanoseconds(Int64(seconds * 1e9))) {
            bound.value.finish(.deferred("The mail server did not answer within \(Int(seconds)) seconds."), channel)
        }
    }

    func channelRead(context: ChannelHandlerContext, data: NIOAny) {
        guard promise != nil else { return }
        do {
            let replies = try reader.read(unwrapInboundIn(data).readableBytesView)
            for (index, reply) in replies.enumerated() where promise != nil {
                guard !isSecuring else { throw MailFault("The mail server sent data before TLS began. Somebody may be in between.") }
                let isLast = index == replies.count - 1
                try perform(dialogue.received(reply), context, isClean: isLast && reader.isEmpty)
            }
        } catch { finish(.deferred("\(error)"), context.channel) }
    }

    func userInboundEventTriggered(context: ChannelHandlerContext, event: Any) {
        if isSecuring, case .some(.handshakeCompleted) = event as? TLSUserEvent {
            isSecuring = false
            do { try perform(dialogue.secured(), context, isClean: true) } catch { finish(.deferred("\(error)"), context.channel) }
        }
        context.fireUserInboundEventTriggered(event)
    }

    func triggerUserOutboundEvent(context: ChannelHandlerContext, event: Any, promise: EventLoopPromise<Void>?) {
        guard event is Cancellation else { return context.triggerUserOutboundEvent(event, promise: promise) }
        if dialogue.awaitsAcceptance {
            wait(Self.lastWait, context)
        } else {
            finish(.deferred("The service was stopped."), context.channel)
        }
        promise?.succeed()
    }

    func channelInactive(context: ChannelHandlerContext) {
        finish(
            .deferred(
                dialogue.awaitsAcceptance
                    ? "The mail server closed the connection after the content. It may have accepted the message."
                    : "The mail server closed the connection."), context.channel)
        context.fireChannelInactive()
    }

    func errorCaught(context: ChannelHandlerContext, error: any Error) {
        finish(.deferred("The connection to the mail server failed: \(error)"), context.channel)
    }

    /// - Parameter isClean: whether nothing more was received. Anything sent before TLS, by the server or an attacker, must not count after
    ///   it.
    private func perform(_ action: SMTPDialogue.Action, _ context: ChannelHandlerContext, isClean: Bool) throws {
        switch action {
        case .send(let line):
            write(line + "\r\n", context)
            wait(dialogue.server.timeouts.reply, context)
        case .sendContent:
            write(content, context)
            wait(dialogue.server.timeouts.content, context)
        case .startTLS:
            guard isClean, let tls = self.context else {
                throw MailFault("The mail server sent data before TLS began. Somebody may be in between.")
            }
            isSecuring = true
            wait(dialogue.server.timeouts.reply, context)
            try context.pipeline.syncOperations.addHandler(Self.encryption(tls, dialogue.server.host), position: .first)
        case .end(let outcome):
            write("QUIT\r\n", context)
            finish(outcome, context.channel)
        }
    }

    private func write(_ text: String, _ context: ChannelHandlerContext) {
        context.writeAndFlush(wrapOutboundOut(context.channel.allocator.buffer(string: text)), promise: nil)
    }

    private func finish(_ outcome: SMTPOutcome, _ channel: any Channel) {
        silence?.cancel()
        end?.cancel()
        guard let promise else { return }
        self.promise = nil
        promise.succeed(outcome)
        channel.close(promise: nil)
    }
}
