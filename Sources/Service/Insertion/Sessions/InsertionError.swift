// SPDX-License-Identifier: Apache-2.0

import WindowboxCatalogue
import WindowboxStitcher

/// Why a request for a stitched stream fails.
package struct InsertionError: Error, Hashable, Sendable {
    package enum Cause: Hashable, Sendable {
        /// The request is invalid.
        case invalid
        /// The origin isn't one of those that content may be fetched from.
        case forbiddenOrigin
        case notFound
        case conflict
        /// The session has been unused for too long, or has reached the end of its lifetime.
        case expired
        /// The session was deleted.
        case deleted
        /// The origin can't be reached, or sends something unusable.
        case badOrigin
        case originTimeout
        /// The database is busy, or the origin's playlist doesn't advance.
        case unavailable
        /// A defect, or a broken database.
        case failed
    }

    package let cause: Cause
    /// What happened and what to do, for the client's developer.
    package let message: String
    /// What only the log may contain.
    package var detail: String?

    init(_ cause: Cause, _ message: String) {
        (self.cause, self.message) = (cause, message)
    }

    init(_ refusal: StitchedSession.Refusal) {
        self.init(refusal == .expired ? .expired : .deleted, "The session has ended. Create a new one.")
    }

    /// Any error, as clients may see it.
    init(reporting error: any Error) {
        switch error {
        case let error as InsertionError: self = error
        case let error as OriginError:
            self.init(error.isTimeout ? .originTimeout : error.isRefused ? .forbiddenOrigin : .badOrigin, error.description)
        case let error as CatalogueError where error.canRetry:
            self.init(.unavailable, "The database is busy. Try again.")
            detail = String(describing: error)
        default:
            self.init(.failed, "Something went wrong here.")
            detail = String(describing: error)
        }
    }

    static let unknown = InsertionError(.notFound, "The session doesn't exist or has ended. Create a new one.")
    static let nothing = InsertionError(.notFound, "Nothing exists at this address.")
}
