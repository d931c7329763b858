// SPDX-License-Identifier: Apache-2.0

public import WindowboxCaptions
public import WindowboxCodec
public import WindowboxEngine
public import WindowboxStreaming

// The streams of the current item and their selection.
extension Player {
    /// The entries of a menu. For audio: two or more tracks, those in the original language first. For text:
    /// ``MediaSelectionOption/automatic``, ``MediaSelectionOption/off`` and one track per language, without forced subtitles. Empty if
    /// there is nothing to choose.
    public func mediaSelectionOptions(for characteristic: MediaCharacteristic) -> [MediaSelectionOption] {
        core.playback.selection.state.menu(characteristic)
    }

    /// The user's selection, which may be ``MediaSelectionOption/automatic``.
    public func selectedMediaOption(for characteristic: MediaCharacteristic) -> MediaSelectionOption {
        core.playback.selection.state.selected(characteristic)
    }

    /// The option that is currently heard or shown. Forced subtitles count as off.
    public func currentMediaOption(for characteristic: MediaCharacteristic) -> MediaSelectionOption {
        core.playback.selection.state.current(characteristic)
    }

    /// Applies a selection by the user. It is saved in the preferences and used for later items too. Options that the item doesn't offer
    /// are ignored, as are `automatic` and `off` for audio.
    public func select(_ option: MediaSelectionOption, for characteristic: MediaCharacteristic) {
        core.playback.select(core.playback.selection.select(option, for: characteristic))
    }

    /// Sets the application's preference for this and later items, until the user makes a selection. For audio, `off` means the stream's
    /// own default.
    public func setMediaSelectionPreference(_ preference: MediaSelectionPreference, for characteristic: MediaCharacteristic) {
        core.playback.select(core.playback.selection.prefer(preference, for: characteristic))
    }

    /// Audio languages preferred by the application as BCP 47 tags, in order of preference: a short form of
    /// ``setMediaSelectionPreference(_:for:)``. Languages that an item lacks are skipped. Empty uses the user's preferences. A selection by
    /// the user takes precedence and empties it.
    public var audioLanguages: [String] {
        get { core.playback.selection.state.languages(.audible) }
        set { setMediaSelectionPreference(newValue.isEmpty ? .automatic : .on(languages: newValue), for: .audible) }
    }

    /// Subtitle languages preferred by the application, like ``audioLanguages``. Empty shows subtitles that suit the audio and the user.
    public var subtitleLanguages: [String] {
        get { core.playback.selection.state.languages(.legible) }
        set { setMediaSelectionPreference(newValue.isEmpty ? .automatic : .on(languages: newValue), for: .legible) }
    }

    /// Reads the user's preferences again after they were changed elsewhere.
    public func reloadMediaPreferences() { core.playback.select(core.playback.selection.reloadPreferences()) }

    /// Captions embedded in the current item's video, for all services, as far as the video has been loaded. ``MediaOption/closedCaptions``
    /// says which service is selected; this contains its text with times.
    public var closedCaptions: ClosedCaptionTimeline { core.playback.selection.closedCaptions(of: currentItemID) }

    // MARK: Quality

    /// The entries of a menu, the best first; empty if there is nothing to choose. ``presentationSize`` is the size of the loaded quality.
    public var qualityOptions: [QualityOption] { QualityOption.all(of: core.playback.selection.state.presentation) }

    /// The locked quality; nil if the player chooses automatically.
    public var selectedQuality: QualityOption? { core.playback.selection.state.quality }

    /// Locks a quality of the current item; nil unlocks it. Later items use the same size if they have it.
    public func select(_ quality: QualityOption?) { core.playback.select(core.playback.selection.keep(to: quality)) }

    // MARK: Thumbnails

    /// The thumbnail images that the current item's stream provides. Metadata may provide others: ``PlayerMetadata/thumbnails``.
    /// - Parameter width: width of a thumbnail on screen, in pixels.
    public func imagePlaylist(for width: Int) -> ImagePlaylist? { core.playback.selection.state.presentation?.imagePlaylist(for: width) }

    /// A small frame of the current item near a time, decoded from the media itself: from the stream's I-frame playlist, otherwise the
    /// first frame of a segment of its lowest variant, or in a file the keyframe before the time. Playback doesn't wait for it.
    ///
    /// One frame is fetched at a time: another call, or cancelling the task, ends the previous call with nil. Frames are cached.
    /// - Parameters:
    ///   - time: seconds on the item's timeline.
    ///   - width: pixels; smaller frames aren't scaled up.
    /// - Returns: a frame with its actual time; nil for audio, inside blocked ranges, during external playback and if none is available.
    public func thumbnail(at time: Double, width: Int) async -> VideoFrame? {
        guard let id = currentItemID, error == nil else { return nil }
        return await core.playback.engines.active.preview(at: time, of: id, width: width)
    }

    // MARK: Interstitials

    /// Skips ``interstitial`` if and when its skip control allows that.
    public func skipInterstitial() { core.playback.engines.active.skipInterstitial() }

    /// The currently known interstitials of the current item, for instance to mark them on a seek bar. Not observable.
    public var interstitialSchedule: InterstitialSchedule { core.playback.facts?.interstitials ?? InterstitialSchedule() }

    /// The progress of the interstitial that is playing, now and about four times a second; nil if there is none.
    public var interstitialUpdates: AsyncStream<PlayingInterstitial?> { core.playback.interstitials.updates }
}
