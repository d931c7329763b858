// SPDX-License-Identifier: Apache-2.0

import Testing
import WindowboxHLS
import WindowboxMedia

@testable import WindowboxStreaming

@Suite("Media playlists across reloads")
struct PlaylistLibraryTests {
    private var library = PlaylistLibrary(StreamingConfiguration())
    private var out = SessionOutput(StreamingConfiguration())

    private mutating func accept(_ text: String, in index: Int = 0, dateOfZero: Double? = nil) throws -> PlaylistLibrary.Outcome {
        library.accept(try Sample.media(text), in: index, head: nil, dateOfZero: dateOfZero, &out)
    }

    @Test("The first playlist is added, and an unplayable one is refused with a reason")
    mutating func first() throws {
        _ = library.index(of: "http://host/a")
        let empty = try accept("#EXTM3U\n#EXT-X-TARGETDURATION:4\n#EXT-X-ENDLIST\n")
        guard case .failed(let failure, _) = empty else {
            Issue.record("an empty playlist was accepted")
            return
        }
        #expect(failure.cause == .malformed)
        #expect(library.tracks[0].playlist == nil)
        let good = try accept(Sample.onDemand("s", segments: 3))
        #expect(good == .added)
        #expect(library.tracks[0].end == 12)
    }

    @Test("A reload reports whether it brought something new")
    mutating func growth() throws {
        _ = library.index(of: "http://host/a")
        _ = try accept(Sample.live("s", at: 0))
        let same = try accept(Sample.live("s", at: 0))
        #expect(same == .merged(hasGrown: false, drift: nil))
        #expect(library.tracks[0].unchanged == 1)
        let next = try accept(Sample.live("s", at: 4))
        #expect(next == .merged(hasGrown: true, drift: nil))
        #expect(library.tracks[0].unchanged == 0)
    }

    @Test("A stale copy is ignored, and a restarted stream is appended to the known timeline")
    mutating func oldAndNew() throws {
        _ = library.index(of: "http://host/a")
        _ = try accept(Sample.live("s", at: 100))
        let end = library.tracks[0].end
        let old = try accept(Sample.live("s", at: 92))
        #expect(old == .oldCopy)
        let anew = try accept(Sample.live("s", at: 0, history: 24))
        #expect(anew == .restarted(end: end, targetDuration: 4))
        #expect(library.tracks[0].start == end)
        #expect(library.tracks[0].epoch == 1)
    }

    /// Three segments with the date of the first.
    private func dated(_ sequence: Int, _ date: String) -> String {
        "#EXTM3U\n#EXT-X-TARGETDURATION:4\n#EXT-X-MEDIA-SEQUENCE:\(sequence)\n#EXT-X-PROGRAM-DATE-TIME:\(date)\n"
            + (sequence..<sequence + 3).map { "#EXTINF:4,\ns\($0).mp4\n" }.joined()
    }

    @Test("A stream whose dates go back to long ago is appended to the known timeline, not put before it")
    mutating func longAgo() throws {
        _ = library.index(of: "http://host/a")
        _ = try accept(dated(100, "2026-01-02T00:00:00Z"))
        let anew = try accept(dated(500, "1970-01-01T00:00:10Z"))
        #expect(anew == .restarted(end: 12, targetDuration: 4))
        #expect(library.tracks[0].start == 12)
    }

    @Test("Dates of another server that lags a little are believed")
    mutating func lag() throws {
        _ = library.index(of: "http://host/a")
        _ = try accept(dated(100, "2026-01-02T00:00:20Z"))
        let other = try accept(dated(500, "2026-01-02T00:00:12Z"))
        #expect(other == .merged(hasGrown: true, drift: nil))
        #expect(library.tracks[0].start == -8)
    }

    @Test("A delta update that doesn't fit requests the full playlist, and fails the second time")
    mutating func deltas() throws {
        _ = library.index(of: "http://host/a")
        _ = try accept(Sample.live("s", at: 0))
        let delta = """
            #EXTM3U
            #EXT-X-VERSION:9
            #EXT-X-TARGETDURATION:4
            #EXT-X-SERVER-CONTROL:CAN-SKIP-UNTIL=24
            #EXT-X-MEDIA-SEQUENCE:900
            #EXT-X-SKIP:SKIPPED-SEGMENTS=3
            #EXTINF:4,
            s903.mp4

            """
        let first = try accept(delta)
        #expect(first == .needsFullPlaylist)
        #expect(library.tracks[0].nextReload == out.now)
        guard case .failed(let failure, _) = try accept(delta) else {
            Issue.record("the full playlist was requested again")
            return
        }
        #expect(failure.cause == .malformed)
    }

    @Test("Only one request is in flight, and the next can be made when it has ended")
    mutating func requests() {
        _ = library.index(of: "http://host/a")
        let first = library.beginRequest(0, states: [], at: .zero)
        #expect(first?.url == "http://host/a")
        library.requested(0, LoadID(1))
        let second = library.beginRequest(0, states: [], at: .zero)
        #expect(second == nil)
        library.closed(0)
        let third = library.beginRequest(0, states: [], at: .zero)
        #expect(third != nil)
    }

    @Test("Consecutive failures are counted from the first one until the playlist loads")
    mutating func failures() {
        _ = library.index(of: "http://host/a")
        _ = library.failed(0, at: Instant(seconds: 1))
        let second = library.failed(0, at: Instant(seconds: 5))
        #expect(second.failures == 2)
        #expect(second.since == Instant(seconds: 1))
        library.forgive(0)
        let third = library.failed(0, at: Instant(seconds: 9))
        #expect(third.failures == 1)
        #expect(third.since == Instant(seconds: 9))
    }

    @Test("A seek target is clamped to the playable range")
    mutating func seekTargets() throws {
        _ = library.index(of: "http://host/a")
        _ = try accept(Sample.onDemand("s", segments: 3))
        #expect(library.seekTarget(-3, 0, from: 5) == 0)
        #expect(abs(library.seekTarget(50, 0, from: 5) - 11.999) < 1e-9)
        #expect(library.seekTarget(.nan, 0, from: 5) == 5)
    }
}
