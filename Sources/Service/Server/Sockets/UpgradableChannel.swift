// SPDX-License-Identifier: Apache-2.0

import HummingbirdCore
import Logging
import NIOCore
import NIOHTTPTypesHTTP1

/// An HTTP connection that may become a WebSocket, whose handlers then follow the ``ConnectionLimitHandler``.
struct UpgradableChannel: HTTPChannelHandler {
    typealias Value = HTTP1Channel.Value

    private let http: HTTP1Channel
    private let pace: RequestDeadline
    private let connectionCounter: ConnectionCounter
    var responder: HTTP1Channel.Responder { http.responder }

    init(_ http: HTTP1Channel, pace: RequestDeadline, connectionCounter: ConnectionCounter) {
        self.http = http
        self.pace = pace
        self.connectionCounter = connectionCounter
    }

    func setup(channel: any Channel, logger: Logger) -> EventLoopFuture<Value> {
        do {
            try channel.pipeline.syncOperations.addHandler(ConnectionLimitHandler(connectionCounter))
            try channel.pipeline.syncOperations.addHandler(RequestTimeoutHandler(pace))
        } catch { return channel.eventLoop.makeFailedFuture(error) }
        return http.setup(channel: channel, logger: logger).flatMapThrowing { value in
            let pipeline = channel.pipeline.syncOperations
            let codec = try pipeline.handler(type: HTTP1ToHTTPServerCodec.self)
            try pipeline.addHandler(RequestHeadHandler(), position: .before(codec))
            return value
        }
    }

    func handle(value: Value, logger: Logger) async {
        await withTaskExecutorPreference(EventLoopTaskExecutor(value.channel.eventLoop)) { await http.handle(value: value, logger: logger) }
    }
}
