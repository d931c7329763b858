// SPDX-License-Identifier: Apache-2.0

import Testing

@testable import WindowboxAds

@Suite struct StreamPartsTests {
    /// A break of 10 s before the content.
    private let timeline = StreamTimeline([StreamCuepoint(start: 0, end: 10, isPlayed: false)], isLive: false)

    @Test("After a break, the viewer's target comes before the bookmark, and both are used once")
    func targets() {
        var targets = SeekTargets(bookmark: 30)
        #expect(targets.afterBreak(in: timeline) == 40)
        targets.resume(at: 90)
        #expect(targets.afterBreak(in: timeline) == 90)
        #expect(targets.takeAfterBreak(in: timeline) == 90)
        #expect(targets.takeAfterBreak(in: timeline) == nil)
        #expect(targets.bookmark == nil)
    }

    @Test("A seek without ads that waits for the player replaces the bookmark, and outlives a new request")
    func adFree() {
        var targets = SeekTargets(bookmark: 30)
        targets.seekWithoutAds(to: 50)
        #expect(targets.atStart == 50)
        targets.restart(at: 20)
        #expect(targets.atStart == 50)
        #expect(targets.takeAdFree() == 50)
        #expect(targets.takeAdFree() == nil)
        #expect(targets.takeBookmark() == nil)
    }

    @Test("A failed stream is requested again if the last time is long ago, or when the network is back")
    func recovery() {
        var settings = StreamAdSession.Settings()
        settings.recoveryPause = 10
        var recovery = StreamRecovery()
        #expect(recovery.decide(settings, at: 100) == .request)
        #expect(recovery.decide(settings, at: 105) == .giveUp)
        #expect(recovery.network(isReachable: false) == false)
        #expect(recovery.decide(settings, at: 106) == .wait)
        #expect(recovery.network(isReachable: true) == true)
        #expect(recovery.waitsForNetwork)
        #expect(recovery.decide(settings, at: 110) == .request)
        #expect(!recovery.waitsForNetwork)
        settings.recoversAutomatically = false
        #expect(recovery.decide(settings, at: 200) == .giveUp)
    }

    @Test("The start is reported once for each request, and the end of all ads once")
    func milestones() {
        var milestones = StreamMilestones()
        #expect(milestones.start() == true)
        #expect(milestones.start() == false)
        #expect(milestones.completeAllAds() == true)
        milestones.restart()
        #expect(milestones.start() == true)
        #expect(milestones.completeAllAds() == false)
    }
}
