// SPDX-License-Identifier: Apache-2.0

import Glibc
import Testing

@testable import WindowboxPackager

@Suite("Encoder connection watchdog") struct EncoderConnectionWatchdogTests {
    @Test("An encoder's time limit for sending begins when it connects") func rule() {
        var rule = ConnectionTimeoutRule(limit: 20)
        for (isConnected, now, isOver) in [
            (false, 0, false), (false, 100, false), (true, 101, false), (true, 120.9, false), (false, 121, false), (true, 122, false),
            (true, 141.9, false), (true, 142, true),
        ] as [(Bool, Double, Bool)] {
            #expect(rule.isOver(isConnected: isConnected, at: now) == isOver, "\(now)")
        }
    }

    @Test("An encoder is found among the machine's sockets") func table() {
        let table = """
              sl  local_address rem_address   st tx_queue rx_queue tr tm->when retrnsmt   uid  timeout inode
               0: 00000000:4B96 00000000:0000 0A 00000000:00000000 00:00000000 00000000  1000        0 1 1 0
               1: 0100007F:4B97 0100007F:D2F0 01 00000000:00000000 00:00000000 00000000  1000        0 2 1 0
               2: 0100007F:D2F0 0100007F:4B98 01 00000000:00000000 00:00000000 00000000  1000        0 3 1 0
               3: 0100007F:4B99 0100007F:D2F1 08 00000000:00000000 00:00000000 00000000  1000        0 4 1 0
               4: nonsense
            """
        // Listening, connected, the other end, closed by the other side, none.
        let connected = [19_350, 19_351, 19_352, 19_353, 19_354].filter { EncoderConnectionWatchdog.isConnected(to: $0, in: table) }
        #expect(connected == [19_351])
        #expect(!EncoderConnectionWatchdog.isConnected(to: 1, in: ""))
    }

    @Test("An encoder is found among many sockets") func crowded() throws {
        var sockets: [Int32] = []
        defer { for socket in sockets { close(socket) } }
        func make() throws -> Int32 {
            let made = socket(AF_INET, Int32(SOCK_STREAM.rawValue), 0)
            try #require(made >= 0)
            sockets.append(made)
            return made
        }
        var address = sockaddr_in()
        var length = socklen_t(MemoryLayout<sockaddr_in>.size)
        (address.sin_family, address.sin_addr.s_addr) = (sa_family_t(AF_INET), UInt32(0x7F00_0001).bigEndian)
        func withAddress(_ call: (UnsafeMutablePointer<sockaddr>, UnsafeMutablePointer<socklen_t>) -> Int32) throws {
            let result = withUnsafeMutablePointer(to: &address) {
                $0.withMemoryRebound(to: sockaddr.self, capacity: 1) { call($0, &length) }
            }
            try #require(result == 0)
        }
        let listener = try make()
        try withAddress { bind(listener, $0, $1.pointee) }
        try withAddress { getsockname(listener, $0, $1) }
        try #require(listen(listener, 200) == 0)
        let server = address
        let ports = try (0..<100).map { _ in
            let client = try make()
            address = server
            try withAddress { connect(client, $0, $1.pointee) }
            try withAddress { getsockname(client, $0, $1) }
            return Int(UInt16(bigEndian: address.sin_port))
        }
        #expect(ports.filter { !EncoderConnectionWatchdog.isConnected(to: $0) } == [])
        #expect(EncoderConnectionWatchdog.isConnected(to: Int(UInt16(bigEndian: server.sin_port))))
    }
}
