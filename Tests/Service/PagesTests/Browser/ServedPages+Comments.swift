// SPDX-License-Identifier: Apache-2.0

import Foundation
import WindowboxCatalogue
import WindowboxContract

@testable import WindowboxServer

extension ServedPages {
    /// A comment that a guest wrote.
    /// - Parameter age: Seconds since it was written.
    func comment(_ text: String, on video: String, guest: String, name: String = "Somebody", age: Double) async throws {
        let written = Date(timeIntervalSinceNow: -age)
        let record = CommentRecord(
            id: OpaqueID.make(), videoID: video, guestID: guest, username: name, text: text, createdAt: written, isHidden: false)
        try await catalogue.resources.save(record, at: written)
    }
}
