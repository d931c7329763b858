// SPDX-License-Identifier: Apache-2.0

import Testing
import WindowboxMedia

@testable import WindowboxStreaming

@Suite("Output of a session")
struct OutputTests {
    // MARK: Requests in flight

    @Test("Requests get ascending numbers, and each ends once")
    func numbers() {
        var ledger = RequestTable()
        let (first, second) = (ledger.open(.root), ledger.open(.track(3)))
        #expect(first < second)
        #expect(ledger.last == second)
        #expect(ledger[second] == .track(3))
        let closed = [ledger.close(first)?.purpose, ledger.close(first)?.purpose]
        #expect(closed == [.root, nil])
    }

    @Test("A response's head is kept with its request until that ends")
    func heads() {
        var ledger = RequestTable()
        let id = ledger.open(.segment(.audio))
        ledger.responded(id, ResponseHead(status: 200, url: "http://host/a"))
        ledger.responded(LoadID(99), ResponseHead(status: 200, url: "http://host/b"))
        let closed = ledger.close(id)
        #expect(closed?.head?.url == "http://host/a")
        let unknown = ledger.close(LoadID(99))
        #expect(unknown == nil)
    }

    @Test("Requests are found by purpose, and closing all of them keeps their order")
    func allRequests() {
        var ledger = RequestTable()
        let ids = [ledger.open(.picture), ledger.open(.root), ledger.open(.picture)]
        #expect(ledger.requests(for: .picture) == [ids[0], ids[2]])
        let closed = ledger.closeAll()
        #expect(closed == ids)
        #expect(ledger.requests(for: .picture).isEmpty)
    }

    // MARK: Actions

    @Test("A load is cancelled once, and not after it has ended")
    func cancelling() {
        var out = SessionOutput(StreamingConfiguration())
        let ids = (0..<2).map { _ in out.load(.playlist(ResourceLocation(url: "http://host/a")), for: .root, limits: .init(), data: nil) }
        _ = out.close(ids[1])
        out.begin(at: .zero)
        for id in ids + ids { out.cancel(id) }
        #expect(out.actions == [.cancel(ids[0])])
    }

    @Test("The same wake-up is requested once, and again after the session has woken")
    func wakeUps() {
        var out = SessionOutput(StreamingConfiguration())
        let moment = Instant(seconds: 3)
        out.wake(at: moment)
        out.wake(at: moment)
        #expect(out.actions == [.wake(at: moment)])
        out.woke()
        out.wake(at: moment)
        #expect(out.actions.count == 2)
    }

    @Test("The earlier of two future times is chosen")
    func moments() {
        let now = Instant(seconds: 10)
        #expect(Instant.earlier(nil, Instant(seconds: 10), after: now) == nil)
        #expect(Instant.earlier(nil, Instant(seconds: 12), after: now) == Instant(seconds: 12))
        #expect(Instant.earlier(Instant(seconds: 12), Instant(seconds: 11), after: now) == Instant(seconds: 11))
        #expect(Instant.earlier(Instant(seconds: 12), nil, after: now) == Instant(seconds: 12))
    }

    // MARK: The item

    @Test("The timeline is reported when it changes")
    func timeline() throws {
        var (item, out) = (ItemDescription(), SessionOutput(StreamingConfiguration()))
        let playlists = PlaylistLibrary(StreamingConfiguration())
        let track = try Sample.track(Sample.onDemand("s", segments: 5))
        for _ in 0..<2 { item.updateTimeline(track, playlists, minimumWindow: 0, &out) }
        #expect(out.actions.count == 1)
        #expect(item.timeline?.duration == 20)
        #expect(item.timeline?.kind == .onDemand)
    }

    @Test(
        "A live window of exactly the minimum counts as DVR, as it does in the player",
        arguments: [(19.0, true), (20, true), (21, false)])
    func minimumWindow(minimum: Double, isSeekable: Bool) throws {
        var (item, out) = (ItemDescription(), SessionOutput(StreamingConfiguration()))
        let playlists = PlaylistLibrary(StreamingConfiguration())
        // Eight segments of four seconds; playback joins three of them before the end.
        let track = try Sample.track(Sample.live("s", at: 0, window: 8))
        item.updateTimeline(track, playlists, minimumWindow: minimum, &out)
        #expect(item.timeline?.seekable.duration == (isSeekable ? 20 : 0))
        #expect(item.timeline?.kind == (isSeekable ? .dvr : .live))
    }

    @Test("A date range that moves by rounding is not reported again, but one that moves further is")
    func dateRanges() throws {
        var (item, out) = (ItemDescription(), SessionOutput(StreamingConfiguration()))
        for (second, count) in [("00.000", 1), ("00.050", 1), ("02.000", 2)] {
            let range = "#EXT-X-DATERANGE:ID=\"r\",START-DATE=\"2020-01-01T00:00:\(second)Z\",DURATION=2\n"
            let head = "#EXT-X-PROGRAM-DATE-TIME:2020-01-01T00:00:00.000Z\n" + range
            item.updateDateRanges(try Sample.track(Sample.onDemand("s", segments: 5, head: head)), &out)
            #expect(out.actions.count == count)
        }
        #expect(item.dateRanges.first?.start == 2)
    }
}
