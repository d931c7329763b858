// SPDX-License-Identifier: Apache-2.0

import WindowboxPlayer

/// The preferred languages, and the user's choices for the current items, which hold until the program ends or the preferences change.
@MainActor final class SessionLanguages: MediaPreferencesStore {
    var preferences: MediaPreferences
    private var kept: MediaPreferences

    init(_ preferences: MediaPreferences) { (self.preferences, kept) = (preferences, preferences) }

    /// - Parameter preferences: the stored preferences.
    func follow(_ preferences: MediaPreferences) {
        guard preferences != kept else { return }
        (self.preferences, kept) = (preferences, preferences)
    }
}
