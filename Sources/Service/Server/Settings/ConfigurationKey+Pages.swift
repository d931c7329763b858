// SPDX-License-Identifier: Apache-2.0

import WindowboxContract

extension ConfigurationKey {
    /// Settings for the pages for browsers.
    static let pages: [ConfigurationKey] = [
        ConfigurationKey(
            name: "pages", summary: "Whether there are pages for browsers: / and /watch/ for viewers, /studio for managing videos.",
            form: "yes or no", standard: "yes"
        ) { configuration, value in
            configuration.settings.showsPages = value == "yes"
            return value == "yes" || value == "no"
        },
        ConfigurationKey(
            name: "page-origins",
            summary: "Further origins from which the pages may load images, media and playlists. Include the bucket's endpoint with "
                + "media-redirect.",
            form: "origins separated by commas, such as https://cdn.example, or none",
            standard: "everywhere with https, and with http if public-url isn't https"
        ) { configuration, value in
            let origins = value == "none" ? [] : value.split(separator: ",").map { $0.filter { $0 != " " } }
            configuration.settings.pageOrigins = origins
            return (value == "none" || !origins.isEmpty) && origins.allSatisfy(isOrigin)
        },
        ConfigurationKey(
            name: "web-app", summary: "The app whose videos the pages show.", form: "the id of an app",
            standard: "the oldest app without allowed packages"
        ) { configuration, value in
            configuration.settings.webApp = value
            return OpaqueID.isWellFormed(value)
        },
    ]

    /// A scheme and an authority, with nothing after them: it becomes part of a header field.
    private static func isOrigin(_ text: String) -> Bool {
        let name = text.hasPrefix("https://") ? text.dropFirst(8) : text.hasPrefix("http://") ? text.dropFirst(7) : ""
        return !name.isEmpty
            && name.utf8.allSatisfy { byte in
                switch byte {
                case 0x30...0x39, 0x41...0x5A, 0x61...0x7A: true
                default: "-.:[]*".utf8.contains(byte)
                }
            }
    }
}
