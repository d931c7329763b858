// SPDX-License-Identifier: Apache-2.0

import CCurl
import Glibc

/// The sockets of a pool's connections.
struct CurlSockets {
    private var sockets: Set<CInt> = []
    /// Those of HTTP/2, on which a server may send frames at any time.
    private var framed: Set<CInt> = []

    mutating func open(_ socket: CInt) { sockets.insert(socket) }

    /// - Returns: 0, or -1 if the system refuses.
    mutating func close(_ socket: CInt) -> CInt {
        sockets.remove(socket)
        framed.remove(socket)
        return Glibc.close(socket)
    }

    /// Marks a connection as HTTP/2.
    /// - Parameter localPort: its port on this machine.
    mutating func markHTTP2(from localPort: CInt) {
        for socket in sockets where Self.port(of: socket, getsockname) == localPort { framed.insert(socket) }
    }

    /// Whether the server has closed a connection, or sent something, although no request was pending.
    func hasUnexpectedInput(from localPort: CInt, to port: CInt) -> Bool {
        sockets.contains { socket in
            guard !framed.contains(socket), Self.port(of: socket, getsockname) == localPort, Self.port(of: socket, getpeername) == port
            else { return false }
            var byte: UInt8 = 0
            return recv(socket, &byte, 1, CInt(MSG_PEEK) | CInt(MSG_DONTWAIT)) >= 0 || errno != EAGAIN
        }
    }

    private typealias Naming = (CInt, UnsafeMutablePointer<sockaddr>?, UnsafeMutablePointer<socklen_t>?) -> CInt

    /// The port of one end; nil if the socket isn't connected.
    private static func port(of socket: CInt, _ naming: Naming) -> CInt? {
        var address = sockaddr_storage()
        var size = socklen_t(MemoryLayout<sockaddr_storage>.size)
        let isKnown = withUnsafeMutablePointer(to: &address) {
            $0.withMemoryRebound(to: sockaddr.self, capacity: 1) { naming(socket, $0, &size) == 0 }
        }
        guard isKnown else { return nil }
        // IPv4 and IPv6 addresses have the port in the same place.
        return withUnsafeBytes(of: address) { bytes in
            CInt(UInt16(bigEndian: bytes.loadUnaligned(fromByteOffset: 2, as: UInt16.self)))
        }
    }
}
