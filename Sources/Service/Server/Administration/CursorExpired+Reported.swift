// SPDX-License-Identifier: Apache-2.0

import WindowboxCatalogue
import WindowboxContract

extension CursorExpired {
    /// Reads a page of a list.
    /// - Throws: an error that names the parameter `before_id`, if nothing in the list has that id.
    static func reported<Result: Sendable>(_ read: () async throws -> Result) async throws -> Result {
        do { return try await read() } catch is CursorExpired {
            throw APIError(
                .invalidField, "Nothing exists with this id any more. Use the paging links of the previous page.", field: "before_id")
        }
    }
}
