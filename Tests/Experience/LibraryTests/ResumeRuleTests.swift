// SPDX-License-Identifier: Apache-2.0

import Testing
import WindowboxLibrary

@Suite struct ResumeRuleTests {
    private let rule = ResumeRule()

    @Test("A position in the middle of a video is kept, one near its start or end is not")
    func bounds() {
        #expect(rule.resumePosition(leftAt: 9.9, of: 600) == nil)
        #expect(rule.resumePosition(leftAt: 10, of: 600) == 10)
        #expect(rule.resumePosition(leftAt: 582, of: 600) == 582)
        #expect(rule.resumePosition(leftAt: 582.1, of: 600) == nil)
        #expect(rule.resumePosition(leftAt: 600, of: 600) == nil)
        #expect(rule.resumePosition(leftAt: 700, of: 600) == nil)
    }

    @Test("The end of a long video is its last few percent, that of a short clip its last seconds")
    func ending() {
        #expect(rule.resumePosition(leftAt: 6900, of: 7200) == 6900)
        #expect(rule.resumePosition(leftAt: 7000, of: 7200) == nil)
        #expect(rule.resumePosition(leftAt: 84, of: 100) == 84)
        #expect(rule.resumePosition(leftAt: 86, of: 100) == nil)
    }

    @Test("Nothing is kept for short or live items, unknown durations, or invalid positions")
    func nothing() {
        #expect(rule.resumePosition(leftAt: 30, of: 59) == nil)
        #expect(rule.resumePosition(leftAt: 300, of: nil) == nil)
        #expect(rule.resumePosition(leftAt: 300, of: .infinity) == nil)
        #expect(rule.resumePosition(leftAt: .nan, of: 600) == nil)
        #expect(rule.resumePosition(leftAt: -5, of: 600) == nil)
        #expect(rule.resumePosition(leftAt: 5, of: .nan) == nil)
    }
}
