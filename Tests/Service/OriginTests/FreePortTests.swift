// SPDX-License-Identifier: Apache-2.0

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
}
