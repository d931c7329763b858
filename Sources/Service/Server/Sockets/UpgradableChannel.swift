// SPDX-License-Identifier: Apache-2.0

import HummingbirdCore
import Logging
import NIOCore
import NIOHTTPTypesHTTP1

/// An HTTP connection that may become a WebSocket.
struct UpgradableChannel: HTTPChannelHandler {
    typealias Value = HTTP1Channel.Value

    private let http: HTTP1Channel
    private let settings: WebSocketSettings
    private let pace: RequestPace
    private let census: ConnectionCounter
    var responder: HTTP1Channel.Responder { http.responder }

    init(_ http: HTTP1Channel, settings: WebSocketSettings, pace: RequestPace, census: ConnectionCounter) {
        self.http = http
        self.settings = settings
        self.pace = pace
        self.census = census
    }

    func setup(channel: any Channel, logger: Logger) -> EventLoopFuture<Value> {
        do {
            try channel.pipeline.syncOperations.addHandler(AddressCensusHandler(census))
            try channel.pipeline.syncOperations.addHandler(WebSocketHandler(settings: settings))
            try channel.pipeline.syncOperations.addHandler(RequestPaceHandler(pace))
        } catch { return channel.eventLoop.makeFailedFuture(error) }
        return http.setup(channel: channel, logger: logger).flatMapThrowing { value in
            let pipeline = channel.pipeline.syncOperations
            let codec = try pipeline.handler(type: HTTP1ToHTTPServerCodec.self)
            try pipeline.addHandler(RequestHeadHandler(), position: .before(codec))
            return value
        }
    }

    func handle(value: Value, logger: Logger) async {
        await withTaskExecutorPreference(LoopExecutor(value.channel.eventLoop)) { await http.handle(value: value, logger: logger) }
    }
}
