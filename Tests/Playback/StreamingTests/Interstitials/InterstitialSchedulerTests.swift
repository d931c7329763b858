// SPDX-License-Identifier: Apache-2.0

import Testing
import WindowboxMedia
import WindowboxStreaming

@Suite("The course of playing through interstitials")
struct InterstitialSchedulerTests {
    private func course(_ tags: (id: String, second: Int, attributes: String)...) -> InterstitialScheduler {
        var course = InterstitialScheduler()
        let texts = tags.map { InterstitialTests.tag($0.id, $0.second, "X-ASSET-URI=\"\($0.id).m3u8\"" + $0.attributes) }
        course.plan(InterstitialTests.schedule(texts))
        return course
    }

    /// Plays the interstitials of a break in order, each for this many seconds, and reports what follows.
    private func play(
        _ pause: InterstitialBreak?, seconds: Double = 8, in course: inout InterstitialScheduler
    ) -> (ids: [String], then: InterstitialBreak.Continuation)? {
        guard var pause else { return nil }
        var ids: [String] = []
        while let event = pause.event {
            ids.append(event.id)
            pause.played(seconds)
            pause.finish(.played)
            course.finished(event.id)
        }
        return (ids, pause.resumption(in: course.schedule))
    }

    @Test("3.8 (3), (8) Playing stops at each place once, and plays what lies there in the playlist's order, offsets added up")
    func places() {
        var course = course(("a", 10, ",X-RESUME-OFFSET=2"), ("b", 10, ",X-RESUME-OFFSET=3"), ("c", 30, ""))
        #expect(course.begin(at: 0) == nil)
        #expect(course.stop(from: 0) == 10)
        let first = play(course.arrive(at: 10), in: &course)
        #expect(first?.ids == ["a", "b"] && first?.then == .time(15))
        #expect(course.arrive(at: 10) == nil)
        #expect(course.stop(from: 15) == 30)
        let second = play(course.arrive(at: 30), in: &course)
        #expect(second?.ids == ["c"] && second?.then == .time(38))
        #expect(course.stop(from: 38) == nil)
    }

    @Test("3.8 (3) One that leads back is not played again, until the user goes back before it")
    func back() {
        var course = course(("a", 20, ",X-RESUME-OFFSET=-5"))
        _ = course.begin(at: 0)
        let first = play(course.arrive(at: 20), in: &course)
        #expect(first?.then == .time(15))
        #expect(course.stop(from: 15) == nil)
        #expect(course.seek(from: 18, to: 12) == nil)
        #expect(course.stop(from: 12) == 20)
    }

    @Test("3.8 (8) What is for once is played once")
    func once() {
        var course = course(("a", 10, ",CUE=\"ONCE\""))
        _ = course.begin(at: 0)
        _ = play(course.arrive(at: 10), in: &course)
        #expect(course.seek(from: 12, to: 5) == nil)
        #expect(course.stop(from: 5) == nil)
    }

    @Test("3.8 (8) Before the beginning, wherever that is, and behind the end, as often as it is reached")
    func ends() {
        var course = course(("pre", 50, ",CUE=\"PRE\""), ("post", 1, ",CUE=\"POST\""), ("a", 10, ""))
        #expect(course.stop(from: 0) == 10)
        let pre = play(course.begin(at: 24), in: &course)
        #expect(pre?.ids == ["pre"] && pre?.then == .beginning)
        #expect(course.begin(at: 24) == nil)
        #expect(course.stop(from: 24) == nil)
        let post = play(course.end(), in: &course)
        #expect(post?.ids == ["post"] && post?.then == .end)
        #expect(course.end() == nil)
        #expect(course.seek(from: 60, to: 40) == nil)
        #expect(course.end() != nil)
    }

    @Test("3.8 (3) One that lies where the item begins follows what comes before that")
    func atBeginning() {
        var course = course(("pre", 50, ",CUE=\"PRE\""), ("a", 0, ",X-RESUME-OFFSET=0"))
        let first = play(course.begin(at: 0), in: &course)
        #expect(first?.ids == ["pre", "a"])
    }

    @Test("3.8 (1) A seek over what restricts jumps plays it first, and then goes where it was meant to")
    func obstacle() {
        var course = course(("a", 10, ",X-RESTRICT=\"JUMP\",X-RESUME-OFFSET=0"), ("b", 20, ",X-RESTRICT=\"JUMP\""), ("c", 30, ""))
        _ = course.begin(at: 0)
        let detour = play(course.seek(from: 5, to: 40), in: &course)
        #expect(detour?.ids == ["b"] && detour?.then == .time(40))
        #expect(course.stop(from: 40) == nil)
        #expect(course.seek(from: 40, to: 15) == nil)
        #expect(course.stop(from: 15) == 20)
    }

    @Test("3.8 (5) A seek into what an interstitial stands for, or to its very place, plays it")
    func inside() {
        var course = course(("a", 10, ",X-RESUME-OFFSET=6"), ("b", 30, ""))
        _ = course.begin(at: 0)
        let inside = play(course.seek(from: 0, to: 14), in: &course)
        #expect(inside?.ids == ["a"] && inside?.then == .time(16))
        #expect(course.stop(from: 16) == 30)
        let place = play(course.seek(from: 16, to: 30), in: &course)
        #expect(place?.ids == ["b"] && place?.then == .time(38))
        #expect(course.seek(from: 38, to: 16) == nil)
    }

    @Test("3.8 (5), (8) What can't be had stands for no time, and an empty list for what its tag says")
    func failing() throws {
        var course = course(("a", 10, ",X-RESUME-OFFSET=6"), ("b", 20, ",X-RESUME-OFFSET=6"), ("c", 30, ""))
        func resumption(_ place: Double, _ ending: InterstitialBreak.Ending) throws -> InterstitialBreak.Continuation {
            let found = course.arrive(at: place)
            var pause = try #require(found)
            pause.finish(ending)
            return pause.resumption(in: course.schedule)
        }
        #expect(try resumption(10, .failed) == .time(10))
        #expect(try resumption(20, .empty) == .time(26))
        #expect(try resumption(30, .empty) == .time(30))
    }

    @Test("3.8 (4), (8) Who joins a live stream inside of one joins it in its middle, and goes on where the others do")
    func joined() throws {
        let tags: [(id: String, second: Int, attributes: String)] = [
            ("limited", 10, ",X-PLAYOUT-LIMIT=12"), ("offset", 30, ",X-RESUME-OFFSET=10"), ("waits", 50, ",X-RESUME-OFFSET=0,DURATION=8"),
        ]
        func join(_ position: Double, isLive: Bool = true) -> InterstitialBreak? {
            var course = self.course(tags[0], tags[1], tags[2])
            return course.begin(at: position, isLive: isLive)
        }
        var first = try #require(join(14))
        #expect(first.event?.id == "limited" && first.joinedAt == 4 && first.remaining == 8)
        first.played(8)
        #expect(first.remaining == 0)
        first.finish(.played)
        #expect(first.resumption(in: InterstitialSchedule()) == .time(22))
        var second = try #require(join(33))
        #expect(second.joinedAt == 3)
        second.played(20)
        second.finish(.played)
        #expect(second.resumption(in: InterstitialSchedule()) == .time(40))
        // Interstitials that are almost over, that the content waits for, or in recorded content are not joined.
        #expect(join(21.8) == nil && join(55) == nil && join(14, isLive: false) == nil && join(5) == nil)
        var course = self.course(tags[0], tags[1], tags[2])
        #expect(course.begin(at: 10, isLive: true)?.joinedAt == 0)
        #expect(course.stop(from: 10) == 30)
    }

    @Test("3.8 (1) A limit counts over all assets of one interstitial")
    func limit() throws {
        var course = course(("a", 10, ",X-PLAYOUT-LIMIT=12"), ("b", 10, ""))
        let found = course.arrive(at: 10)
        var pause = try #require(found)
        #expect(pause.remaining == 12)
        pause.played(8)
        #expect(pause.remaining == 4 && pause.elapsed == 8)
        pause.played(4)
        pause.finish(.played)
        #expect(pause.event?.id == "b" && pause.remaining == nil && pause.elapsed == 0)
        pause.finish(.failed)
        #expect(pause.resumption(in: course.schedule) == .time(22))
    }

    @Test("3.8 (1) A new plan forgets neither what was played nor where playing is")
    func replanned() {
        var course = course(("a", 10, ",CUE=\"ONCE\""), ("b", 20, ""))
        _ = course.begin(at: 0)
        _ = play(course.arrive(at: 10), in: &course)
        let texts = [("a", 12, ",CUE=\"ONCE\""), ("b", 20, ""), ("late", 8, "")].map {
            InterstitialTests.tag($0.0, $0.1, "X-ASSET-URI=\"x.m3u8\"" + $0.2)
        }
        course.plan(InterstitialTests.schedule(texts))
        #expect(course.stop(from: 11) == 20)
    }

    @Test("3.8 (1) Boundaries of segments are come back to where the playlist wants that")
    func snapping() {
        var course = course(("a", 10, ",X-RESUME-OFFSET=3,X-SNAP=\"IN\""))
        let pause = play(course.arrive(at: 10), in: &course)
        #expect(pause?.then == .time(12))
    }
}
