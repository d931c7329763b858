// SPDX-License-Identifier: Apache-2.0

import WindowboxCodec
import WindowboxMedia
import WindowboxStreaming

/// What a presentation consists of, as its playlists and the segments so far say.
struct PresentedMedia {
    private var contentTypes: [ContentType] = [.main]
    /// As the session said last.
    private var presentation: Presentation?
    /// An audio track that was chosen before the segments were seen.
    private(set) var wantedSound: Int?
    private(set) var kinds: Set<TrackKind> = []
    /// The main content type has been seen. Before, sound may be known and the picture not yet.
    private(set) var knowsMain = false
    /// The main content type has been loaded to its end.
    var isMainComplete = false

    /// What tracks can hold samples of.
    var playable: Set<TrackKind> { kinds.intersection([.video, .audio]) }
    var hasSubtitles: Bool { contentTypes.contains(.subtitles) }
    /// The playlists name no audio renditions: the segments may have several tracks.
    var hasSoundsInside: Bool { presentation?.audio.isEmpty ?? true }
    var mediaContentTypes: [ContentType] { contentTypes.filter { $0 != .subtitles } }

    mutating func present(_ presentation: Presentation) {
        contentTypes = presentation.contentTypes
        self.presentation = presentation
        if !presentation.audio.isEmpty { wantedSound = nil }
    }

    /// - Parameter index: of an audio track inside the segments; nil is the first one.
    mutating func wantSound(_ index: Int?) { wantedSound = index }

    /// The presentation with the audio tracks inside the segments, where the playlist names none.
    func described(with sounds: SegmentAudioTracks?) -> Presentation? {
        guard var described = presentation else { return nil }
        if described.audio.isEmpty, let sounds, let renditions = sounds.renditions {
            (described.audio, described.chosenAudio) = (renditions, sounds.chosen)
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

    /// - Parameter found: the kinds that a segment had.
    /// - Returns: whether they are to be reported.
    mutating func learn(_ found: [TrackKind], contentType: ContentType) -> Bool {
        let before = kinds
        // Sound may come first: only the main content type knows whether there is a picture to wait for.
        if contentType == .main { knowsMain = true }
        kinds.formUnion(found)
        if contentTypes.contains(.audio), contentType == .main { kinds.insert(.audio) }
        return knowsMain && (kinds != before || contentType == .main)
    }
}
