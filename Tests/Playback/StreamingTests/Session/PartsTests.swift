// SPDX-License-Identifier: Apache-2.0

import Testing
import WindowboxHLS
import WindowboxMedia

@testable import WindowboxStreaming

@Suite("Parts of a session")
struct PartsTests {
    // MARK: The next load

    private func finder(_ track: PlaylistTrack, at time: Double, exclusions: ExclusionList = ExclusionList(memory: 60)) -> LoadFinder {
        var contentType = MediaState(.main)
        contentType.restart(at: time, notBefore: time)
        return LoadFinder(state: contentType, track: track, usesParts: false, exclusions: exclusions, now: .zero)
    }

    @Test("A run starts with the segment at its time, and earlier ones are not loaded")
    func firstLoad() throws {
        let track = try Sample.track(Sample.onDemand("s", segments: 5), shift: 100)
        guard case .load(let load, let following, false) = finder(track, at: 109).nextLoad else {
            Issue.record("no load")
            return
        }
        #expect(load.sequence == 2)
        #expect(load.range == TimeRange(start: 108, end: 112))
        #expect(load.notBefore == 109)
        #expect(load.startsRun)
        #expect(following == MediaState.SegmentPosition(sequence: 3))
    }

    @Test("A gap, the end, the live edge and a position behind the window are distinguished")
    func otherThanLoads() throws {
        let gap = try Sample.track(Sample.onDemand("s", segments: 3, extra: [1: "#EXT-X-GAP"]))
        if case .gap(let range, _) = finder(gap, at: 5).nextLoad {
            #expect(range == TimeRange(start: 4, end: 8))
        } else {
            Issue.record("no gap")
        }
        if case .end = finder(gap, at: 12).nextLoad {} else { Issue.record("no end") }
        let live = try Sample.track(Sample.live("s", at: 0))
        if case .nothingYet = finder(live, at: live.end).nextLoad {} else { Issue.record("no wait at the live edge") }
        var contentType = MediaState(.main)
        contentType.leap(to: 0, next: MediaState.SegmentPosition(sequence: 3))
        let late = LoadFinder(state: contentType, track: live, usesParts: false, exclusions: ExclusionList(memory: 60), now: .zero)
        if case .behind(let start) = late.nextLoad { #expect(start == live.start) } else { Issue.record("not behind the window") }
    }

    @Test("A segment with an unavailable key is a gap until the exclusion is over")
    func lockedSegment() throws {
        let track = try Sample.track(Sample.onDemand("s", segments: 3, head: "#EXT-X-KEY:METHOD=AES-128,URI=\"k\"\n"))
        var exclusions = ExclusionList(memory: 60)
        exclusions.exclude(.key("http://host/k"), until: Instant(seconds: 10), at: Instant(seconds: 0))
        if case .gap = finder(track, at: 0, exclusions: exclusions).nextLoad {} else { Issue.record("not skipped") }
        exclusions.forgive(.key("http://host/k"))
        if case .load = finder(track, at: 0, exclusions: exclusions).nextLoad {} else { Issue.record("not loaded") }
    }

    // MARK: Selection

    @Test("Limits and exclusions narrow the levels, and a locked variant is the only one")
    func levels() throws {
        var selection = try Sample.selection(Sample.multivariant)
        let window = SegmentWindow(variants: [0, 1], catalogue: selection.catalogue)
        #expect(selection.allowedLevels(window, at: .zero) == 0...1)
        selection.limit(QualityLimits(bitrate: 2_000_000))
        #expect(selection.allowedLevels(window, at: .zero) == 0...0)
        #expect(selection.permitted(1, in: window, at: .zero) == 0)
        selection.limit(QualityLimits())
        selection.exclusions.exclude(.variant(1), until: Instant(seconds: 5), at: Instant(seconds: 0))
        #expect(selection.allowedLevels(window, at: .zero) == 0...0)
        #expect(selection.allowedLevels(window, at: Instant(seconds: 6)) == 0...1)
        selection.lock(1)
        #expect(selection.allowedLevels(window, at: .zero) == 1...1)
    }

    @Test("A server's suggested bitrate holds for a minute, and is new only when it changes")
    func suggestion() throws {
        var selection = try Sample.selection(Sample.multivariant)
        let high = selection.catalogue.variants[1].description
        let isNew = [selection.suggest(bitrate: 2e6, at: .zero), selection.suggest(bitrate: 2e6, at: Instant(seconds: 1))]
        #expect(isNew == [true, false])
        #expect(!selection.isSuggested(high, at: Instant(seconds: 59)))
        #expect(selection.isSuggested(high, at: Instant(seconds: 62)))
    }

    @Test("Audio falls back to another rendition, but never to an excluded one")
    func audioFallBack() throws {
        var selection = try Sample.selection(Sample.withAudio)
        var states = [MediaState(.main), MediaState(.audio), MediaState(.subtitles)]
        states[.main].setActive(true)
        states[.audio].setActive(true)
        #expect(selection.defaultAudio(0) == 0)
        #expect(selection.fallbackAudio(states, at: .zero) == 1)
        selection.exclusions.exclude(.playlist("http://host/de.m3u8"), until: Instant(seconds: 5), at: Instant(seconds: 0))
        #expect(selection.fallbackAudio(states, at: .zero) == nil)
        #expect(selection.fallbackVariant(states, at: .zero) == 1)
        #expect(selection.nextPathway(at: .zero) == nil)
    }

    // MARK: Playlists

    @Test("Each URL has one playlist; live ones become stale, ended ones do not")
    func library() throws {
        var library = PlaylistLibrary(StreamingConfiguration())
        let indices = ["http://host/a", "http://host/b", "http://host/a"].map { library.index(of: $0) }
        #expect(indices == [0, 1, 0])
        #expect(!library.isFresh(0, at: .zero))
        var out = SessionOutput(StreamingConfiguration())
        let texts = [Sample.onDemand("s", segments: 3), Sample.live("s", at: 0)]
        for (index, text) in texts.enumerated() {
            let outcome = library.accept(try Sample.media(text), in: index, head: nil, dateOfZero: nil, &out)
            #expect(outcome == .added)
        }
        #expect(library.isFresh(0, at: Instant(seconds: 1000)))
        #expect(library.isFresh(1, at: Instant(seconds: 3)))
        #expect(!library.isFresh(1, at: Instant(seconds: 5)))
        library.planReload(0, at: .zero)
        library.planReload(1, at: .zero)
        #expect(library.tracks[0].nextReload == nil)
        #expect(library.tracks[1].nextReload != nil)
        #expect(library.liveStart(library.tracks[1]) == library.tracks[1].end - 12)
    }

    @Test("Lower sequence numbers are a restart; fewer of the same segments are a stale copy")
    func reloads() throws {
        let known = try Sample.media(Sample.live("s", at: 100))
        let older = try Sample.media(Sample.live("s", at: 92))
        #expect(PlaylistLibrary.isOldCopy(older, known))
        #expect(!PlaylistLibrary.isOldCopy(known, older))
        let anew = try Sample.media(Sample.live("s", at: 0, history: 24))
        #expect(PlaylistLibrary.restarts(anew, known, elapsed: 4)?.contains("went back") == true)
        #expect(PlaylistLibrary.restarts(known, older, elapsed: 4) == nil)
    }

    // MARK: Quality

    @Test("The throughput reported to servers follows the transfers, starting with the first one in full")
    func throughput() {
        var quality = QualityControl(StreamingConfiguration())
        quality.measure(0, 1)
        #expect(quality.throughput == 0)
        quality.measure(1e6, 1)
        #expect(quality.throughput == 1e6)
        quality.measure(2e6, 1)
        #expect(abs(quality.throughput - 1.3e6) < 1)
    }
}
