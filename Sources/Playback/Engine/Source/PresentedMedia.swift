// SPDX-License-Identifier: Apache-2.0

import WindowboxCodec
import WindowboxMedia
import WindowboxStreaming

/// What a presentation consists of, as its playlists and the segments so far say.
struct PresentedMedia {
    private var lanes: [Lane] = [.main]
    /// As the session said last.
    private var presentation: Presentation?
    /// An audio track that was chosen before the segments were seen.
    private(set) var wantedSound: Int?
    private(set) var kinds: Set<TrackKind> = []
    /// The main lane has been seen. Before, sound may be known and the picture not yet.
    private(set) var knowsMain = false
    /// The main lane has been loaded to its end.
    var isMainComplete = false

    /// What tracks can hold samples of.
    var playable: Set<TrackKind> { kinds.intersection([.video, .audio]) }
    var hasSubtitles: Bool { lanes.contains(.subtitles) }
    /// The playlists name no audio renditions: the segments may have several tracks.
    var hasSoundsInside: Bool { presentation?.audio.isEmpty ?? true }
    var mediaLanes: [Lane] { lanes.filter { $0 != .subtitles } }

    mutating func present(_ presentation: Presentation) {
        lanes = presentation.lanes
        self.presentation = presentation
        if !presentation.audio.isEmpty { wantedSound = nil }
    }

    /// - Parameter index: of an audio track inside the segments; nil is the first one.
    mutating func wantSound(_ index: Int?) { wantedSound = index }

    /// The presentation with the audio tracks inside the segments, where the playlist names none.
    func described(with sounds: SegmentSounds?) -> Presentation? {
        guard var described = presentation else { return nil }
        if described.audio.isEmpty, let sounds, let renditions = sounds.renditions {
            (described.audio, described.chosenAudio) = (renditions, sounds.chosen)
        }
        return described
    }

    func kinds(of lane: Lane) -> Set<TrackKind> {
        switch lane {
        case .main: lanes.contains(.audio) ? [.video] : [.video, .audio]
        case .audio: [.audio]
        case .subtitles: []
        }
    }

    /// - Parameter found: the kinds that a segment had.
    /// - Returns: whether they are to be reported.
    mutating func learn(_ found: [TrackKind], lane: Lane) -> Bool {
        let before = kinds
        // Sound may come first: only the main lane knows whether there is a picture to wait for.
        if lane == .main { knowsMain = true }
        kinds.formUnion(found)
        if lanes.contains(.audio), lane == .main { kinds.insert(.audio) }
        return knowsMain && (kinds != before || lane == .main)
    }
}
