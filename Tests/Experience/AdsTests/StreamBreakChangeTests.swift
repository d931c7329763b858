// SPDX-License-Identifier: Apache-2.0

import Testing
import WindowboxAds

@Suite("Breaks that change while a stream plays")
struct StreamBreakChangeTests {
    private func session(_ breaks: [StreamBreak], isLive: Bool = false) -> StreamAdSession {
        var session = StreamAdSession()
        _ = session.handle(.begin(StreamRequest(.recorded(sourceID: "s", videoID: "v")), autoPlay: true), at: 0)
        _ = session.handle(.loaded(url: "u", breaks: breaks, isLive: isLive), at: 0)
        _ = session.handle(.ready(duration: isLive ? nil : 160), at: 0)
        return session
    }

    /// Plays in steps of half a second, from the session's position.
    private func play(_ session: inout StreamAdSession, to end: Double) -> [StreamAdSession.Action] {
        stride(from: session.position, through: end, by: 0.5).flatMap { session.handle(.position($0), at: $0) }
    }

    private func began(_ actions: [StreamAdSession.Action]) -> Int {
        actions.count { if case .emit(.adBreakStarted) = $0 { true } else { false } }
    }

    @Test("A break that begins a rounding error before the one before it ends keeps its cue point")
    func rounding() {
        let first = StreamBreak(id: "a", start: 0.1, ads: [.init(id: "1", duration: 0.2)])
        #expect(first.end > 0.3)
        let session = session([
            first, StreamBreak(id: "b", start: 0.3, ads: [.init(id: "2", duration: 5)]),
            StreamBreak(id: "c", start: 50, ads: [.init(id: "3", duration: 5)]),
        ])
        #expect(session.breaks.map(\.id) == ["a", "b", "c"])
        #expect(session.breaks.map(\.start) == session.timeline.cuepoints.map(\.start))
    }

    @Test("Ads that are replaced in a break of the same length are not looked up in the new list")
    func fewerAds() {
        let ads: [StreamBreak.Ad] = [.init(id: "1", duration: 5), .init(id: "2", duration: 5)]
        var session = session([StreamBreak(id: "a", start: 10, ads: ads)])
        _ = play(&session, to: 17)
        _ = session.handle(.breaks([StreamBreak(id: "a", start: 10, ads: [.init(id: "3", duration: 10)])]), at: 17)
        _ = session.handle(.pause, at: 17)
        _ = play(&session, to: 18)
        #expect(session.isInAd)
    }

    @Test("When the current break disappears, the viewer can seek again")
    func gone() {
        var session = session([StreamBreak(id: "a", start: 10, ads: [.init(id: "1", duration: 10)])])
        _ = play(&session, to: 15)
        let actions = session.handle(.breaks([]), at: 15)
        #expect(!session.isInAd)
        #expect(actions.contains(.seekable(true)))
        #expect(actions.contains(.linear(false)))
    }

    @Test("A live break whose time is estimated anew goes on and is reported once")
    func moved() {
        func entry(_ start: Double) -> [StreamBreak] { [StreamBreak(id: "l", start: start, ads: [.init(id: "1", duration: 10)])] }
        var session = session(entry(10), isLive: true)
        var actions = play(&session, to: 13)
        let change = session.handle(.breaks(entry(10.04)), at: 13)
        #expect(change.isEmpty)
        #expect(session.isInAd)
        actions += play(&session, to: 25)
        #expect(began(actions) == 1)
        #expect(!session.isInAd)
    }
}
