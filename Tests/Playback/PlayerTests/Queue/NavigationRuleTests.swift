// SPDX-License-Identifier: Apache-2.0

import Testing

@testable import WindowboxPlayer

@Suite("1.5: Return to the previous item or to the start")
struct NavigationRuleTests {
    @Test("Immediate navigation goes to the previous item or nowhere", arguments: StreamType.allCases)
    func immediate(type: StreamType) {
        #expect(NavigationRule.onReturn(.immediate, hasPrevious: true, streamType: type, elapsed: 60) == .toPreviousItem)
        #expect(NavigationRule.onReturn(.immediate, hasPrevious: false, streamType: type, elapsed: 60) == .nowhere)
        #expect(!NavigationRule.canReturn(.immediate, hasPrevious: false, streamType: type))
    }

    @Test("Smart navigation restarts an on-demand item far from its start, otherwise goes to the previous item")
    func smart() {
        #expect(NavigationRule.onReturn(.smart(), hasPrevious: true, streamType: .onDemand, elapsed: 3) == .toStart)
        #expect(NavigationRule.onReturn(.smart(), hasPrevious: true, streamType: .onDemand, elapsed: 2.9) == .toPreviousItem)
        #expect(NavigationRule.onReturn(.smart(), hasPrevious: false, streamType: .onDemand, elapsed: 0) == .toStart)
        #expect(NavigationRule.canReturn(.smart(), hasPrevious: false, streamType: .onDemand))
    }

    @Test("Smart navigation in other streams goes to the previous item at once", arguments: [StreamType.live, .dvr, .unknown])
    func smartLive(type: StreamType) {
        #expect(NavigationRule.onReturn(.smart(), hasPrevious: true, streamType: type, elapsed: 600) == .toPreviousItem)
        #expect(!NavigationRule.canReturn(.smart(), hasPrevious: false, streamType: type))
        #expect(NavigationRule.canReturn(.smart(), hasPrevious: true, streamType: type))
    }
}
