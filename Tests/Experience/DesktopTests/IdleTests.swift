// SPDX-License-Identifier: Apache-2.0

import Testing

@testable import WindowboxDesktop

@Suite("Keeping the screen on")
struct IdleRuleTests {
    private final class Someone {}

    @Test("1.26: The screen stays on from the first playing player until the last one stops")
    func counting() {
        let (first, second) = (Someone(), Someone())
        var rule = IdleRule()
        #expect(rule.handle(ObjectIdentifier(first), false) == nil)
        #expect(rule.handle(ObjectIdentifier(first), true) == true)
        #expect(rule.handle(ObjectIdentifier(second), true) == nil)
        #expect(rule.handle(ObjectIdentifier(first), false) == nil)
        #expect(rule.handle(ObjectIdentifier(second), true) == nil)
        #expect(rule.handle(ObjectIdentifier(second), false) == false)
        #expect(rule.handle(ObjectIdentifier(second), false) == nil)
    }
}
