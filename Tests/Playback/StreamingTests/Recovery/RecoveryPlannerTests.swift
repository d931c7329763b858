// SPDX-License-Identifier: Apache-2.0

import Testing
import WindowboxMedia

@testable import WindowboxStreaming

@Suite("Recovery planner")
struct RecoveryPlannerTests {
    private let planner = RecoveryPlanner(policy: RecoveryPolicy())

    private func segment(_ cause: LoadFailure.Cause, attempt: Int = 1, retryAfter: Double? = nil, buffered: Double = 20) -> RecoveryCase {
        RecoveryCase(
            resource: .segment, failure: LoadFailure(cause, retryAfter: retryAfter, message: ""), load: LoadID(7), attempt: attempt,
            hostFailures: attempt, secondsWithoutSuccess: 0, buffered: buffered)
    }

    @Test("Transient failures are retried with increasing delays")
    func backOff() {
        for cause in [LoadFailure.Cause.timeout, .connection, .truncated, .status(500), .status(503), .status(408)] {
            var delays: [Double] = []
            for attempt in 1..<4 {
                guard case .retry(let after) = planner.plan(segment(cause, attempt: attempt)) else {
                    Issue.record("\(cause) has no retry")
                    return
                }
                delays.append(after)
            }
            #expect(delays[0] >= 0.375)
            #expect(delays[0] <= 0.625)
            #expect(delays[1] >= 0.75)
            #expect(delays[1] <= 1.25)
            #expect(delays[2] >= 1.5)
            #expect(delays[2] <= 2.5)
        }
    }

    @Test("A server whose certificate isn't trusted is not asked again; another one is")
    func untrusted() {
        var `case` = segment(.connection)
        `case`.failure.isUntrusted = true
        if case .retry = planner.plan(`case`) { Issue.record("the same request would fail again") }
        `case`.hasPathway = true
        #expect(planner.plan(`case`) == .fallBack(.pathway))
        #expect(!FailureHandler.error(.unavailable, "https://a/b", `case`.failure).isTransient)
    }

    @Test("The retry jitter depends only on the load")
    func jitter() {
        #expect(planner.backOff(attempt: 2, load: LoadID(5)) == planner.backOff(attempt: 2, load: LoadID(5)))
        var seen: Set<Double> = []
        for number in 0..<100 {
            let delay = planner.backOff(attempt: 1, load: LoadID(number))
            #expect(delay >= 0.375)
            #expect(delay <= 0.625)
            seen.insert(delay)
        }
        #expect(seen.count == 100)
        #expect(planner.backOff(attempt: 1_000_000, load: LoadID(1)) <= 10)
    }

    @Test("Retry-After is honoured unless a fallback is available and time is short")
    func retryAfter() {
        #expect(planner.plan(segment(.status(429), retryAfter: 7)) == .retry(after: 7))
        #expect(planner.plan(segment(.status(503), retryAfter: 7, buffered: 3)) == .retry(after: 7))
        var `case` = segment(.status(503), retryAfter: 7, buffered: 3)
        `case`.hasVariant = true
        #expect(planner.plan(`case`) == .fallBack(.variant))
        #expect(planner.plan(segment(.status(429), retryAfter: 3600)) == .skip)
    }

    @Test("Early fallback does not change the language; another language is used only after all attempts")
    func language() {
        for cause in [LoadFailure.Cause.connection, .truncated, .timeout, .status(503)] {
            var `case` = segment(cause, attempt: 2, buffered: 0)
            `case`.hasRendition = true
            #expect(planner.plan(`case`).isRetry)
            `case`.isRenditionEquivalent = true
            #expect(planner.plan(`case`) == .fallBack(.rendition))
            `case`.isRenditionEquivalent = false
            `case`.attempt = planner.policy.attempts
            #expect(planner.plan(`case`) == .fallBack(.rendition))
        }
    }

    @Test("Early fallback avoids variants with a gap there; they are used only after all attempts, after another pathway")
    func gap() {
        for cause in [LoadFailure.Cause.connection, .truncated, .timeout, .status(503)] {
            var `case` = segment(cause, attempt: 2, buffered: 0)
            `case`.hasVariant = true
            #expect(planner.plan(`case`) == .fallBack(.variant))
            `case`.isGapInVariants = true
            #expect(planner.plan(`case`).isRetry)
            `case`.hasPathway = true
            #expect(planner.plan(`case`) == .fallBack(.pathway))
            `case`.hasPathway = false
            `case`.attempt = planner.policy.attempts
            #expect(planner.plan(`case`) == .fallBack(.variant))
        }
    }

    @Test("Missing resources are not retried, except at the live edge")
    func gone() {
        for status in [401, 403, 404, 410, 451] {
            var `case` = segment(.status(status))
            #expect(planner.plan(`case`) == .skip)
            `case`.hasVariant = true
            #expect(planner.plan(`case`) == .fallBack(.variant))
        }
        var edge = segment(.status(404))
        edge.isAtLiveEdge = true
        #expect(planner.plan(edge) == .retry(after: 0.25))
        edge.attempt = 4
        #expect(planner.plan(edge) == .skip)
    }

    @Test("Malformed data is fetched once more and then given up")
    func malformed() {
        #expect(planner.plan(segment(.malformed)) == .retry(after: 0))
        #expect(planner.plan(segment(.malformed, attempt: 2)) == .skip)
        var playlist = segment(.malformed, attempt: 2)
        playlist.resource = .mediaPlaylist
        #expect(planner.plan(playlist) == .giveUp(.playlist))
        playlist.hasPathway = true
        #expect(planner.plan(playlist) == .fallBack(.pathway))
    }

    @Test("Media that cannot be decoded changes the variant at once")
    func unsupported() {
        var `case` = segment(.unsupported)
        `case`.hasVariant = true
        #expect(planner.plan(`case`) == .fallBack(.variant))
        `case`.hasVariant = false
        `case`.skips = 3
        #expect(planner.plan(`case`) == .giveUp(.unsupported))
    }

    @Test("After several failures on one host, another pathway is preferred")
    func pathway() {
        var `case` = segment(.connection, attempt: 4)
        `case`.hasVariant = true
        `case`.hasPathway = true
        #expect(planner.plan(`case`) == .fallBack(.pathway))
        `case`.hostFailures = 1
        #expect(planner.plan(`case`) == .fallBack(.variant))
        `case`.pathwayFailures = planner.policy.pathwayBudget
        #expect(planner.plan(`case`) == .fallBack(.pathway))
        `case`.attempt = 1
        #expect(planner.plan(`case`) == .fallBack(.pathway))
        `case`.hasPathway = false
        #expect(planner.plan(`case`).isRetry)
    }

    @Test("Retries end when patience runs out or nothing is left")
    func bounds() {
        var `case` = segment(.timeout)
        `case`.secondsWithoutSuccess = 61
        #expect(planner.plan(`case`) == .giveUp(.unavailable))
        `case` = segment(.timeout, attempt: 4)
        #expect(planner.plan(`case`).isRetry)
        `case`.buffered = 2
        `case`.skips = 3
        #expect(planner.plan(`case`) == .giveUp(.unavailable))
        `case`.resource = .multivariant
        `case`.skips = 0
        #expect(planner.plan(`case`) == .giveUp(.unavailable))
        `case`.resource = .steering
        #expect(planner.plan(`case`) == .ignore)
    }

    @Test("Penalties expire")
    func penalties() {
        var box = ExclusionList(memory: 60)
        box.exclude(.variant(1), until: Instant(seconds: 60), at: Instant(seconds: 0))
        box.exclude(.variant(1), until: Instant(seconds: 30), at: Instant(seconds: 0))
        #expect(box.isExcluded(.variant(1), at: Instant(seconds: 59)))
        #expect(!box.isExcluded(.variant(1), at: Instant(seconds: 60)))
        #expect(!box.isExcluded(.variant(2), at: .zero))
    }

    @Test("Penalties that are over are forgotten, however many there were")
    func forgotten() {
        var box = ExclusionList(memory: 60)
        for second in 0..<10_000 {
            box.exclude(.key("k\(second)"), until: Instant(seconds: Double(second) + 10), at: Instant(seconds: Double(second)))
        }
        #expect(box.count < 100)
        #expect(box.isExcluded(.key("k9999"), at: Instant(seconds: 10_000)))
        for number in 0..<1000 { box.exclude(.variant(number), until: Instant(seconds: 30_000), at: Instant(seconds: 20_000)) }
        #expect((0..<1000).allSatisfy { box.isExcluded(.variant($0), at: Instant(seconds: 25_000)) })
    }

    @Test("Consecutive failures are counted per host and pathway, until a success or enough time has passed")
    func rows() {
        var box = ExclusionList(memory: 60)
        func failed(_ source: ExclusionList.Source, at seconds: Double) -> Int { box.failed(source, at: Instant(seconds: seconds)) }
        #expect(failed(.host("a"), at: 0) == 1)
        #expect(failed(.host("a"), at: 59) == 2)
        #expect(failed(.pathway("a"), at: 59) == 1)
        #expect(failed(.host("a"), at: 118) == 3)
        box.succeeded(.host("a"))
        #expect(failed(.host("a"), at: 119) == 1)
        #expect(failed(.host("a"), at: 179) == 1)
        #expect(failed(.pathway("a"), at: 179) == 1)
    }
}
