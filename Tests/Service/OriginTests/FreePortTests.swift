// SPDX-License-Identifier: Apache-2.0

import Glibc
import Testing
import WindowboxOrigin

@Suite("A free port")
struct FreePortTests {
    @Test("A free port is found, on which nobody listens", arguments: [FreePort.Interfaces.all, .loopback])
    func found(interfaces: FreePort.Interfaces) async throws {
        #expect(FreePort.find(on: interfaces).map { $0 > 0 } == true)
        #expect(FreePort.find(isDatagram: true, on: interfaces).map { $0 > 0 } == true)
        let origin = try await Origin { _ in .text("") }
        #expect(FreePort.find(origin.port, on: interfaces) == nil)
        await origin.stop()
    }

    @Test("A UDP port is not free while a listener that shares its address uses it, as SRT listeners do")
    func sharedDatagramPort() throws {
        let descriptor = socket(AF_INET, Int32(SOCK_DGRAM.rawValue), 0)
        try #require(descriptor >= 0)
        defer { close(descriptor) }
        var yes: Int32 = 1
        setsockopt(descriptor, SOL_SOCKET, SO_REUSEADDR, &yes, socklen_t(MemoryLayout<Int32>.size))
        var address = sockaddr_in()
        address.sin_family = sa_family_t(AF_INET)
        var length = socklen_t(MemoryLayout<sockaddr_in>.size)
        let port = withUnsafeMutablePointer(to: &address) { pointer in
            pointer.withMemoryRebound(to: sockaddr.self, capacity: 1) { generic -> Int? in
                guard bind(descriptor, generic, length) == 0, getsockname(descriptor, generic, &length) == 0 else { return nil }
                return Int(UInt16(bigEndian: UnsafeRawPointer(generic).load(as: sockaddr_in.self).sin_port))
            }
        }
        #expect(FreePort.find(try #require(port), isDatagram: true, on: .all) == nil)
    }
}
