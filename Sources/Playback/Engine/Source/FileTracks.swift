// SPDX-License-Identifier: Apache-2.0

import WindowboxCodec
import WindowboxMedia
import WindowboxStreaming

/// The audio and video tracks of a file: those that can be chosen, and those being played. A value type.
struct FileTracks: Sendable {
    /// The selectable audio tracks, in file order.
    private(set) var audioTracks: [MediaTrack]
    /// The index in the file of the video track being played.
    private(set) var video: Int?
    /// The index in the file of the audio track being played.
    private(set) var audio: Int?
    /// The audio track that plays by default.
    private let ownAudio: Int?

    /// Picks the author's default of each kind. A track that can't be decoded is picked only when there is no other.
    init(_ tracks: [MediaTrack]) {
        func best(_ kind: TrackKind) -> MediaTrack? {
            let candidates = tracks.filter { $0.kind == kind }
            let playable = candidates.filter(\.canBeDecoded)
            return playable.first(where: \.isDefault) ?? playable.first ?? candidates.first
        }
        audioTracks = tracks.filter { $0.kind == .audio && $0.canBeDecoded }
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

    /// Adds a track that the container reveals only with its first sample.
    /// - Returns: whether its kind is new.
    mutating func find(_ track: MediaTrack) -> Bool {
        switch track.kind {
        case .video where video == nil: video = track.track
        case .audio where audio == nil:
            audio = track.track
            if track.canBeDecoded { audioTracks.append(track) }
        default: return false
        }
        return true
    }

    /// - Parameter index: in ``audioTracks``; nil is the author's default.
    /// - Returns: the track to play from now on; nil when nothing changes.
    mutating func selectAudio(_ index: Int?) -> Int? {
        let choice = index.map { audioTracks.indices.contains($0) ? audioTracks[$0].track : nil } ?? ownAudio
        guard let track = choice, track != audio else { return nil }
        audio = track
        return track
    }

    var chosenAudioTrack: Int? { audioTracks.firstIndex { $0.track == audio } }

    var renditions: [Presentation.Rendition] {
        audioTracks.enumerated().map { $1.rendition(number: $0 + 1, isDefault: $1.track == ownAudio) }
    }
}
