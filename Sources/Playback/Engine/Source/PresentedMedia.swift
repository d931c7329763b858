// SPDX-License-Identifier: Apache-2.0

import WindowboxCodec
import WindowboxMedia
import WindowboxStreaming

/// What a presentation consists of, according to its playlists and the segments so far.
struct PresentedMedia {
    private var contentTypes: [ContentType] = [.main]
    /// As last reported by the session.
    private var presentation: Presentation?
    /// The audio track that was chosen before any segment was seen.
    private(set) var requestedAudio: Int?
    private(set) var kinds: Set<TrackKind> = []
    /// Whether a segment of the main content type was seen. Before that, audio may be known and video not yet.
    private(set) var knowsMain = false
    /// Whether the main content type was loaded to its end.
    var isMainComplete = false

    /// The kinds that have a track in the item.
    var playable: Set<TrackKind> { kinds.intersection([.video, .audio]) }
    var hasSubtitles: Bool { contentTypes.contains(.subtitles) }
    /// The playlists list no audio renditions, so the segments may contain several audio tracks.
    var hasMuxedAudio: Bool { presentation?.audio.isEmpty ?? true }
    var mediaContentTypes: [ContentType] { contentTypes.filter { $0 != .subtitles } }

    mutating func present(_ presentation: Presentation) {
        contentTypes = presentation.contentTypes
        self.presentation = presentation
        if !presentation.audio.isEmpty { requestedAudio = nil }
    }

    /// - Parameter index: the index of an audio track in the segments; nil is the first one.
    mutating func selectAudio(_ index: Int?) { requestedAudio = index }

    /// The presentation, with the audio tracks in the segments when the playlist lists none.
    func described(with audioTracks: SegmentAudioTracks?) -> Presentation? {
        guard var described = presentation else { return nil }
        if described.audio.isEmpty, let audioTracks, let renditions = audioTracks.renditions {
            (described.audio, described.chosenAudio) = (renditions, audioTracks.chosen)
        }
        return described
    }

    func kinds(of contentType: ContentType) -> Set<TrackKind> {
        switch contentType {
        case .main: contentTypes.contains(.audio) ? [.video] : [.video, .audio]
        case .audio: [.audio]
        case .subtitles: []
        }
    }

    /// - Parameter found: the kinds in a segment.
    /// - Returns: whether the item's kinds should be reported.
    mutating func learn(_ found: [TrackKind], contentType: ContentType) -> Bool {
        let before = kinds
        // Audio may arrive first. Only the main content type tells whether there is video to wait for.
        if contentType == .main { knowsMain = true }
        kinds.formUnion(found)
        if contentTypes.contains(.audio), contentType == .main { kinds.insert(.audio) }
        return knowsMain && (kinds != before || contentType == .main)
    }
}
