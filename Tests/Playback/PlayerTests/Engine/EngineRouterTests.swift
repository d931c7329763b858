// SPDX-License-Identifier: Apache-2.0

import Testing
import WindowboxTesting

@testable import WindowboxPlayer

@MainActor @Suite("Engine router")
struct EngineRouterTests {
    @Test("The local engine is unloaded during external playback, and each external engine shuts down when left")
    func routes() {
        let (here, one, two) = (FakeEngine(), FakeEngine(), FakeEngine())
        let router = EngineRouter(here)
        router.useLocal()
        #expect(here.takeLog() == [], "the local engine was active")
        router.useExternal(one)
        #expect(router.isExternal)
        #expect(router.active === one)
        #expect(here.takeLog() == ["pause", "unload"])
        router.useExternal(two)
        #expect(one.takeLog() == ["shut down"])
        #expect(here.takeLog() == [])
        router.useLocal()
        #expect(!router.isExternal)
        #expect(router.active === here)
        #expect(two.takeLog() == ["shut down"])
    }

    @Test("Both engines shut down with the player")
    func end() {
        let (here, there) = (FakeEngine(), FakeEngine())
        let router = EngineRouter(here)
        router.useExternal(there)
        router.shutDown()
        #expect(there.takeLog() == ["shut down"])
        #expect(here.takeLog() == ["pause", "unload", "shut down"])
    }
}
