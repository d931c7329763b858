// SPDX-License-Identifier: Apache-2.0

import WindowboxTransport

/// What tells one version of a resource from another (RFC 9110 8.8): a strong entity tag, else the date of its last change.
struct Validator: Hashable, Codable, Sendable {
    var text: String

    /// nil where the server gives none that a range may be continued by.
    init?(_ headers: TransportHeaders) {
        if let tag = headers["ETag"], tag.hasPrefix("\"") {
            text = tag
        } else if let date = headers["Last-Modified"] {
            text = date
        } else {
            return nil
        }
    }
}

extension Validator {
    /// What was kept of one.
    init?(_ text: String) {
        guard !text.isEmpty else { return nil }
        self.text = text
    }
}
