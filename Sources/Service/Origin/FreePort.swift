// SPDX-License-Identifier: Apache-2.0

import Glibc

/// Finds unused ports on this machine.
package enum FreePort {
    package enum Interfaces: Sendable { case all, loopback }

    /// - Parameters:
    ///   - requested: a port; 0 for any.
    ///   - isDatagram: UDP instead of TCP.
    /// - Returns: nil if the port is in use. A free port may be taken a moment later.
    package static func find(_ requested: Int = 0, isDatagram: Bool = false, on interfaces: Interfaces) -> Int? {
        let kind = isDatagram ? SOCK_DGRAM : SOCK_STREAM
        let descriptor = socket(AF_INET, Int32(kind.rawValue), 0)
        guard descriptor >= 0 else { return nil }
        defer { close(descriptor) }
        // Recently closed ports are free for a service, too. UDP has no such ports: there, the option would also share ports with those who
        // set it, as SRT listeners do.
        if !isDatagram {
            var yes: Int32 = 1
            setsockopt(descriptor, SOL_SOCKET, SO_REUSEADDR, &yes, socklen_t(MemoryLayout<Int32>.size))
        }
        var address = sockaddr_in()
        address.sin_family = sa_family_t(AF_INET)
        address.sin_port = in_port_t(UInt16(clamping: requested)).bigEndian
        if interfaces == .loopback { address.sin_addr.s_addr = in_addr_t(0x7F00_0001).bigEndian }
        var length = socklen_t(MemoryLayout<sockaddr_in>.size)
        return withUnsafeMutablePointer(to: &address) { pointer in
            pointer.withMemoryRebound(to: sockaddr.self, capacity: 1) { generic -> Int? in
                guard bind(descriptor, generic, length) == 0, getsockname(descriptor, generic, &length) == 0 else { return nil }
                return Int(UInt16(bigEndian: UnsafeRawPointer(generic).load(as: sockaddr_in.self).sin_port))
            }
        }
    }
}
