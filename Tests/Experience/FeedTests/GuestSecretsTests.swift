// SPDX-License-Identifier: Apache-2.0

import Foundation
import Testing

@testable import WindowboxFeed

@Suite("Secrets of guests")
struct GuestSecretsTests {
    @Test("Two programs that share a file keep each other's secrets")
    func shared() throws {
        let folder = FileManager.default.temporaryDirectory.appending(path: "windowbox-\(UUID().uuidString)")
        defer { try? FileManager.default.removeItem(at: folder) }
        let file = folder.appending(path: "secrets.json")
        var (one, other) = (GuestSecrets(file: file, address: "https://s"), GuestSecrets(file: file, address: "https://s"))
        one["a"] = "1"
        other["b"] = "2"
        let next = GuestSecrets(file: file, address: "https://s")
        #expect(next["a"] == "1")
        #expect(next["b"] == "2")
        one["b"] = nil
        #expect(GuestSecrets(file: file, address: "https://s")["b"] == nil)
    }
}
