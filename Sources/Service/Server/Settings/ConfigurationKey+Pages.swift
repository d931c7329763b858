// SPDX-License-Identifier: Apache-2.0

import WindowboxContract

extension ConfigurationKey {
    /// What is set of the pages for browsers.
    static let pages: [ConfigurationKey] = [
        ConfigurationKey(
            name: "pages", summary: "Whether browsers are shown pages: / and /watch/ for viewers, /studio for those who manage videos.",
            form: "yes or no", standard: "yes"
        ) { configuration, value in
            configuration.settings.showsPages = value == "yes"
            return value == "yes" || value == "no"
        },
        ConfigurationKey(
            name: "web-app", summary: "The app whose videos the pages show.", form: "the id of an app",
            standard: "the oldest app that is not bound to packages"
        ) { configuration, value in
            configuration.settings.webApp = value
            return OpaqueID.isWellFormed(value)
        },
    ]
}
