// SPDX-License-Identifier: Apache-2.0

import WindowboxMedia
import WindowboxStreaming

/// The kinds of tracks that the item has, according to its playlists and first segments.
struct BrowserMedia: Sendable {
    private(set) var contentTypes: [ContentType] = [.main]
    var view = ViewLimit()
    /// The kinds that have a source buffer; nil until known.
    private var kinds: [TrackKind]?
    private var endings: [ContentType] = []
    private var empty: [ContentType] = []
    private var shown: Int?
    private var skipped: [String] = []
    /// The number of consecutive segments with video but no audio, although there is a source buffer for audio.
    private var segmentsWithoutAudio = 0
    /// The audio buffer that ended before the video, and its end.
    private(set) var endedAudio: (end: Double, buffer: BufferDescription)?
    /// Bit/s.
    private var throughput = 0.0
    private var isConverting = false

    mutating func present(_ presentation: Presentation) {
        if !presentation.contentTypes.isEmpty { contentTypes = presentation.contentTypes }
        view.present(presentation)
    }

    mutating func found(_ kinds: [TrackKind]) { self.kinds = kinds }

    /// The kinds of tracks that are played from a content type's segments.
    func kinds(of type: ContentType) -> [TrackKind] {
        let all: [TrackKind] =
            switch type {
            case .main: contentTypes.contains(.audio) ? [.video] : [.video, .audio]
            case .audio: [.audio]
            case .subtitles: []
            }
        guard let kinds else { return all }
        return all.filter { kinds.contains($0) }
    }

    /// A segment had no track that is played.
    mutating func lacks(_ type: ContentType) { if !empty.contains(type) { empty.append(type) } }
    func isEmpty(_ type: ContentType) -> Bool { empty.contains(type) }

    // MARK: Audio

    /// A segment of the main content has been received.
    mutating func finished(_ found: [TrackKind]) {
        segmentsWithoutAudio =
            kinds(of: .main).contains(.audio) && found.contains(.video) && !found.contains(.audio) ? segmentsWithoutAudio + 1 : 0
    }

    /// Whether there is no audio after the buffered range. A single segment without audio may be damaged.
    var hasNoMoreAudio: Bool { contentTypes.contains(.audio) ? hasEnded(.audio) : segmentsWithoutAudio > 1 }

    /// - Parameters:
    ///   - buffer: the source buffer to remove.
    ///   - time: the end of the audio, in seconds.
    mutating func playsWithout(_ buffer: BufferDescription, from time: Double) {
        endedAudio = (time, buffer)
        segmentsWithoutAudio = 0
    }

    /// - Returns: the removed source buffer.
    mutating func takeEndedAudio() -> BufferDescription? {
        defer { endedAudio = nil }
        return endedAudio?.buffer
    }

    mutating func ended(_ type: ContentType) { if !endings.contains(type) { endings.append(type) } }
    mutating func continued(_ type: ContentType) { endings.removeAll { $0 == type } }
    func hasEnded(_ type: ContentType) -> Bool { endings.contains(type) }
    var isAtEnd: Bool { contentTypes.allSatisfy { $0 == .subtitles || endings.contains($0) } }

    /// Whether the variant has changed.
    mutating func shows(_ variant: Int) -> Bool {
        defer { shown = variant }
        return shown != variant
    }

    /// Whether the throughput, in bit/s, has changed significantly.
    mutating func measures(_ rate: Double) -> Bool {
        guard (rate - throughput).magnitude > 0.05 * throughput else { return false }
        throughput = rate
        return true
    }

    /// Whether the page must prepare to convert; true only the first time.
    mutating func needsConversion() -> Bool {
        defer { isConverting = true }
        return !isConverting
    }

    /// Whether a track that isn't played has not been reported before.
    mutating func skips(_ name: String) -> Bool {
        guard !skipped.contains(name) else { return false }
        skipped.append(name)
        return true
    }
}
