// SPDX-License-Identifier: Apache-2.0

import NIOCore
import Synchronization

/// Counts connections per address, so that one client can't take them all.
final class ConnectionCounter: Sendable {
    private let limit: Int
    /// Networks whose connections are not counted: a proxy's connections are those of all its clients.
    private let exempt: [NetworkRange]
    private let open = Mutex<[String: Int]>([:])

    /// - Parameter limit: simultaneous connections per address.
    init(limit: Int, exempt: [NetworkRange]) {
        self.limit = limit
        self.exempt = exempt
    }

    /// - Returns: a closure to call once when the connection ends; nil if the address has too many connections.
    func admit(_ address: NetworkAddress?) -> (@Sendable () -> Void)? {
        guard let address, !exempt.contains(where: { $0.contains(address) }) else { return {} }
        let key = address.limitKey
        let isAdmitted = open.withLock { open in
            guard open[key, default: 0] < limit else { return false }
            open[key, default: 0] += 1
            return true
        }
        guard isAdmitted else { return nil }
        return { [self] in
            open.withLock { open in open[key] = open[key].flatMap { $0 > 1 ? $0 - 1 : nil } }
        }
    }

    /// The number of addresses with open connections.
    var count: Int { open.withLock { $0.count } }
}

/// Counts a connection once it is active, because its address is unknown before, and closes it if its address has too many.
final class ConnectionLimitHandler: ChannelInboundHandler, RemovableChannelHandler {
    typealias InboundIn = ByteBuffer

    private let connectionCounter: ConnectionCounter
    private var leave: (@Sendable () -> Void)?

    init(_ connectionCounter: ConnectionCounter) { self.connectionCounter = connectionCounter }

    func channelActive(context: ChannelHandlerContext) {
        leave = connectionCounter.admit(context.channel.remoteAddress?.ipAddress.flatMap { NetworkAddress($0) })
        guard leave != nil else { return context.close(promise: nil) }
        context.fireChannelActive()
    }

    func channelInactive(context: ChannelHandlerContext) {
        leave?()
        leave = nil
        context.fireChannelInactive()
    }
}
