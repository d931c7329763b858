// SPDX-License-Identifier: Apache-2.0

/// An error response.
struct HTTPError: Error, Hashable, Sendable {
    /// The HTTP status.
    let status: Int
    let message: String

    init(status: Int, _ message: String) {
        self.status = status
        self.message = message
    }

    static let unknown = HTTPError(status: 404, "There is no such session, or it is over. Make a new one.")
    static let nothing = HTTPError(status: 404, "There is nothing here.")
}
