// SPDX-License-Identifier: Apache-2.0

import Testing
import WindowboxMedia

@testable import WindowboxCasting

@Suite("Answers to commands for media that was replaced meanwhile")
struct RendererReplacementTests {
    private let first = CastMedia(address: "http://h/a.mp4", type: "video/mp4", title: "A")
    private let second = CastMedia(address: "http://h/b.mp4", type: "video/mp4", title: "B")
    private let stream = CastMedia(address: "http://h/a.ts", type: "video/mp2t", title: "A", duration: 12, startPositions: [0, 4, 8])
    private let now = Instant(seconds: 100)

    /// A session that waits for the answer to its play command.
    private func starting(_ media: CastMedia) -> RendererSession {
        var session = RendererSession()
        _ = session.handle(.play, at: now)
        #expect(session.handle(.load(media, item: 1, start: 0), at: now) == [.call(.set(media))])
        #expect(session.handle(.done(nil), at: now).contains(.call(.play)))
        return session
    }

    @Test("An item that follows while the play command is answered is started, too")
    func replaced() {
        var session = starting(first)
        #expect(session.handle(.unload, at: now).isEmpty)
        #expect(session.handle(.load(second, item: 2, start: 7), at: now).isEmpty)
        #expect(session.handle(.done(nil), at: now) == [.call(.stop)])
        #expect(session.handle(.done(nil), at: now) == [.call(.set(second))])
        #expect(session.handle(.done(nil), at: now).contains(.call(.play)))
        #expect(session.position(at: now) == 7)
    }

    @Test("A stream that is entered elsewhere while the play command is answered is started there")
    func entered() {
        var session = starting(stream)
        _ = session.handle(.seek(1, to: 9), at: now)
        #expect(session.handle(.done(nil), at: now) == [.call(.stop)])
        #expect(session.handle(.done(nil), at: now) == [.call(.set(stream.starting(at: 9)))])
        #expect(session.handle(.done(nil), at: now).contains(.call(.play)))
    }

    @Test("The refusal of an item does not fail the one that follows it")
    func refused() {
        var session = RendererSession()
        _ = session.handle(.load(first, item: 1, start: 0), at: now)
        _ = session.handle(.unload, at: now)
        _ = session.handle(.load(second, item: 2, start: 0), at: now)
        let error = CastingError.refused("SetAVTransportURI", status: 714, reason: "", at: "http://h")
        let actions = session.handle(.failed(error), at: now)
        #expect(!actions.contains(.output(.failed(item: 2, error))))
        #expect(session.handle(.woken, at: now + RendererSession.retryInterval) == [.call(.set(second))])
    }

    @Test("A volume that is no number is ignored, and a negative one is silence")
    func volume() {
        var volume = RendererVolume()
        volume.request(.nan)
        #expect(volume.command == nil)
        volume.request(-1)
        #expect(volume.command == .volume(0))
    }
}
