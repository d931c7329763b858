// SPDX-License-Identifier: Apache-2.0

/// What follows the end of an item.
public enum RepeatMode: Hashable, Sendable, CaseIterable {
    /// The next item, and nothing after the last.
    case off
    /// The same item again.
    case one
    /// The next item, and the first after the last. Navigation wraps at both ends too.
    case all
}

/// What a player does when an item has been played to its end.
public enum ActionAtItemEnd: Hashable, Sendable {
    /// Goes on with the next item; after the last one nothing is current any more.
    case advance
    /// Stays at the end of each item, in the state ``PlaybackState/ended``.
    case pause
    /// Goes on with the next item, and stays at the end of the last one, in the state ``PlaybackState/ended``. Playing stays wanted:
    /// a seek back plays on.
    case advanceAndStayAtLast
}

/// What a player does when an item can't be played.
public enum ActionAtItemFailure: Hashable, Sendable {
    /// The failed item stays current until someone navigates or replays.
    case stay
    /// Goes on with the next item of the list, if there is one; ``PlayerEvent/didPassOver(_:)`` tells of it. A list is never wrapped
    /// around for it, and an item that the network interrupted is waited for.
    case advance
}
