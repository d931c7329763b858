// SPDX-License-Identifier: Apache-2.0

/// What follows the end of an item.
public enum RepeatMode: Hashable, Sendable, CaseIterable {
    /// The next item; nothing after the last one.
    case off
    /// The same item again.
    case one
    /// The next item; the first one after the last. Navigation also wraps around at both ends.
    case all
}

/// What a player does when an item has played to its end.
public enum ActionAtItemEnd: Hashable, Sendable {
    /// Continues with the next item; after the last one nothing is current.
    case advance
    /// Stays at the end of each item, in the state ``PlaybackState/ended``.
    case pause
    /// Continues with the next item, and stays at the end of the last one, in the state ``PlaybackState/ended``. Playback stays requested:
    /// it resumes after a seek backwards.
    case advanceAndStayAtLast
}

/// What a player does when an item can't be played.
public enum ActionAtItemFailure: Hashable, Sendable {
    /// The failed item stays current until someone navigates or replays.
    case stay
    /// Continues with the next item of the list, if there is one, and sends ``PlayerEvent/didPassOver(_:)``. Doesn't wrap around at the end
    /// of the list, and waits for an item interrupted by the network.
    case advance
}
