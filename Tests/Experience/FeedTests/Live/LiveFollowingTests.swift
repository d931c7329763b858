// SPDX-License-Identifier: Apache-2.0

import Testing
import WindowboxContract
import WindowboxFeedKit

@testable import WindowboxFeed

@Suite("Live stream connection") struct LiveFollowingTests {
    private func open(_ following: inout LiveFollowing, at now: Double = 0) {
        _ = following.handle(.enter, at: now)
        _ = following.handle(.opened(1), at: now)
    }

    @Test("LIVE-2 A lost connection resumes after the last number, and duplicates count once") func resume() {
        var following = LiveFollowing()
        #expect(following.handle(.enter, at: 0).first == .connect(after: nil, 1))
        _ = following.handle(.opened(1), at: 0)
        #expect(following.handle(.message(.chat(4, "a", "x"), 1), at: 1) == [.changed])
        // Numbers may be missing.
        #expect(following.handle(.message(.chat(9, "b", "y"), 1), at: 1) == [.changed])
        _ = following.handle(.lost(.dead, 1), at: 10)
        #expect(following.connection == .waiting(until: 10.5))
        #expect(following.handle(.wake, at: 10.4) == [.wake(at: 10.5)])
        #expect(following.handle(.wake, at: 10.5).first == .connect(after: 9, 2))
        _ = following.handle(.opened(2), at: 11)
        #expect(following.handle(.message(.chat(10, "c", "z"), 2), at: 11) == [.changed])
        #expect(following.handle(.message(.chat(10, "c", "z"), 2), at: 11).isEmpty)
        #expect(following.state.chat.lines.map(\.id) == ["a", "b", "c"])
        #expect(following.last == 10)
    }

    @Test("If the service does not know the number, the state starts anew") func anew() {
        var following = LiveFollowing()
        open(&following)
        for number in 1...3 { _ = following.handle(.message(.chat(Int64(number), "old\(number)", "x"), 1), at: 0) }
        _ = following.handle(.lost(.dead, 1), at: 1)
        _ = following.handle(.retryNow, at: 1)
        _ = following.handle(.opened(2), at: 1)
        _ = following.handle(.message(.chat(1, "new1", "x"), 2), at: 1)
        _ = following.handle(.message(.chat(2, "new2", "x"), 2), at: 1)
        #expect(following.state.chat.lines.map(\.id) == ["new1", "new2"])
        #expect(following.last == 2)
    }

    @Test("LIVE-20 Live captions stay for their duration, separately in each language") func words() {
        var following = LiveFollowing()
        open(&following)
        func say(_ seq: Int64, _ data: JSONValue, at now: Double) -> [LiveFollowing.Action] {
            following.handle(.message(.sample(seq, .subtitle, data), 1), at: now)
        }
        // Captions with a duration from before the viewer joined are over; those without one still apply.
        #expect(say(1, ["lang": "en", "text": "old", "duration_ms": 4000], at: 0.2) == [.changed])
        #expect(say(2, ["lang": "de", "text": "Hallo"], at: 0.2) == [.changed])
        #expect(following.state.captions.lines.map(\.text) == ["", "Hallo"])
        #expect(say(3, ["lang": "EN", "text": "new", "duration_ms": 4000], at: 10) == [.changed, .wake(at: 14)])
        #expect(following.state.captions.line(for: ["en-GB"])?.text == "new")
        #expect(following.state.captions.line(for: ["de-AT", "en"])?.text == "Hallo")
        #expect(following.state.captions.line(for: ["ja"])?.text == "new")
        #expect(following.handle(.wake, at: 13.9).first == .wake(at: 14))
        #expect(following.handle(.wake, at: 14).first == .changed)
        #expect(following.state.captions.lines.map(\.text) == ["", "Hallo"])
        #expect(say(4, ["lang": "de", "text": ""], at: 15) == [.changed])
        #expect(following.state.captions.lines.last?.text.isEmpty == true)
        _ = say(5, ["lang": "de", "text": "Ende"], at: 16)
        _ = following.handle(.message(.sample(6, .status, ["status": "completed"]), 1), at: 17)
        #expect(following.state.captions.lines.allSatisfy { $0.text.isEmpty })
    }

    @Test("Captions without a language, or in too many languages, are ignored") func hostileWords() {
        var state = LiveState()
        state.take(.sample(1, .subtitle, ["text": "x"]))
        state.take(.sample(2, .subtitle, ["lang": .string(String(repeating: "x", count: 5000)), "text": "x"]))
        #expect(state.captions.lines.isEmpty)
        for number in 0..<500 { state.take(.sample(Int64(number + 3), .subtitle, ["lang": .string("l\(number)"), "text": "x"])) }
        #expect(state.captions.lines.count == 12)
        state.take(.sample(600, .subtitle, ["lang": "l1", "text": "x", "duration_ms": -5]), at: 3)
        #expect(state.captions.nextEnd == 3)
    }

    @Test("Retry intervals grow up to a limit, with jitter, and reset after a good connection") func backoff() {
        var following = LiveFollowing()
        var now = 0.0
        var delays: [Double] = []
        _ = following.handle(.enter, at: now)
        for number in 1...8 {
            _ = following.handle(.lost(.dead, number), at: now)
            guard case .waiting(let moment) = following.connection else { return #expect(Bool(false)) }
            delays.append(moment - now)
            now = moment
            _ = following.handle(.wake, at: now)
        }
        #expect(delays == [0.5, 1, 2, 4, 8, 15, 15, 15])
        _ = following.handle(.opened(9), at: now)
        _ = following.handle(.lost(.dead, 9), at: now + 6)
        #expect(following.connection == .waiting(until: now + 6.5))
        var spread = LiveFollowing(spread: 1)
        _ = spread.handle(.enter, at: 0)
        _ = spread.handle(.lost(.dead, 1), at: 0)
        #expect(spread.connection == .waiting(until: 1))
        var patient = LiveFollowing()
        _ = patient.handle(.enter, at: 0)
        _ = patient.handle(.lost(ServiceError(APIError(.rateLimited, "x"), retryAfter: 20), 1), at: 0)
        #expect(patient.connection == .waiting(until: 20))
    }

    @Test("A refused connection is not retried until requested") func refusal() {
        let locked = ServiceError(APIError(.incorrectAccessCode, "locked"))
        var following = LiveFollowing()
        _ = following.handle(.enter, at: 0)
        #expect(following.handle(.lost(locked, 1), at: 0) == [.changed])
        #expect(following.connection == .refused(locked))
        #expect(following.handle(.wake, at: 100).isEmpty)
        #expect(following.handle(.enter, at: 100).first == .connect(after: nil, 2))
    }

    @Test("A silent service is given up, one that pings is not, and messages after leaving are ignored") func silence() {
        var following = LiveFollowing()
        open(&following)
        _ = following.handle(.alive(1), at: 60)
        #expect(following.handle(.wake, at: 75) == [.wake(at: 135)])
        #expect(following.handle(.wake, at: 135).first == .disconnect(1))
        _ = following.handle(.wake, at: 136)
        _ = following.handle(.opened(2), at: 136)
        // Messages of a previous connection are ignored.
        #expect(following.handle(.message(.chat(1, "a", "x"), 1), at: 136).isEmpty)
        #expect(following.handle(.lost(.dead, 1), at: 136).isEmpty)
        #expect(following.connection == .open)
        #expect(following.handle(.leave, at: 137) == [.disconnect(2), .changed])
        #expect(following.connection == .idle)
        #expect(following.handle(.message(.chat(2, "b", "x"), 2), at: 137).isEmpty)
        #expect(following.handle(.leave, at: 138).isEmpty)
    }
}
