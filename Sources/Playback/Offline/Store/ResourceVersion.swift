// SPDX-License-Identifier: Apache-2.0

import WindowboxTransport

/// Identifies a version of a resource (RFC 9110 8.8): a strong entity tag, otherwise the date of its last change.
struct ResourceVersion: Hashable, Codable, Sendable {
    var text: String

    /// nil if the server sends neither, so that an interrupted download can't be resumed.
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

extension ResourceVersion {
    /// Restores a stored validator.
    init?(_ text: String) {
        guard !text.isEmpty else { return nil }
        self.text = text
    }
}
