// SPDX-License-Identifier: Apache-2.0

import Testing
import WindowboxMedia

@testable import WindowboxStreaming

@Suite("Media scheduler")
struct MediaSchedulerTests {
    private static func load(_ contentType: ContentType, at start: Double, in loader: inout StreamLoader) {
        let flight = Sample.flight(
            contentType, at: start, track: loader.media.states[contentType].track ?? 0, sequence: Int(start / 4))
        let facts = SegmentFacts(bytes: 1000, kinds: [.video], range: flight.segment.range)
        loader.media.states[contentType].finished(flight, facts, position: 0)
    }

    @Test("Audio is loaded at most about a segment ahead of the video")
    func inStep() throws {
        var loader = try Sample.loader(Sample.withAudio)
        #expect(loader.media.activeContentTypes == [.main, .audio])
        Self.load(.audio, at: 0, in: &loader)
        let playlists = loader.playlists
        let canLoad = [ContentType.main, .audio].map { loader.media.canLoad($0, playlists, at: .zero) }
        #expect(canLoad == [true, false])
        Self.load(.main, at: 0, in: &loader)
        let canGoOn = loader.media.canLoad(.audio, playlists, at: .zero)
        #expect(canGoOn)
    }

    @Test("Loading pauses at the buffer goal and continues with playback")
    func goal() throws {
        var loader = try Sample.loader(Sample.multivariant)
        for number in 0..<8 { Self.load(.main, at: 4 * Double(number), in: &loader) }
        let playlists = loader.playlists
        let isFull = !loader.media.canLoad(.main, playlists, at: .zero)
        #expect(isFull)
        loader.media.playhead.jump(to: 3)
        let hasCapacity = loader.media.canLoad(.main, playlists, at: .zero)
        #expect(hasCapacity)
    }

    @Test("A seek discards the queue from the target's segment and cancels the load in flight")
    func rejoining() throws {
        var loader = try Sample.loader(Sample.multivariant)
        loader.schedule(.main)
        let id = try #require(loader.media.states[.main].flight?.id)
        loader.out.begin(at: .zero)
        loader.media.rejoin(at: 18, loader.playlists, &loader.out)
        #expect(loader.out.actions == [.cancel(id), .discard(.main, from: 16)])
        #expect(loader.media.states[.main].time == 18)
        #expect(loader.media.states[.main].notBefore == 18)
    }

    @Test("When a language changes, its text is discarded entirely, its audio only from the position on")
    func retiring() throws {
        var loader = try Sample.loader(Sample.withAudio)
        loader.media.playhead.jump(to: 7)
        loader.media.retire(.audio, &loader.out)
        loader.media.retire(.subtitles, &loader.out)
        #expect(loader.out.actions == [.discard(.audio, from: 7), .discard(.subtitles, from: -.infinity)])
        #expect(loader.media.activeContentTypes == [.main])
    }

    @Test("Blocked segments are skipped, and loaded once unblocked")
    func blocked() throws {
        var loader = try Sample.loader(Sample.multivariant)
        Self.load(.main, at: 0, in: &loader)
        loader.media.block([TimeRange(start: 4, end: 12)], &loader.out)
        let hasPassed = loader.media.skipBlocked(.main, loader.playlists, loader.selection.exclusions, &loader.out)
        #expect(hasPassed)
        #expect(loader.out.actions == [.pass(.main, TimeRange(start: 4, end: 12))])
        #expect(loader.media.states[.main].time == 12)
        loader.media.block([], &loader.out)
        #expect(loader.out.actions.last == .discard(.main, from: 4))
        #expect(loader.media.states[.main].time == 4)
    }

    @Test("A window that begins before the end of what is loaded is entered there, without a gap")
    func overlapping() throws {
        var loader = try Sample.loader(Sample.multivariant)
        for number in 0..<3 { Self.load(.main, at: 4 * Double(number), in: &loader) }
        loader.media.playhead.jump(to: 11)
        loader.out.begin(at: .zero)
        let goesOn = loader.media.catchUp(.main, to: 10, LatencyPolicy(), loader.playlists, &loader.out)
        #expect(goesOn)
        #expect(loader.out.actions.isEmpty)
        #expect(loader.media.states[.main].time == 12)
    }

    @Test("A stream that restarts later leaves a gap before its new start")
    func restarted() throws {
        var loader = try Sample.loader(Sample.multivariant)
        let index = try #require(loader.media.states[.main].track)
        loader.media.states[.main].leap(to: -2)
        loader.media.restarted(index, end: 0, targetDuration: 4, loader.playlists, &loader.out)
        #expect(loader.out.actions == [.gap(.main, TimeRange(start: -2, end: 0))])
        #expect(loader.media.states[.main].time == 0)
    }
}
