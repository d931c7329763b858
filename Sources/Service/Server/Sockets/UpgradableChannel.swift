// SPDX-License-Identifier: Apache-2.0

import HummingbirdCore
import Logging
import NIOCore

/// A connection of HTTP that may become a WebSocket.
struct UpgradableChannel: HTTPChannelHandler {
    typealias Value = HTTP1Channel.Value

    private let http: HTTP1Channel
    private let settings: WebSocketSettings
    var responder: HTTP1Channel.Responder { http.responder }

    init(_ http: HTTP1Channel, settings: WebSocketSettings) {
        self.http = http
        self.settings = settings
    }

    func setup(channel: any Channel, logger: Logger) -> EventLoopFuture<Value> {
        do {
            try channel.pipeline.syncOperations.addHandler(WebSocketHandler(settings: settings))
        } catch { return channel.eventLoop.makeFailedFuture(error) }
        return http.setup(channel: channel, logger: logger)
    }

    func handle(value: Value, logger: Logger) async {
        await withTaskExecutorPreference(LoopExecutor(value.channel.eventLoop)) { await http.handle(value: value, logger: logger) }
    }
}
