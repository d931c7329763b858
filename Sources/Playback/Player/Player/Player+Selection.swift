// SPDX-License-Identifier: Apache-2.0

import WindowboxEngine
import WindowboxMedia
import WindowboxStreaming

// Sound and text: what the current item offers, and what of it is chosen.
extension Player {
    /// What a menu lists: for sound two tracks or more, those in the original language first; for text
    /// ``MediaSelectionOption/automatic``, ``MediaSelectionOption/off`` and a track a language. Forced subtitles are not in it.
    /// Empty where there is nothing to choose.
    public func mediaSelectionOptions(for characteristic: MediaCharacteristic) -> [MediaSelectionOption] {
        selection.menu(characteristic)
    }

    /// The person's choice, which may be ``MediaSelectionOption/automatic``.
    public func selectedMediaOption(for characteristic: MediaCharacteristic) -> MediaSelectionOption {
        selection.selected(characteristic)
    }

    /// What is heard or shown. Forced subtitles count as off.
    public func currentMediaOption(for characteristic: MediaCharacteristic) -> MediaSelectionOption {
        selection.current(characteristic)
    }

    /// A person's choice. It is kept in the preferences, for the items that follow too. What the item does not offer is ignored,
    /// and so are `automatic` and `off` for sound.
    public func select(_ option: MediaSelectionOption, for characteristic: MediaCharacteristic) {
        tell(selection.select(option, for: characteristic))
        if selection.rule.preferences != preferencesStore.preferences { preferencesStore.preferences = selection.rule.preferences }
    }

    /// The application's choice, for this item and those that follow, until a person chooses. For sound, `off` is the stream's
    /// own choice.
    public func setMediaSelectionPreference(_ preference: MediaSelectionPreference, for characteristic: MediaCharacteristic) {
        tell(selection.prefer(preference, for: characteristic))
    }

    /// Reads the person's preferences again: they were changed elsewhere.
    public func reloadMediaPreferences() {
        tell(selection.set(preferencesStore.preferences, userLanguages: configuration.userLanguages))
    }

    func know(_ presentation: Presentation, of id: ItemID) {
        if id == engineItems.onAir?.id {
            tell(selection.know(presentation))
            offerClosedCaptions()
        } else if id == engineItems.upNext?.id {
            var ahead = SelectionState()
            ahead.rule = selection.rule
            for choice in ahead.know(presentation) { engine.select(choice, of: id) }
        }
    }

    func tell(_ choices: [Selection]) {
        guard let id = engineItems.onAir?.id else { return }
        for choice in choices { engine.select(choice, of: id) }
    }
}
