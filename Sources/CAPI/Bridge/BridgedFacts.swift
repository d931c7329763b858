// SPDX-License-Identifier: Apache-2.0

import CWindowbox
import WindowboxCaptions
import WindowboxGTK
import WindowboxMedia
import WindowboxPlayer

/// What a program in C knows about a player, except its position.
struct BridgedFacts {
    /// Why the current item can't be played.
    struct Failure: Equatable {
        var code: String
        var message: String
    }

    var snapshot = WbSnapshot()
    var title: String?
    var captions: String?
    var failure: Failure?
    var audio: [MediaOption] = []
    var subtitles: [MediaOption] = []

    init() {}

    /// Reads everything observable too, so that a change of it is noticed.
    @MainActor init(_ player: Player, _ model: PlayerModel) {
        failure = player.error.map { Failure(code: $0.code.name, message: $0.description) }
        title = player.metadata.title ?? player.metadata.fallbackTitle
        let cues = model.playingBreak == nil ? model.cues.texts.joined(separator: "\n") : ""
        captions = cues.isEmpty ? nil : cues
        let hearing = player.currentMediaOption(for: .audible).track
        audio = player.mediaSelectionOptions(for: .audible).compactMap(\.track)
        // A single track is no choice for a menu, but it is there.
        if audio.isEmpty, let hearing { audio = [hearing] }
        subtitles = player.mediaSelectionOptions(for: .legible).compactMap(\.track)

        snapshot.state = Int32(state(of: player))
        snapshot.is_buffering = player.isBuffering
        snapshot.is_seeking = player.isSeeking
        snapshot.has_video = player.mediaType == .video
        snapshot.is_live = player.streamType == .live || player.streamType == .dvr
        snapshot.is_muted = player.isMuted
        snapshot.loops = player.repeatMode == .all
        snapshot.volume = player.volume
        snapshot.rate = player.desiredSpeed
        snapshot.duration = player.duration ?? -1
        (snapshot.seekable_start, snapshot.seekable_end) = bounds(of: player.seekableTimeRange)
        (snapshot.buffered_start, snapshot.buffered_end) = bounds(of: player.loadedTimeRange)
        size = player.presentationSize ?? size
        snapshot.audio_track = index(of: hearing, in: audio)
        snapshot.subtitle_track = index(of: player.currentMediaOption(for: .legible).track, in: subtitles)
    }

    /// The size of the video on screen.
    var size: PixelSize {
        get { PixelSize(width: Int(snapshot.width), height: Int(snapshot.height)) }
        set { (snapshot.width, snapshot.height) = (Int32(newValue.width), Int32(newValue.height)) }
    }

    private func bounds(of range: TimeRange?) -> (Double, Double) {
        guard let range, !range.isEmpty else { return (-1, -1) }
        return (range.start, range.end)
    }

    private func index(of track: MediaOption?, in list: [MediaOption]) -> Int32 {
        track.flatMap { list.firstIndex(of: $0) }.map { Int32($0) } ?? -1
    }

    @MainActor private func state(of player: Player) -> Int {
        if player.error != nil { return WB_STATE_FAILED }
        return switch player.playbackState {
        case .idle: WB_STATE_IDLE
        case .paused: WB_STATE_PAUSED
        case .playing: WB_STATE_PLAYING
        case .ended: WB_STATE_ENDED
        }
    }
}

extension MediaSelectionOption {
    /// The track, if one is selected.
    var track: MediaOption? { if case .on(let track) = self { track } else { nil } }
}

extension MediaOption {
    /// A BCP 47 tag also for files, which state the three letters of ISO 639-2.
    var languageTag: String? { language.map { LanguageTag($0)?.description ?? $0 } }
}
