// SPDX-License-Identifier: Apache-2.0

import Observation
import WindowboxCaptions
import WindowboxEngine
import WindowboxMedia
import WindowboxStreaming

/// Manages audio, text and quality of the current item: options, selection, embedded captions and replay captions. Each change returns
/// selections for the engine about the current item.
@MainActor @Observable final class SelectionController {
    private(set) var state = SelectionState()
    @ObservationIgnored private let store: any MediaPreferencesStore
    @ObservationIgnored private let userLanguages: [String]
    @ObservationIgnored private var replay = ReplayCaptions()
    @ObservationIgnored private var inPictures: [ItemID: ClosedCaptionTimeline] = [:]

    init(store: any MediaPreferencesStore, userLanguages: [String]) {
        self.store = store
        self.userLanguages = userLanguages
    }

    /// Applies a user's selection, which is also stored in the preferences.
    func select(_ option: MediaSelectionOption, for characteristic: MediaCharacteristic) -> [Selection] {
        let choices = state.select(option, for: characteristic)
        if state.rule.preferences != store.preferences { store.preferences = state.rule.preferences }
        return choices
    }

    func prefer(_ preference: MediaSelectionPreference, for characteristic: MediaCharacteristic) -> [Selection] {
        state.prefer(preference, for: characteristic)
    }

    func keep(to quality: QualityOption?) -> [Selection] { state.keep(to: quality) }

    func reloadPreferences() -> [Selection] { state.set(store.preferences, userLanguages: userLanguages) }

    // MARK: New information

    /// - Parameter id: the ID of the current item.
    func handle(_ presentation: Presentation, of id: ItemID) -> [Selection] { state.handle(presentation) + offerClosedCaptions(of: id) }

    /// The selections for a prepared item, from the same preferences.
    func choices(ahead presentation: Presentation) -> [Selection] {
        var ahead = SelectionState()
        ahead.rule = state.rule
        return ahead.handle(presentation)
    }

    func leave() { state.leave() }

    // MARK: Embedded captions

    func closedCaptions(of id: ItemID?) -> ClosedCaptionTimeline { id.flatMap { inPictures[$0] } ?? ClosedCaptionTimeline() }

    /// - Parameters:
    ///   - current: the ID of the current item.
    ///   - next: the ID of the prepared item. Captions of other items are ignored.
    func receive(_ captions: EmbeddedCaptions, of id: ItemID, current: ItemID?, next: ItemID?) -> [Selection] {
        let held = [current, next]
        guard held.contains(id) else { return [] }
        if inPictures[id] == nil {
            inPictures = inPictures.filter { held.contains($0.key) }
            inPictures[id] = ClosedCaptionTimeline()
        }
        let data = ClosedCaptionData(time: MediaTime(seconds: captions.time), triplets: captions.bytes)
        inPictures[id]?.add(data, startsAnew: captions.startsAnew, continuingFrom: captions.origin.map { MediaTime(seconds: $0) })
        return id == current ? offerClosedCaptions(of: id) : []
    }

    private func offerClosedCaptions(of id: ItemID) -> [Selection] {
        guard let services = inPictures[id]?.services, services.count != state.found.count else { return [] }
        return state.find(services)
    }

    // MARK: Replay captions

    /// Playback moved from one time to another, in seconds: a short way back shows text for a while.
    func seeked(from old: Double, to new: Double) {
        replay.seeked(from: MediaTime(seconds: old), to: MediaTime(seconds: new))
    }

    /// Shows and hides the replay captions as time advances.
    func followReplay(isEnabled: Bool, time: () -> Double?) -> [Selection] {
        guard isEnabled || state.isReplaying else { return [] }
        let isShowing = isEnabled && (time().map { replay.isShowing(at: MediaTime(seconds: $0)) } ?? false)
        return isShowing == state.isReplaying ? [] : state.replay(isShowing)
    }
}
