// SPDX-License-Identifier: Apache-2.0

import Testing
import WindowboxMedia

@testable import WindowboxStreaming

@Suite("Playhead")
struct PlayheadTests {
    @Test("Buffered seconds count only once playback has begun, and are never negative")
    func buffered() {
        var playhead = Playhead()
        playhead.played(PlaybackFacts(position: 5, rate: 1, wantsToPlay: true, isStalled: false, bufferedEnd: [.main: 12, .audio: 3]))
        #expect(playhead.buffered(.main) == 0)
        playhead.begin(at: 5)
        #expect(playhead.buffered(.main) == 7)
        #expect(playhead.buffered(.audio) == 0)
        #expect(playhead.buffered(.subtitles) == 0)
        #expect(playhead.hasPlayed)
    }

    @Test("An invalid position keeps the previous one")
    func strangePosition() {
        var playhead = Playhead()
        playhead.begin(at: 8)
        playhead.played(PlaybackFacts(position: .nan, rate: 0, wantsToPlay: true, isStalled: false))
        #expect(playhead.position == 8)
    }

    @Test("A seek into the buffer is verified once")
    func heldSeek() {
        var playhead = Playhead()
        playhead.seek(to: 3, isHeld: true)
        let held = [playhead.takeHeldSeek(), playhead.takeHeldSeek()]
        #expect(held == [true, false])
    }

    @Test("The start position is clamped to the playable range", arguments: [(-5.0, 0.0), (7, 7), (100, 19.999), (.nan, 0)])
    func begins(requested: Double, expected: Double) throws {
        let track = try Sample.track(Sample.onDemand("s", segments: 5))
        let found = StartPosition.time(requested).position(in: track, of: PlaylistLibrary(StreamingConfiguration()), default: nil)
        #expect(abs(found.position - expected) < 1e-9)
        #expect(found.isPrecise)
    }

    @Test("By default, playback starts at the beginning, or at the hold-back of a live stream")
    func automatic() throws {
        let library = PlaylistLibrary(StreamingConfiguration())
        let whole = StartPosition.automatic.position(in: try Sample.track(Sample.onDemand("s", segments: 5)), of: library, default: nil)
        #expect(whole.position == 0)
        #expect(!whole.isPrecise)
        let track = try Sample.track(Sample.live("s", at: 0))
        #expect(StartPosition.automatic.position(in: track, of: library, default: nil).position == track.end - 12)
    }
}
