// SPDX-License-Identifier: Apache-2.0

import Testing
import WindowboxMedia

@testable import WindowboxStreaming

@Suite("Failure handler")
struct FailureHandlerTests {
    private let failures = FailureHandler(RecoveryPolicy())

    private func code(_ body: () throws(StreamingError) -> Void) -> StreamingError.Code? {
        do throws(StreamingError) { try body() } catch { return error.code }
        return nil
    }

    @Test("The item's URL is retried after transient failures and given up at once when it is missing")
    func root() throws {
        var root = RootPlaylist(url: "http://host/main.m3u8")
        var loader = StreamLoader(StreamingConfiguration())
        let first = code { () throws(StreamingError) in
            try failures.rootFailed(&root, LoadID(1), LoadFailure(.status(503), message: "busy"), &loader)
        }
        #expect(first == nil)
        #expect(root.retryAt != nil)
        let second = code { () throws(StreamingError) in
            try failures.rootFailed(&root, LoadID(2), LoadFailure(.status(404), message: "not found"), &loader)
        }
        #expect(second == .unavailable)
    }

    @Test("A variant with a missing playlist is replaced by another and excluded for a while")
    func missingPlaylist() throws {
        var loader = try Sample.loader(Sample.multivariant)
        let index = try #require(loader.media.states[.main].track)
        let failed = loader.media.states[.main].stream
        try failures.trackFailed(index, LoadID(9), LoadFailure(.status(404), message: "not found"), &loader)
        #expect(loader.media.states[.main].stream != failed)
        #expect(!loader.selection.isUsable(failed, at: Instant(seconds: 59)))
        #expect(loader.selection.isUsable(failed, at: Instant(seconds: 61)))
    }

    @Test("Unavailable audio is taken from another rendition and returns when the exclusion is over")
    func rendition() throws {
        var loader = try Sample.loader(Sample.withAudio)
        let index = try #require(loader.media.states[.audio].track)
        try failures.trackFailed(index, LoadID(9), LoadFailure(.status(404), message: "not found"), &loader)
        #expect(loader.media.states[.audio].stream == 1)
        #expect(loader.media.states[.audio].source.isBorrowed)
        loader.returnFromTemporaryPlaylist(.audio)
        #expect(loader.media.states[.audio].stream == 1, "the exclusion is not over")
        loader.out.begin(at: Instant(seconds: 61))
        loader.returnFromTemporaryPlaylist(.audio)
        #expect(loader.media.states[.audio].stream == 0)
    }

    @Test("A failure of a segment no longer in flight is ignored")
    func strangers() throws {
        var loader = try Sample.loader(Sample.multivariant)
        try failures.segmentFailed(.main, LoadID(77), LoadFailure(.status(404), message: "not found"), &loader)
        #expect(loader.media.states[.main].retry.failures == 0)
    }

    @Test("A frozen live playlist ends the session when nothing else is left")
    func frozen() throws {
        var loader = StreamLoader(StreamingConfiguration())
        loader.begin(url: "http://host/main.m3u8")
        let outcome = loader.playlists.accept(
            try Sample.media(Sample.live("s", at: 0)), in: 0, head: nil, dateOfZero: nil, &loader.out)
        #expect(outcome == .added)
        loader.accepted(0, default: nil)
        loader.out.begin(at: Instant(seconds: 13))
        let isFrozen = try failures.isFrozen(0, &loader)
        #expect(!isFrozen)
        loader.out.begin(at: Instant(seconds: 15))
        let found = code { () throws(StreamingError) in _ = try failures.isFrozen(0, &loader) }
        #expect(found == .frozen)
    }
}
