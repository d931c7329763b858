// SPDX-License-Identifier: Apache-2.0

import Observation
import WindowboxCaptions
import WindowboxEngine
import WindowboxMedia
import WindowboxStreaming

/// Sound, text and quality of the current item: what is offered, what is chosen, captions found inside pictures, and what was just said.
/// Each change answers with what to tell the engine about the current item.
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

    /// A person's choice, which is also kept in the preferences.
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

    // MARK: What becomes known

    /// - Parameter id: of the current item.
    func know(_ presentation: Presentation, of id: ItemID) -> [Selection] { state.know(presentation) + offerClosedCaptions(of: id) }

    /// What to choose of an item that is prepared, from the same preferences.
    func choices(ahead presentation: Presentation) -> [Selection] {
        var ahead = SelectionState()
        ahead.rule = state.rule
        return ahead.know(presentation)
    }

    func leave() { state.leave() }

    // MARK: Captions inside pictures

    func closedCaptions(of id: ItemID?) -> ClosedCaptionTimeline { id.flatMap { inPictures[$0] } ?? ClosedCaptionTimeline() }

    /// - Parameters:
    ///   - current: the id of the current item.
    ///   - next: the id of the prepared item. Captions of other items are ignored.
    func hear(_ captions: EmbeddedCaptions, of id: ItemID, current: ItemID?, next: ItemID?) -> [Selection] {
        let held = [current, next]
        guard held.contains(id) else { return [] }
        if inPictures[id] == nil {
            inPictures = inPictures.filter { held.contains($0.key) }
            inPictures[id] = ClosedCaptionTimeline()
        }
        let data = ClosedCaptionData(time: MediaTime(seconds: captions.time), triplets: captions.bytes)
        inPictures[id]?.add(data, startsAnew: captions.startsAnew, goingOnFrom: captions.origin.map { MediaTime(seconds: $0) })
        return id == current ? offerClosedCaptions(of: id) : []
    }

    private func offerClosedCaptions(of id: ItemID) -> [Selection] {
        guard let services = inPictures[id]?.services, services.count != state.found.count else { return [] }
        return state.find(services)
    }

    // MARK: What was just said

    /// Playing goes back or forward, in seconds: a short way back shows text for a while.
    func seeked(from old: Double, to new: Double) {
        replay.seeked(from: MediaTime(seconds: old), to: MediaTime(seconds: new))
    }

    /// Shows and hides that text as time goes on.
    func followReplay(isEnabled: Bool, time: () -> Double?) -> [Selection] {
        guard isEnabled || state.isReplaying else { return [] }
        let isShowing = isEnabled && (time().map { replay.isShowing(at: MediaTime(seconds: $0)) } ?? false)
        return isShowing == state.isReplaying ? [] : state.replay(isShowing)
    }
}
