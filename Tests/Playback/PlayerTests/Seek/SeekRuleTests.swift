// SPDX-License-Identifier: Apache-2.0

import Testing
import WindowboxMedia

@testable import WindowboxPlayer

@Suite("Seek rules")
struct SeekRuleTests {
    private let range = TimeRange(start: 10, end: 20)

    @Test("PB-24: both ends of the range can be sought")
    func bounds() {
        #expect(SeekRule.canSeek(to: 10, in: range))
        #expect(SeekRule.canSeek(to: 20, in: range))
        #expect(!SeekRule.canSeek(to: 9.99, in: range))
        #expect(!SeekRule.canSeek(to: 20.01, in: range))
        #expect(!SeekRule.canSeek(to: .nan, in: range))
        #expect(!SeekRule.canSeek(to: 10, in: TimeRange(start: 10, end: 10)))
        #expect(!SeekRule.canSeek(to: 0, in: nil))
    }

    @Test("PB-25: a target is clamped to the range less a tenth of a second", arguments: [(5, 10), (15, 15), (19.95, 19.9), (99, 19.9)])
    func clamped(target: Double, expected: Double) throws {
        #expect(try #require(SeekRule.clamp(.at(target), to: range)).time == expected)
    }

    @Test("PB-25: in a range shorter than the margin, the start is the target")
    func short() {
        #expect(SeekRule.clamp(.at(5), to: TimeRange(start: 1, end: 1.05))?.time == 1)
    }

    @Test("PB-25: there is no target without a range or for an invalid number")
    func nowhere() {
        #expect(SeekRule.clamp(.at(5), to: nil) == nil)
        #expect(SeekRule.clamp(.at(5), to: .zero) == nil)
        #expect(SeekRule.clamp(.at(.nan), to: range) == nil)
        #expect(SeekRule.clamp(.near(.infinity), to: range) == nil)
    }

    @Test("PB-26: a bare time is sought exactly in video and approximately in audio")
    func bareTime() {
        #expect(SeekRule.position(for: 3, in: .video) == .at(3))
        #expect(SeekRule.position(for: 3, in: .audio) == .near(3))
        #expect(SeekRule.position(for: 3, in: .unknown) == .at(3))
    }

    @Test("1.7: positions have their tolerances")
    func tolerances() {
        #expect(SeekPosition.at(1) == .to(1, before: 0, after: 0))
        #expect(SeekPosition.near(1) == .to(1, before: .infinity, after: .infinity))
        #expect(SeekPosition.before(1) == .to(1, before: .infinity, after: 0))
        #expect(SeekPosition.after(1) == .to(1, before: 0, after: .infinity))
        #expect(SeekPosition.to(1, before: -3, after: 2).toleranceBefore == 0)
    }
}
