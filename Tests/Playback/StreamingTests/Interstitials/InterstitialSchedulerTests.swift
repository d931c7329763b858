// SPDX-License-Identifier: Apache-2.0

import Testing
import WindowboxMedia
import WindowboxStreaming

@Suite("Interstitial scheduler")
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

    @Test("3.8 (3), (8) Playback stops once at each position, plays its interstitials in playlist order and adds up their offsets")
    func places() {
        var course = course(("a", 10, ",X-RESUME-OFFSET=2"), ("b", 10, ",X-RESUME-OFFSET=3"), ("c", 30, ""))
        #expect(course.begin(at: 0) == nil)
        #expect(course.stop(from: 0) == 10)
        let first = play(course.arrive(at: 10), in: &course)
        #expect(first?.ids == ["a", "b"])
        #expect(first?.then == .time(15))
        #expect(course.arrive(at: 10) == nil)
        #expect(course.stop(from: 15) == 30)
        let second = play(course.arrive(at: 30), in: &course)
        #expect(second?.ids == ["c"])
        #expect(second?.then == .time(38))
        #expect(course.stop(from: 38) == nil)
    }

    @Test("3.8 (3) An interstitial that resumes before itself is not replayed until the user seeks back before it")
    func back() {
        var course = course(("a", 20, ",X-RESUME-OFFSET=-5"))
        _ = course.begin(at: 0)
        let first = play(course.arrive(at: 20), in: &course)
        #expect(first?.then == .time(15))
        #expect(course.stop(from: 15) == nil)
        #expect(course.seek(from: 18, to: 12) == nil)
        #expect(course.stop(from: 12) == 20)
    }

    @Test("3.8 (8) An interstitial with CUE=\"ONCE\" plays only once")
    func once() {
        var course = course(("a", 10, ",CUE=\"ONCE\""))
        _ = course.begin(at: 0)
        _ = play(course.arrive(at: 10), in: &course)
        #expect(course.seek(from: 12, to: 5) == nil)
        #expect(course.stop(from: 5) == nil)
    }

    @Test("3.8 (8) PRE plays before the start position, and POST each time the end is reached")
    func ends() {
        var course = course(("pre", 50, ",CUE=\"PRE\""), ("post", 1, ",CUE=\"POST\""), ("a", 10, ""))
        #expect(course.stop(from: 0) == 10)
        let pre = play(course.begin(at: 24), in: &course)
        #expect(pre?.ids == ["pre"])
        #expect(pre?.then == .beginning)
        #expect(course.begin(at: 24) == nil)
        #expect(course.stop(from: 24) == nil)
        let post = play(course.end(), in: &course)
        #expect(post?.ids == ["post"])
        #expect(post?.then == .end)
        #expect(course.end() == nil)
        #expect(course.seek(from: 60, to: 40) == nil)
        #expect(course.end() != nil)
    }

    @Test("3.8 (3) An interstitial at the item's start plays after the PRE ones")
    func atBeginning() {
        var course = course(("pre", 50, ",CUE=\"PRE\""), ("a", 0, ",X-RESUME-OFFSET=0"))
        let first = play(course.begin(at: 0), in: &course)
        #expect(first?.ids == ["pre", "a"])
    }

    @Test("3.8 (1) A seek past jump restrictions plays the last restricted interstitial and then continues to its target")
    func obstacle() {
        var course = course(("a", 10, ",X-RESTRICT=\"JUMP\",X-RESUME-OFFSET=0"), ("b", 20, ",X-RESTRICT=\"JUMP\""), ("c", 30, ""))
        _ = course.begin(at: 0)
        let detour = play(course.seek(from: 5, to: 40), in: &course)
        #expect(detour?.ids == ["b"])
        #expect(detour?.then == .time(40))
        #expect(course.stop(from: 40) == nil)
        #expect(course.seek(from: 40, to: 15) == nil)
        #expect(course.stop(from: 15) == 20)
    }

    @Test("3.8 (5) A seek to an interstitial or into the range it replaces plays it")
    func inside() {
        var course = course(("a", 10, ",X-RESUME-OFFSET=6"), ("b", 30, ""))
        _ = course.begin(at: 0)
        let inside = play(course.seek(from: 0, to: 14), in: &course)
        #expect(inside?.ids == ["a"])
        #expect(inside?.then == .time(16))
        #expect(course.stop(from: 16) == 30)
        let passed = play(course.seek(from: 16, to: 30), in: &course)
        #expect(passed?.ids == ["b"])
        #expect(passed?.then == .time(38))
        #expect(course.seek(from: 38, to: 16) == nil)
    }

    @Test("3.8 (5), (8) A failed interstitial takes no time, and an empty list takes its tag's resume offset")
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

    @Test("3.8 (4), (8) Joining live inside an interstitial joins it midway and resumes where other viewers do")
    func joined() throws {
        let tags: [(id: String, second: Int, attributes: String)] = [
            ("limited", 10, ",X-PLAYOUT-LIMIT=12"), ("offset", 30, ",X-RESUME-OFFSET=10"), ("waits", 50, ",X-RESUME-OFFSET=0,DURATION=8"),
        ]
        func join(_ position: Double, isLive: Bool = true) -> InterstitialBreak? {
            var course = self.course(tags[0], tags[1], tags[2])
            return course.begin(at: position, isLive: isLive)
        }
        var first = try #require(join(14))
        #expect(first.event?.id == "limited")
        #expect(first.joinedAt == 4)
        #expect(first.remaining == 8)
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
        #expect(join(21.8) == nil)
        #expect(join(55) == nil)
        #expect(join(14, isLive: false) == nil)
        #expect(join(5) == nil)
        var course = self.course(tags[0], tags[1], tags[2])
        #expect(course.begin(at: 10, isLive: true)?.joinedAt == 0)
        #expect(course.stop(from: 10) == 30)
    }

    @Test("3.8 (1) A playout limit covers all assets of an interstitial")
    func limit() throws {
        var course = course(("a", 10, ",X-PLAYOUT-LIMIT=12"), ("b", 10, ""))
        let found = course.arrive(at: 10)
        var pause = try #require(found)
        #expect(pause.remaining == 12)
        pause.played(8)
        #expect(pause.remaining == 4)
        #expect(pause.elapsed == 8)
        pause.played(4)
        pause.finish(.played)
        #expect(pause.event?.id == "b")
        #expect(pause.remaining == nil)
        #expect(pause.elapsed == 0)
        pause.finish(.failed)
        #expect(pause.resumption(in: course.schedule) == .time(22))
    }

    @Test("3.8 (1) A new plan keeps what was played and the position")
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

    @Test("3.8 (1) Playback resumes at a segment boundary if the playlist says so")
    func snapping() {
        var course = course(("a", 10, ",X-RESUME-OFFSET=3,X-SNAP=\"IN\""))
        let pause = play(course.arrive(at: 10), in: &course)
        #expect(pause?.then == .time(12))
    }
}
