// SPDX-License-Identifier: Apache-2.0

import Foundation
import HTTPTypes
import HummingbirdCore
import Logging
import NIOCore
import NIOHTTPTypes
import WindowboxContract
import WindowboxOrigin

/// Handles one request on a connection: writes, counts and logs its response.
struct Exchange: Sendable {
    let responder: Responder
    let metrics: ServiceMetrics
    let settings: ServiceSettings
    let logger: Logger
    let ending: ShutdownState
    private let date = DateField()

    init(responder: Responder, metrics: ServiceMetrics, settings: ServiceSettings, logger: Logger, ending: ShutdownState) {
        self.ending = ending
        self.responder = responder
        self.metrics = metrics
        self.settings = settings
        self.logger = logger
    }

    func perform(_ request: Request, _ writer: consuming ResponseWriter, _ channel: any Channel) async throws {
        let start = ContinuousClock.now
        metrics.began()
        defer { metrics.ended() }
        let peer = channel.remoteAddress?.ipAddress.flatMap { NetworkAddress($0) }
        let (answered, note) = await responder.answer(request, peer: peer, body: body(of: request, on: channel))
        if case .socket(let session) = answered.content {
            return try await serve(session, on: channel, note, seconds: start.duration(to: .now) / .seconds(1))
        }
        var answer = answered
        answer.fields[.date] = date.text(at: Int(Date().timeIntervalSince1970))
        answer.fields[.server] = "windowbox"
        // An unread body of a rejected request must not be parsed as the next request, and nothing is read after an upgrade request.
        let closes = request.headers[.upgrade] != nil || answer.status >= 400 && Self.hasLargeBody(request) || ending.hasBegun
        if closes { answer.fields[.connection] = "close" }
        let response = request.method == .head ? answer.message.createHeadResponse() : answer.message
        let failure: (any Error)?
        do {
            try await writer.write(response: response.head, body: response.body)
            failure = nil
        } catch { failure = error }
        let seconds = start.duration(to: .now) / .seconds(1)
        metrics.answered(note.operation, status: answer.status, seconds: seconds)
        log(note, answer, seconds, isBroken: failure != nil)
        if let failure { throw failure }
        if closes { Self.closeSlowly(channel) }
    }

    /// Serves a WebSocket until the connection ends.
    private func serve(_ session: WebSocketSession, on channel: any Channel, _ note: Responder.Note, seconds: Double) async throws {
        let socket = try await WebSocket.begin(
            on: channel, session.handshake, requestID: note.requestID, WebSocketSettings(settings))
        metrics.answered(note.operation, status: 101, seconds: seconds)
        log(note, Response(status: 101), seconds, isBroken: false)
        let begin = ContinuousClock.now
        // The request is answered: an open socket doesn't count as a request in progress.
        metrics.ended()
        defer { metrics.began() }
        await session.run(socket)
        await socket.closed()
        logger.info(
            "socket ended",
            metadata: ["request": "\(note.requestID)", "caller": "\(note.caller)", "s": "\(Int(begin.duration(to: .now) / .seconds(1)))"])
    }

    private func body(of request: Request, on channel: any Channel) -> BodyStream {
        let time = TimeAmount.nanoseconds(Int64(settings.requestSeconds * 1e9))
        return BodyStream(
            request, permit: { try await channel.writeAndFlush(HTTPResponsePart.head(HTTPResponse(status: .continue))) },
            watch: {
                let close = channel.eventLoop.scheduleTask(in: time) { channel.close(promise: nil) }
                return { close.cancel() }
            })
    }

    // Never logs the address, path or header fields: they may contain tokens or names.
    private func log(_ note: Responder.Note, _ answer: Response, _ seconds: Double, isBroken: Bool) {
        guard note.fault != nil || logger.logLevel <= .info else { return }
        var facts: Logger.Metadata = [
            "request": "\(note.requestID)", "operation": "\(note.operation)", "status": "\(answer.status)",
            "ms": "\(Int((seconds * 1000).rounded()))",
        ]
        if !note.caller.isEmpty { facts["caller"] = "\(note.caller)" }
        if let code = answer.code { facts["code"] = "\(code.rawValue)" }
        if isBroken { facts["broken"] = "true" }
        if let fault = note.fault {
            facts["fault"] = "\(fault)"
            logger.error("failed", metadata: facts)
        } else {
            logger.info("answered", metadata: facts)
        }
    }

    private static func hasLargeBody(_ request: Request) -> Bool {
        if let length = request.headers[.contentLength] { return (Int(length) ?? .max) > 1 << 16 }
        return request.headers[.transferEncoding] != nil
    }

    /// Lets the client read the response before the connection is closed (RFC 9112 9.6).
    private static func closeSlowly(_ channel: any Channel) {
        channel.close(mode: .output, promise: nil)
        channel.eventLoop.scheduleTask(in: .seconds(1)) { channel.close(promise: nil) }
    }
}
