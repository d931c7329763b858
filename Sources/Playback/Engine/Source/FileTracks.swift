// SPDX-License-Identifier: Apache-2.0

import WindowboxCodec
import WindowboxMedia
import WindowboxStreaming

/// The sound and pictures of a file: what can be chosen, and what plays. A value.
struct FileTracks: Sendable {
    /// The sound that can be chosen, in the order of the file.
    private(set) var sounds: [MediaTrack]
    /// The track whose pictures are shown: its place in the file.
    private(set) var video: Int?
    /// The track that is heard: its place in the file.
    private(set) var audio: Int?
    /// What is heard unless someone chooses.
    private let ownAudio: Int?

    /// Of each kind the author's choice plays; tracks that can't be decoded play only where there is no other.
    init(_ tracks: [MediaTrack]) {
        func best(_ kind: TrackKind) -> MediaTrack? {
            let candidates = tracks.filter { $0.kind == kind }
            let playable = candidates.filter(\.canBeDecoded)
            return playable.first(where: \.isDefault) ?? playable.first ?? candidates.first
        }
        sounds = tracks.filter { $0.kind == .audio && $0.canBeDecoded }
        video = best(.video)?.track
        ownAudio = best(.audio)?.track
        audio = ownAudio
    }

    var kinds: Set<TrackKind> {
        var kinds: Set<TrackKind> = []
        if video != nil { kinds.insert(.video) }
        if audio != nil { kinds.insert(.audio) }
        return kinds
    }

    /// Takes up a track that the container names only when its first sample comes.
    /// - Returns: whether its kind is new.
    mutating func find(_ track: MediaTrack) -> Bool {
        switch track.kind {
        case .video where video == nil: video = track.track
        case .audio where audio == nil:
            audio = track.track
            if track.canBeDecoded { sounds.append(track) }
        default: return false
        }
        return true
    }

    /// - Parameter index: in ``sounds``; nil is the author's choice.
    /// - Returns: the track to be heard from now on; nil when nothing changes.
    mutating func hear(_ index: Int?) -> Int? {
        let choice = index.map { sounds.indices.contains($0) ? sounds[$0].track : nil } ?? ownAudio
        guard let track = choice, track != audio else { return nil }
        audio = track
        return track
    }

    var chosenSound: Int? { sounds.firstIndex { $0.track == audio } }

    var renditions: [Presentation.Rendition] {
        sounds.enumerated().map { $1.rendition(number: $0 + 1, isDefault: $1.track == ownAudio) }
    }
}
