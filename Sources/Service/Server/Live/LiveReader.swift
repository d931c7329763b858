// SPDX-License-Identifier: Apache-2.0

/// Who is told what happens in a stream.
enum LiveReader: Hashable, Sendable {
    case guest(String)
    /// A program of the stream's business, by its client's id: it is told all, also what is private, and is no viewer.
    case host(String)

    var guestID: String? { if case .guest(let id) = self { id } else { nil } }

    /// - Parameter guest: whom alone something is for; nil: everybody.
    func isTold(_ guest: String?) -> Bool { guestID == nil || guest == nil || guest == guestID }
}
