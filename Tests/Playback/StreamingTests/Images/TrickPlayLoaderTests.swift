// SPDX-License-Identifier: Apache-2.0

import Testing
import WindowboxMedia

@testable import WindowboxStreaming

@Suite("Trick play loader")
struct TrickPlayLoaderTests {
    @Test("The nearest frame is taken, or the one before it in a gap")
    func nearest() throws {
        let track = try Sample.track(Sample.onDemand("s", segments: 5, extra: [3: "#EXT-X-GAP"]))
        let places = [1.0, 3, 9.9, 12, 40].map { TrickPlayLoader.picture(nearest: $0, in: track, ExclusionList(memory: 60), at: .zero) }
        #expect(places == [0, 1, 2, 2, 4])
    }

    @Test("A preview replaces the previous one, and an invalid time is refused at once")
    func previews() throws {
        var (pictures, loader) = (TrickPlayLoader(), try Sample.loader(Sample.multivariant))
        pictures.preview(at: 5, &loader.out)
        pictures.pumpPreview(&loader)
        let id = try #require(pictures.preview?.load)
        pictures.pumpPreview(&loader)
        #expect(loader.out.actions.count == 1, "one load at a time")
        pictures.preview(at: 30, &loader.out)
        #expect(loader.out.actions.last == .cancel(id))
        pictures.preview(at: .nan, &loader.out)
        #expect(loader.out.actions.last == .noPreview)
        #expect(pictures.preview == nil)
    }

    @Test("Trick play cancels segment loads, and loads whole segments without I-frame playlists")
    func trickPlay() throws {
        var (pictures, loader) = (TrickPlayLoader(), try Sample.loader(Sample.multivariant))
        loader.schedule(.main)
        let id = try #require(loader.media.states[.main].flight?.id)
        pictures.trick(8, &loader)
        #expect(loader.out.actions.last == .cancel(id))
        pictures.pumpTrickPlay(&loader)
        guard case .load(let load)? = loader.out.actions.last, case .picture(let picture) = load.content else {
            Issue.record("no frame was requested")
            return
        }
        #expect(picture.isWholeSegment)
        pictures.trick(nil, &loader)
        #expect(!pictures.isTrickPlaying)
        #expect(loader.out.requests.requests(for: .picture).isEmpty)
    }
}
