// SPDX-License-Identifier: Apache-2.0

/// A reader of a stream's events.
enum EventSubscriber: Hashable, Sendable {
    case guest(String)
    /// A program of the stream's business, by its client id. It gets everything, including private messages, and doesn't count as a viewer.
    case host(String)

    var guestID: String? { if case .guest(let id) = self { id } else { nil } }

    /// - Parameter guest: the only recipient of an event; nil for everybody.
    func receives(_ guest: String?) -> Bool { guestID == nil || guest == nil || guest == guestID }
}
