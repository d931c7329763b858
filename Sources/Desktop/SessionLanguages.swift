// SPDX-License-Identifier: Apache-2.0

import WindowboxPlayer

/// The languages that the preferences ask for, and what a person chooses of the items at hand: that holds until the program ends, or the
/// preferences are changed.
@MainActor final class SessionLanguages: MediaPreferencesStore {
    var preferences: MediaPreferences
    private var kept: MediaPreferences

    init(_ preferences: MediaPreferences) { (self.preferences, kept) = (preferences, preferences) }

    /// - Parameter preferences: as they are kept.
    func follow(_ preferences: MediaPreferences) {
        guard preferences != kept else { return }
        (self.preferences, kept) = (preferences, preferences)
    }
}
