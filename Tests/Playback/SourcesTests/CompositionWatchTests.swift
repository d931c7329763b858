// SPDX-License-Identifier: Apache-2.0

import Foundation
import Testing
import WindowboxMedia

@testable import WindowboxSources

@Suite("Keeping a composition up to date")
struct CompositionWatchTests {
    private let start = Date(timeIntervalSince1970: 1_800_000_000)
    private func at(_ seconds: Double) -> Date { start.addingTimeInterval(seconds) }

    private func composition(_ change: (inout CompositionChapter) -> Void = { _ in }) -> MediaComposition {
        var chapter = CompositionChapter(media: Media(urn: "a"), resources: [MediaResource(url: "https://x/a", delivery: .hls)])
        change(&chapter)
        return MediaComposition(mainURN: "a", chapters: [chapter])
    }

    private func reported(_ actions: [CompositionWatch.Action]) -> [Playability] {
        actions.compactMap { if case .publish(let snapshot) = $0 { snapshot.playability } else { nil } }
    }
    private func wakes(_ actions: [CompositionWatch.Action]) -> [Double] {
        actions.compactMap { if case .wake(let date) = $0 { date.timeIntervalSince(start) } else { nil } }
    }
    private let playable = Playability.playable(MediaResource(url: "https://x/a", delivery: .hls))
    private let loss = SourceError(.network, "no way", location: "a")
    private let gone = SourceError(.notFound, "gone", location: "a")

    @Test("LB-7: the service is asked at once, and again an interval after each response; unchanged data is not reported")
    func interval() {
        var watch = CompositionWatch(urn: "a")
        #expect(watch.handle(.began, at: start) == [.fetch(urn: "a")])
        let first = watch.handle(.received(composition()), at: at(2))
        #expect(reported(first) == [playable])
        #expect(wakes(first) == [32])
        #expect(watch.handle(.woke, at: at(31)) == [.wake(at: at(32))])
        #expect(watch.handle(.woke, at: at(32)) == [.fetch(urn: "a")])
        #expect(watch.handle(.received(composition()), at: at(40)) == [.wake(at: at(70))])
    }

    @Test("LB-2: an interval below ten seconds counts as ten", arguments: [(0, 10.0), (9.9, 10), (10, 10), (45, 45), (.nan, 10)])
    func shortest(asked: Double, used: Double) {
        var watch = CompositionWatch(urn: "a", interval: asked)
        _ = watch.handle(.began, at: start)
        #expect(wakes(watch.handle(.received(composition()), at: start)) == [used])
    }

    @Test("LB-7: known data survives a temporary service failure; without any, the error is reported")
    func lost() {
        var watch = CompositionWatch(urn: "a")
        _ = watch.handle(.began, at: start)
        _ = watch.handle(.received(composition()), at: start)
        _ = watch.handle(.woke, at: at(30))
        #expect(watch.handle(.failed(loss), at: at(35)) == [.wake(at: at(65))])
        var other = CompositionWatch(urn: "a")
        _ = other.handle(.began, at: start)
        #expect(other.handle(.failed(loss), at: start) == [.fail(loss)])
    }

    @Test("LB-8: media becomes available exactly at its start date, with a new request, and unavailable at its end date")
    func window() {
        var watch = CompositionWatch(urn: "a")
        _ = watch.handle(.began, at: start)
        let early = composition {
            $0.media.availableFrom = at(12.5)
            $0.media.availableUntil = at(50)
            $0.media.blockingReason = .startDate
        }
        let first = watch.handle(.received(early), at: at(1))
        #expect(reported(first) == [.notYet(from: at(12.5))])
        #expect(wakes(first) == [12.5])
        let begun = watch.handle(.woke, at: at(12.5))
        #expect(reported(begun) == [playable])
        #expect(begun.contains(.fetch(urn: "a")))
        #expect(wakes(begun) == [50])
        #expect(wakes(watch.handle(.received(early), at: at(13))) == [43])
        #expect(watch.handle(.woke, at: at(43)) == [.fetch(urn: "a"), .wake(at: at(50))])
        let ended = watch.handle(.woke, at: at(50))
        #expect(reported(ended) == [.notAnyMore(since: at(50))])
        #expect(!ended.contains(.fetch(urn: "a")), "a request is in flight")
    }

    @Test("LB-8: Media without a stream waits past its start date, and starts with the response that brings one")
    func lateResource() {
        var watch = CompositionWatch(urn: "a")
        _ = watch.handle(.began, at: start)
        let early = composition {
            $0.media.availableFrom = at(5)
            $0.media.blockingReason = .startDate
            $0.resources = []
        }
        _ = watch.handle(.received(early), at: start)
        #expect(reported(watch.handle(.woke, at: at(5))) == [])
        _ = watch.handle(.woke, at: at(30))
        #expect(reported(watch.handle(.received(composition()), at: at(31))) == [playable])
    }

    @Test("LB-8: Postponing the end date makes media available again")
    func extended() {
        var watch = CompositionWatch(urn: "a")
        _ = watch.handle(.began, at: start)
        _ = watch.handle(.received(composition { $0.media.availableUntil = at(5) }), at: start)
        #expect(reported(watch.handle(.woke, at: at(5))) == [.notAnyMore(since: at(5))])
        #expect(reported(watch.handle(.received(composition { $0.media.availableUntil = at(500) }), at: at(6))) == [playable])
    }

    @Test("LB-9: a new blocking reason is reported, and so is its removal", arguments: BlockingReason.all)
    func blocked(reason: BlockingReason) {
        var watch = CompositionWatch(urn: "a")
        _ = watch.handle(.began, at: start)
        _ = watch.handle(.received(composition()), at: start)
        _ = watch.handle(.woke, at: at(30))
        let expected: Playability =
            switch reason {
            case .startDate: .notYet(from: nil)
            case .endDate: .notAnyMore(since: nil)
            default: .blocked(reason)
            }
        #expect(reported(watch.handle(.received(composition { $0.media.blockingReason = reason }), at: at(30))) == [expected])
        _ = watch.handle(.woke, at: at(60))
        #expect(reported(watch.handle(.received(composition()), at: at(60))) == [playable])
    }

    @Test("LB-10: a removed part is replaced by its full-length media, at the part's position")
    func fallback() throws {
        var watch = CompositionWatch(urn: "a")
        _ = watch.handle(.began, at: start)
        let part = composition {
            $0.fullLengthURN = "whole"
            $0.rangeInFullLength = TimeRange(start: 60, end: 90)
        }
        _ = watch.handle(.received(part), at: start)
        _ = watch.handle(.woke, at: at(30))
        #expect(watch.handle(.failed(gone), at: at(31)) == [.fetch(urn: "whole")])
        let whole = CompositionChapter(media: Media(urn: "whole"), resources: [MediaResource(url: "https://x/w", delivery: .hls)])
        let actions = watch.handle(.received(MediaComposition(mainURN: "whole", chapters: [whole])), at: at(32))
        guard case .publish(let snapshot) = try #require(actions.first) else { throw Missing() }
        #expect(snapshot.isFallback)
        #expect(snapshot.start == 60)
        #expect(snapshot.chapter.media.urn == "whole")
        #expect(watch.handle(.woke, at: at(62)) == [.fetch(urn: "whole")])
    }

    @Test("LB-10: Removed media without a full-length version stays visible and is still polled")
    func goneWhole() {
        var watch = CompositionWatch(urn: "a")
        _ = watch.handle(.began, at: start)
        _ = watch.handle(.received(composition()), at: start)
        _ = watch.handle(.woke, at: at(30))
        #expect(watch.handle(.failed(gone), at: at(31)) == [.wake(at: at(61))])
    }

    @Test("1.31: A response without its main chapter is an error that names it")
    func noChapter() throws {
        var watch = CompositionWatch(urn: "a")
        _ = watch.handle(.began, at: start)
        guard case .fail(let error) = try #require(watch.handle(.received(MediaComposition(mainURN: "b", chapters: [])), at: start).first)
        else { throw Missing() }
        #expect(.noChapter ~= error)
        #expect(error.description.contains("a"))
    }

    @Test("LB-7: Setting the clock back does not delay the next request")
    func setBack() {
        var watch = CompositionWatch(urn: "a")
        _ = watch.handle(.began, at: start)
        _ = watch.handle(.received(composition()), at: start)
        #expect(watch.handle(.woke, at: at(-3600)) == [.fetch(urn: "a")])
    }

    private struct Missing: Error {}
}
