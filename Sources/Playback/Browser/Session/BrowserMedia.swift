// SPDX-License-Identifier: Apache-2.0

import WindowboxMedia
import WindowboxStreaming

/// What the item consists of, according to its playlists and the first segments.
struct BrowserMedia: Sendable {
    private(set) var contentTypes: [ContentType] = [.main]
    var view = ViewLimit()
    /// The kinds that have a source buffer; nil before they are known.
    private var kinds: [TrackKind]?
    private var endings: [ContentType] = []
    private var empty: [ContentType] = []
    private var shown: Int?
    private var skipped: [String] = []
    /// The number of consecutive segments with video but no audio, although there is a source buffer for audio.
    private var segmentsWithoutAudio = 0
    /// The audio that has ended before the video, and where it did.
    private(set) var endedAudio: (end: Double, buffer: BufferDescription)?
    /// Bit/s.
    private var throughput = 0.0
    private var isConverting = false

    mutating func present(_ presentation: Presentation) {
        if !presentation.contentTypes.isEmpty { contentTypes = presentation.contentTypes }
        view.present(presentation)
    }

    mutating func found(_ kinds: [TrackKind]) { self.kinds = kinds }

    /// The kinds of track that a content type's segments are played for.
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

    // MARK: Sound

    /// A segment of the main content is complete.
    mutating func finished(_ found: [TrackKind]) {
        segmentsWithoutAudio =
            kinds(of: .main).contains(.audio) && found.contains(.video) && !found.contains(.audio) ? segmentsWithoutAudio + 1 : 0
    }

    /// Whether no more sound follows what is buffered. A single segment without sound may be damaged.
    var hasNoMoreAudio: Bool { contentTypes.contains(.audio) ? hasEnded(.audio) : segmentsWithoutAudio > 1 }

    /// - Parameters:
    ///   - buffer: the source buffer that is given up.
    ///   - time: where the sound ended, in seconds.
    mutating func playsWithout(_ buffer: BufferDescription, from time: Double) {
        endedAudio = (time, buffer)
        segmentsWithoutAudio = 0
    }

    /// - Returns: the source buffer that was given up.
    mutating func takeEndedAudio() -> BufferDescription? {
        defer { endedAudio = nil }
        return endedAudio?.buffer
    }

    mutating func ended(_ type: ContentType) { if !endings.contains(type) { endings.append(type) } }
    mutating func continued(_ type: ContentType) { endings.removeAll { $0 == type } }
    func hasEnded(_ type: ContentType) -> Bool { endings.contains(type) }
    var isAtEnd: Bool { contentTypes.allSatisfy { $0 == .subtitles || endings.contains($0) } }

    /// Whether a variant is another one than before.
    mutating func shows(_ variant: Int) -> Bool {
        defer { shown = variant }
        return shown != variant
    }

    /// Whether a throughput, in bit/s, is clearly another one than before.
    mutating func measures(_ rate: Double) -> Bool {
        guard (rate - throughput).magnitude > 0.05 * throughput else { return false }
        throughput = rate
        return true
    }

    /// Whether the page must prepare to convert: the first time.
    mutating func needsConversion() -> Bool {
        defer { isConverting = true }
        return !isConverting
    }

    /// Whether a track that isn't played is a new one.
    mutating func skips(_ name: String) -> Bool {
        guard !skipped.contains(name) else { return false }
        skipped.append(name)
        return true
    }
}
