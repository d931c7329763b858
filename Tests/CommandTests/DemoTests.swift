// SPDX-License-Identifier: Apache-2.0

import Foundation
import Glibc
import Testing

@testable import windowbox

@Suite("windowbox demo") struct DemoTests {
    private struct Trouble: Error {}

    @Test("The demo ends with an error message when its service exits") func serviceEnds() async throws {
        await #expect {
            try await ServiceGuard.run(until: { "disk is full" }) {
                for await _ in AsyncStream<Void>.makeStream().stream {}
                try Task.checkCancellation()
            }
        } throws: {
            ($0 as? Failure)?.message == "the service exited unexpectedly: disk is full. Start the demo again."
        }
    }

    @Test("While the service runs, the demo ends with the result of its work") func workEnds() async throws {
        let never: @Sendable () async -> String = {
            for await _ in AsyncStream<Void>.makeStream().stream {}
            return ""
        }
        try await ServiceGuard.run(until: never) {}
        await #expect(throws: Trouble.self) { try await ServiceGuard.run(until: never) { throw Trouble() } }
    }

    @Test("A port in use is refused up front, with a remedy") func port() throws {
        let handle = socket(AF_INET, Int32(SOCK_STREAM.rawValue), 0)
        defer { close(handle) }
        var name = sockaddr_in()
        name.sin_family = sa_family_t(AF_INET)
        name.sin_addr.s_addr = inet_addr("127.0.0.1")
        var size = socklen_t(MemoryLayout<sockaddr_in>.size)
        let isBound = withUnsafeMutablePointer(to: &name) {
            $0.withMemoryRebound(to: sockaddr.self, capacity: 1) { bind(handle, $0, size) == 0 && getsockname(handle, $0, &size) == 0 }
        }
        try #require(isBound && listen(handle, 1) == 0)
        let taken = Int(UInt16(bigEndian: name.sin_port))
        let message = #expect(throws: Failure.self) { try Demo.check(taken) }?.message
        #expect(message?.contains("port \(taken)") == true)
        #expect(message?.contains("--port") == true)
        try Demo.check(0)
    }
}
