// SPDX-License-Identifier: Apache-2.0

public import WindowboxMedia

/// What to do next, and why.
public struct QualityDecision: Hashable, Sendable {
    /// What to fetch, or how long to wait.
    public enum Action: Hashable, Sendable {
        /// Fetch the segment of this index at a level, which is an index in ``QualitySituation/levels``.
        case fetch(index: Int, level: Int)
        /// Fetch a buffered segment again at a better level; it is used only if it arrives completely before it is due.
        case replace(index: Int, level: Int)
        /// The buffer is full or nothing is left to fetch: ask again at this moment.
        case wait(until: Instant)
    }
    /// What to do next.
    public var action: Action
    /// Why, with the figures that led to it.
    public var reason: QualityReason
    public init(_ action: Action, reason: QualityReason) {
        self.action = action
        self.reason = reason
    }
}
