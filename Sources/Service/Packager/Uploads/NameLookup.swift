// SPDX-License-Identifier: Apache-2.0

import Foundation
import NIOPosix

/// Resolves host names with the system resolver.
enum NameLookup {
    static func addresses(of name: String) async throws -> [RemoteAddress] {
        if let address = RemoteAddress(name) { return [address] }
        // The call blocks as long as the name servers take.
        return try await NIOThreadPool.singleton.runIfActive {
            var hints = addrinfo()
            hints.ai_socktype = Int32(SOCK_STREAM.rawValue)
            var list: UnsafeMutablePointer<addrinfo>?
            guard getaddrinfo(name, nil, &hints, &list) == 0 else { return [] }
            defer { freeaddrinfo(list) }
            var addresses: [RemoteAddress] = []
            var entry = list
            while let info = entry?.pointee {
                var host = [CChar](repeating: 0, count: Int(NI_MAXHOST))
                if getnameinfo(info.ai_addr, info.ai_addrlen, &host, socklen_t(host.count), nil, 0, NI_NUMERICHOST) == 0 {
                    let text = String(decoding: host.prefix { $0 != 0 }.map { UInt8(bitPattern: $0) }, as: UTF8.self)
                    if let address = RemoteAddress(String(text.prefix { $0 != "%" })), !addresses.contains(address) {
                        addresses.append(address)
                    }
                }
                entry = info.ai_next
            }
            return addresses
        }
    }
}
