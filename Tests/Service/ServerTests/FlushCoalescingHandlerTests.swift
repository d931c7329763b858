// SPDX-License-Identifier: Apache-2.0

import NIOCore
import NIOEmbedded
import NIOHTTPTypes
import Testing

@testable import WindowboxServer

@Suite("Flush coalescing") struct FlushCoalescingHandlerTests {
    private final class Counting: ChannelOutboundHandler {
        typealias OutboundIn = HTTPResponsePart
        typealias OutboundOut = HTTPResponsePart
        var flushes = 0

        func flush(context: ChannelHandlerContext) {
            flushes += 1
            context.flush()
        }
    }

    private func sent(_ channel: EmbeddedChannel) throws -> Int {
        var count = 0
        while try channel.readOutbound(as: HTTPResponsePart.self) != nil { count += 1 }
        return count
    }

    @Test("Responses ready in one turn of the event loop are flushed together, and later ones in the next turn") func gathered() throws {
        let (loop, counting) = (EmbeddedEventLoop(), Counting())
        let channel = EmbeddedChannel(handlers: [counting, FlushCoalescingHandler()], loop: loop)
        for turn in 1...3 {
            for _ in 0..<4 { channel.writeAndFlush(HTTPResponsePart.end(nil), promise: nil) }
            #expect(try sent(channel) == 0)
            loop.run()
            #expect(counting.flushes == turn)
            #expect(try sent(channel) == 4)
        }
        _ = try channel.finish()
    }

    @Test("Data written before a connection closes is sent", arguments: [CloseMode.all, .output])
    func closed(mode: CloseMode) throws {
        let loop = EmbeddedEventLoop()
        let channel = EmbeddedChannel(handler: FlushCoalescingHandler(), loop: loop)
        channel.writeAndFlush(HTTPResponsePart.end(nil), promise: nil)
        channel.close(mode: mode, promise: nil)
        #expect(try sent(channel) == 1)
        loop.run()
    }
}
