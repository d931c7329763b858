// SPDX-License-Identifier: Apache-2.0

import Testing
import WindowboxTesting

@testable import WindowboxPlayer

@MainActor @Suite("System services")
struct SystemServicesTests {
    private final class Panel: SystemService {
        struct NoBus: Error {}
        var log: [String] = []
        var isMissing = false
        func begin(with player: Player) throws {
            if isMissing { throw NoBus() }
            log.append("begin")
        }
        func end() { log.append("end") }
    }

    @Test("LB-16, 1.1: one player has the services at a time, and activating another ends its use")
    func one() throws {
        let panel = Panel()
        let services = SystemServices([panel])
        let (first, second) = (Stage("a").player, Stage("b").player)
        try first.becomeActive(with: services)
        try first.becomeActive(with: services)
        #expect(panel.log == ["begin"])
        try second.becomeActive(with: services)
        #expect(panel.log == ["begin", "end", "begin"])
        #expect(services.activePlayer === second)
        first.resignActive()
        #expect(services.activePlayer === second)
        second.resignActive()
        #expect(panel.log == ["begin", "end", "begin", "end"])
        #expect(services.activePlayer == nil)
    }

    @Test("PB-2: a released player gives up the services")
    func gone() throws {
        let panel = Panel()
        let services = SystemServices([panel])
        var player: Player? = Player(items: [], configuration: PlayerConfiguration(), engine: FakeEngine(), clock: ManualPlayerClock())
        try player?.becomeActive(with: services)
        #expect(services.activePlayer != nil)
        player = nil
        #expect(panel.log == ["begin", "end"])
        #expect(services.activePlayer == nil)
    }

    @Test("LB-16: an unavailable service is reported, and the others still work")
    func missing() {
        let (broken, panel) = (Panel(), Panel())
        broken.isMissing = true
        let services = SystemServices([broken, panel])
        let stage = Stage("a")
        let error = #expect(throws: SystemServiceError.self) { try stage.player.becomeActive(with: services) }
        #expect(error?.underlying.count == 1)
        #expect(panel.log == ["begin"])
        #expect(services.activePlayer === stage.player)
    }
}
