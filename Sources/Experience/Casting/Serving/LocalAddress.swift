// SPDX-License-Identifier: Apache-2.0

import Glibc
import NIOCore

/// This machine's address as seen by another one.
enum LocalAddress {
    /// Asks the kernel for the route to the address; nothing is sent.
    ///
    /// - Parameter address: URL of a renderer, `http://host:port/…`.
    static func reaching(_ address: String) throws(CastingError) -> String {
        let authority = address.drop { $0 != "/" }.dropFirst(2).prefix { $0 != "/" && $0 != "?" }
        let isBracketed = authority.hasPrefix("[")
        let host = isBracketed ? String(authority.dropFirst().prefix { $0 != "]" }) : String(authority.prefix { $0 != ":" })
        guard let target = try? SocketAddress.makeAddressResolvingHost(host, port: 9) else {
            throw CastingError(.network, "There is no address for \(host): check the name of the device.")
        }
        let descriptor = socket(
            target.protocol == .inet6 ? AF_INET6 : AF_INET, Int32(SOCK_DGRAM.rawValue) | Int32(SOCK_CLOEXEC.rawValue), 0)
        guard descriptor >= 0 else { throw CastingError(.network, "No socket is available (\(errno)): close other programs.") }
        defer { close(descriptor) }
        let isConnected = target.withSockAddr { pointer, length in connect(descriptor, pointer, socklen_t(length)) == 0 }
        var storage = sockaddr_storage()
        var length = socklen_t(MemoryLayout<sockaddr_storage>.size)
        let isNamed = withUnsafeMutablePointer(to: &storage) { pointer in
            pointer.withMemoryRebound(to: sockaddr.self, capacity: 1) { getsockname(descriptor, $0, &length) == 0 }
        }
        guard isConnected, isNamed, let own = text(of: &storage) else {
            throw CastingError(.network, "No network of this computer leads to \(host): connect it to the device's network.")
        }
        return own
    }

    private static func text(of storage: inout sockaddr_storage) -> String? {
        var text = [CChar](repeating: 0, count: Int(NI_MAXHOST))
        let length = socklen_t(
            storage.ss_family == sa_family_t(AF_INET6) ? MemoryLayout<sockaddr_in6>.size : MemoryLayout<sockaddr_in>.size)
        let status = withUnsafePointer(to: &storage) { pointer in
            pointer.withMemoryRebound(to: sockaddr.self, capacity: 1) {
                getnameinfo($0, length, &text, socklen_t(text.count), nil, 0, NI_NUMERICHOST)
            }
        }
        return status == 0 ? String(decoding: text.prefix { $0 != 0 }.map { UInt8(bitPattern: $0) }, as: UTF8.self) : nil
    }
}
