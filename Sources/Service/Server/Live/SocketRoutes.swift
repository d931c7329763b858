// SPDX-License-Identifier: Apache-2.0

import Foundation
import HTTPTypes
import NIOCore
import NIOWebSocket
import WindowboxCatalogue
import WindowboxContract

/// Sends a stream's events over a WebSocket, and counts viewers.
struct SocketRoutes: RouteGroup {
    let liveService: LiveStreamService
    let access: LiveAccess
    let clock: @Sendable () -> Date

    var endpoints: [Endpoint] {
        [
            Endpoint("liveSocket", socket),
            Endpoint("hostSocket", hostSocket),
            Endpoint("joinLiveStream", join),
            Endpoint("leaveLiveStream", leave),
            Endpoint("likeLiveStream", like).limited(by: .hearts),
        ]
    }

    private func socket(_ call: GuestContext) async throws -> Response {
        let stream = try await access.openStream(call)
        return try liveService.socket(
            of: stream, as: .guest(call.guest.id), until: access.end(of: stream, call), call.query, call.fields, clock)
    }

    private func hostSocket(_ call: AdminContext) async throws -> Response {
        let stream = try await liveService.owned(call)
        return try liveService.socket(
            of: stream, as: .host(call.administrator.clientID), until: access.end(call), call.query, call.fields, clock)
    }

    private func join(_ call: GuestContext) async throws {
        let stream = try await access.openStream(call)
        try await liveService.catalogue.live.watch(
            stream.id, guests: [call.guest.id], until: call.now.addingTimeInterval(LiveHub.watchSeconds))
    }

    private func leave(_ call: GuestContext) async throws {
        let stream = try await access.stream(call)
        try await liveService.catalogue.live.leave(stream.id, guest: call.guest.id)
    }

    /// Counted at once, but stored and announced together with others of the same second.
    private func like(_ call: GuestContext) async throws -> LikesAnswer {
        let stream = try await access.openStream(call)
        guard stream.status != .idle, stream.status != .completed else {
            throw APIError(.invalidTransition, "Only live streams and replays can be liked.")
        }
        let kept = try await liveService.catalogue.live.counts(of: [stream.id], at: call.now)[stream.id]?.likes ?? 0
        await liveService.hub.like(stream.id)
        return LikesAnswer(likes: kept + (await liveService.hub.pendingLikes(of: stream.id)))
    }
}

extension LiveStreamService {
    /// Switches to a WebSocket that sends a reader the stream's events.
    /// - Parameters:
    ///   - until: when the reader must authenticate again.
    ///   - query: `after` is the last sequence number received.
    func socket(
        of stream: LiveStream, as reader: EventSubscriber, until: Date, _ query: QueryValues, _ fields: HTTPFields,
        _ clock: @escaping @Sendable () -> Date
    ) throws -> Response {
        let after = query.integer("after").map(Int64.init)
        if let after, after < 0 { throw APIError(.invalidField, "It can't be negative.", field: "after") }
        let handshake = try WebSocketHandshake(fields)
        var response = Response(status: 101)
        response.content = .socket(
            WebSocketSession(handshake: handshake) { socket in
                await LiveEventSocket(
                    liveService: self, stream: stream.id, code: stream.accessCodeHash, reader: reader, until: until, clock: clock
                ).run(socket, after: after)
            })
        return response
    }
}

/// One socket of a guest or a host.
struct LiveEventSocket: Sendable {
    let liveService: LiveStreamService
    let stream: String
    /// Hash of the stream's access code when the reader's access was checked.
    let code: String?
    let reader: EventSubscriber
    /// When the reader must reconnect with a valid token.
    let until: Date
    let clock: @Sendable () -> Date
    /// Bytes handed to the kernel at once.
    private static let largestBatch = 64 << 10

    /// Runs until the connection ends.
    func run(_ socket: WebSocket, after: Int64?) async {
        do {
            let (id, wakes, known) = try await liveService.hub.follow(stream, as: reader, code: code, until: until)
            // Unfollowing finishes the wakes, so that the loop below ends with the connection.
            let end = Task { [hub = liveService.hub, stream] in
                await socket.closed()
                return await hub.unfollow(stream, id)
            }
            if let guest = reader.guestID {
                try? await liveService.catalogue.live.watch(
                    stream, guests: [guest], until: clock().addingTimeInterval(LiveHub.watchSeconds))
            }
            // A sequence number that was never sent is ignored: the reader gets a summary.
            do {
                try await send(socket, wakes, after: after.flatMap { $0 > known ? nil : $0 })
                // Has no effect if it is already closed.
                socket.close(.policyViolation)
            } catch { socket.close(.unexpectedServerError) }
            if await end.value, let guest = reader.guestID { try? await liveService.catalogue.live.leave(stream, guest: guest) }
        } catch is LiveHub.TooManySockets { socket.close(.policyViolation) } catch { socket.close(.unexpectedServerError) }
    }

    private func send(_ socket: WebSocket, _ wakes: AsyncStream<Void>, after: Int64?) async throws {
        var last = after
        func catchUp() async throws {
            while true {
                let (texts, next) = try await liveService.hub.messages(of: stream, after: last, for: reader)
                var (batch, bytes) = ([ByteBuffer](), 0)
                for text in texts {
                    batch.append(text)
                    bytes += text.readableBytes
                    if bytes >= Self.largestBatch {
                        try await socket.send(batch)
                        (batch, bytes) = ([], 0)
                    }
                }
                try await socket.send(batch)
                let isDone = next == last
                last = next
                if isDone { return }
            }
        }
        try await catchUp()
        for await _ in wakes { try await catchUp() }
    }
}
