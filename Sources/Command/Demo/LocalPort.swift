// SPDX-License-Identifier: Apache-2.0

import Foundation
import Glibc

/// Ports of the loopback address.
enum LocalPort {
    /// Finds a port that nobody listens on.
    /// - Parameter wanted: A specific port, or 0 for any.
    /// - Returns: nil if there is none, or if the specific port is in use.
    static func find(_ wanted: Int = 0) -> Int? {
        let handle = socket(AF_INET, Int32(SOCK_STREAM.rawValue), 0)
        guard handle >= 0 else { return nil }
        defer { close(handle) }
        // Recently closed ports are free for a service, too.
        var isOn: Int32 = 1
        setsockopt(handle, SOL_SOCKET, SO_REUSEADDR, &isOn, socklen_t(MemoryLayout<Int32>.size))
        var name = sockaddr_in()
        name.sin_family = sa_family_t(AF_INET)
        name.sin_port = UInt16(wanted).bigEndian
        name.sin_addr.s_addr = inet_addr("127.0.0.1")
        var size = socklen_t(MemoryLayout<sockaddr_in>.size)
        let isBound = withUnsafeMutablePointer(to: &name) {
            $0.withMemoryRebound(to: sockaddr.self, capacity: 1) { bind(handle, $0, size) == 0 && getsockname(handle, $0, &size) == 0 }
        }
        return isBound ? Int(UInt16(bigEndian: name.sin_port)) : nil
    }

    /// - Throws: A ``Failure`` if a service could not listen on the port.
    static func check(_ port: Int) throws {
        guard port > 0, find(port) == nil else { return }
        throw Failure.failed("cannot use port \(port): choose another with --port, or omit --port to use a free one")
    }
}
