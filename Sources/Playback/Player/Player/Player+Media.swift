// SPDX-License-Identifier: Apache-2.0

public import WindowboxCaptions
public import WindowboxCodec
public import WindowboxEngine
public import WindowboxStreaming

// What the current item offers, and what of it is chosen.
extension Player {
    /// The entries of a menu: for sound two tracks or more, those in the original language first; for text
    /// ``MediaSelectionOption/automatic``, ``MediaSelectionOption/off`` and one track per language. Forced subtitles are left out.
    /// Empty where there is nothing to choose.
    public func mediaSelectionOptions(for characteristic: MediaCharacteristic) -> [MediaSelectionOption] {
        core.playback.selection.state.menu(characteristic)
    }

    /// The person's choice, which may be ``MediaSelectionOption/automatic``.
    public func selectedMediaOption(for characteristic: MediaCharacteristic) -> MediaSelectionOption {
        core.playback.selection.state.selected(characteristic)
    }

    /// What is heard or shown. Forced subtitles count as off.
    public func currentMediaOption(for characteristic: MediaCharacteristic) -> MediaSelectionOption {
        core.playback.selection.state.current(characteristic)
    }

    /// A person's choice. It is kept in the preferences, for the items that follow, too. What the item doesn't offer is ignored,
    /// and so are `automatic` and `off` for sound.
    public func select(_ option: MediaSelectionOption, for characteristic: MediaCharacteristic) {
        core.playback.select(core.playback.selection.select(option, for: characteristic))
    }

    /// The application's choice, for this item and those that follow, until a person chooses. For sound, `off` is the stream's
    /// own choice.
    public func setMediaSelectionPreference(_ preference: MediaSelectionPreference, for characteristic: MediaCharacteristic) {
        core.playback.select(core.playback.selection.prefer(preference, for: characteristic))
    }

    /// Languages of sound that the application prefers, BCP 47, most wanted first: ``setMediaSelectionPreference(_:for:)`` in short. Those that
    /// an item lacks are passed over. Empty leaves it to the person's preferences, and so does a person's choice.
    public var audioLanguages: [String] {
        get { core.playback.selection.state.languages(.audible) }
        set { setMediaSelectionPreference(newValue.isEmpty ? .automatic : .on(languages: newValue), for: .audible) }
    }

    /// Languages of subtitles that the application shows, as in ``audioLanguages``. Empty shows those that suit the sound and the person.
    public var subtitleLanguages: [String] {
        get { core.playback.selection.state.languages(.legible) }
        set { setMediaSelectionPreference(newValue.isEmpty ? .automatic : .on(languages: newValue), for: .legible) }
    }

    /// Reads the person's preferences again, after they were changed elsewhere.
    public func reloadMediaPreferences() { core.playback.select(core.playback.selection.reloadPreferences()) }

    /// Captions inside the pictures of the current item, of all services, as far as the pictures were loaded.
    /// ``MediaOption/closedCaptions`` says which service is chosen; this says what it shows when.
    public var closedCaptions: ClosedCaptionTimeline { core.playback.selection.closedCaptions(of: currentItemID) }

    // MARK: Quality

    /// The entries of a menu, the best first; empty where there is nothing to choose. ``presentationSize`` says which quality is loaded.
    public var qualityOptions: [QualityOption] { QualityOption.all(of: core.playback.selection.state.presentation) }

    /// The quality that playing is kept to; nil while the player chooses by itself.
    public var selectedQuality: QualityOption? { core.playback.selection.state.quality }

    /// Keeps to a quality of the current item, or with nil to none. Items that follow are kept to the same size where they have it.
    public func select(_ quality: QualityOption?) { core.playback.select(core.playback.selection.keep(to: quality)) }

    // MARK: Thumbnails

    /// Images that show what is at which time of the current item, as its stream names them. Metadata may name others,
    /// ``PlayerMetadata/thumbnails``.
    /// - Parameter width: pixels of a thumbnail as it is shown.
    public func imagePlaylist(for width: Int) -> ImagePlaylist? { core.playback.selection.state.presentation?.imagePlaylist(for: width) }

    /// A small picture of the current item from near a time, decoded from the media itself: of the stream's I-frame playlist, else
    /// the first picture of a segment of its lowest variant, of a file the key picture before. Playing doesn't wait for it.
    ///
    /// One is fetched at a time: asking again, and cancelling the task, ends the one before with nil. Pictures are kept, so that
    /// coming back to one costs nothing.
    /// - Parameters:
    ///   - time: seconds on the item's timeline.
    ///   - width: pixels; smaller pictures stay as they are.
    /// - Returns: a picture whose time says where it lies; nil for sound, within blocked ranges, while a renderer elsewhere plays, and
    ///   where none can be had.
    public func thumbnail(at time: Double, width: Int) async -> VideoFrame? {
        guard let id = currentItemID, error == nil else { return nil }
        return await core.playback.engines.active.preview(at: time, of: id, width: width)
    }

    // MARK: Interstitials

    /// Ends ``interstitial`` where and when its skip control allows that; otherwise nothing happens.
    public func skipInterstitial() { core.playback.engines.active.skipInterstitial() }

    /// What is to interrupt the current item, as known now: where a seek bar may mark it. Not observable.
    public var interstitialSchedule: InterstitialSchedule { core.playback.facts?.interstitials ?? InterstitialSchedule() }

    /// The progress of what interrupts the current item, now and about four times a second while it plays; nil while nothing does.
    public var interstitialUpdates: AsyncStream<PlayingInterstitial?> { core.playback.interstitials.updates }
}
