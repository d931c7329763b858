// SPDX-License-Identifier: Apache-2.0

import Testing

@testable import WindowboxPlayer

@MainActor @Suite("Seek results and scrubbing")
struct SeekControllerTests {
    @Test("Each seek is resolved once, by its own number")
    func results() {
        var seeking = SeekController()
        let first = seeking.request(.at(5), .smooth)
        #expect(first.actions == [.willSeek(5), .issue(.at(5), number: 1)])
        let second = seeking.request(.at(9), .smooth)
        #expect(second.actions == [.willSeek(9), .resolve(request: 1, .superseded)])
        #expect(seeking.target == 9)
        seeking.resolve(1, .superseded)
        #expect(first.seek.resultIfKnown == .superseded)
        #expect(second.seek.resultIfKnown == nil)
        #expect(seeking.landed(1, at: 5) == [.issue(.at(9), number: 2)])
        #expect(seeking.landed(2, at: 9) == [.didSeek, .resolve(request: 2, .finished)])
        seeking.resolve(2, .finished)
        seeking.resolve(2, .refused)
        #expect(second.seek.resultIfKnown == .finished)
        #expect(seeking.target == nil)
    }

    @Test("When the player is released, all pending seeks are resolved")
    func end() {
        var seeking = SeekController()
        let seeks = [seeking.request(.at(5), .immediate).seek, seeking.request(.at(6), .immediate).seek]
        seeking.resolveAll()
        #expect(seeks.map(\.resultIfKnown) == [.superseded, .superseded])
    }

    @Test("A held engine is released once after scrubbing; one that was not held never is")
    func release() {
        var seeking = SeekController()
        seeking.beginScrubbing()
        #expect(seeking.isScrubbing)
        #expect(seeking.takeRelease() == false)
        seeking.endScrubbing(holdsEngine: true)
        #expect(!seeking.isScrubbing)
        #expect(seeking.takeRelease() == true)
        #expect(seeking.takeRelease() == false)
        seeking.beginScrubbing()
        seeking.endScrubbing(holdsEngine: false)
        #expect(seeking.takeRelease() == false)
    }

    @Test("Changing the item ends scrubbing and its pending release")
    func forget() {
        var seeking = SeekController()
        #expect(seeking.forgetScrubbing() == false)
        seeking.beginScrubbing()
        #expect(seeking.forgetScrubbing() == true)
        #expect(!seeking.isScrubbing)
        seeking.endScrubbing(holdsEngine: true)
        _ = seeking.forgetScrubbing()
        #expect(seeking.takeRelease() == false)
    }
}
