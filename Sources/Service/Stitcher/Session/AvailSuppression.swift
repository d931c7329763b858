// SPDX-License-Identifier: Apache-2.0

/// Which breaks of a live stream a new session leaves unfilled.
public enum AvailSuppression: Hashable, Sendable, Codable {
    case off
    /// Those that begin at least this many seconds behind the live edge.
    case behindLiveEdge(Double)
    /// Those that begin less than this many seconds after the live edge at joining.
    case afterLiveEdge(Double)

    /// How to treat a break that had begun when the session joined.
    public enum Joining: String, Hashable, Sendable, Codable {
        /// Fill the rest of it.
        case partialAvail
        /// Leave it unfilled.
        case fullAvailOnly
    }

    /// - Parameters:
    ///   - start: the break's start on the stream's clock.
    ///   - edge: the live edge when the session joined.
    func suppresses(start: Double, edge: Double) -> Bool {
        switch self {
        case .off: false
        case .behindLiveEdge(let seconds): start <= edge - seconds
        case .afterLiveEdge(let seconds): start < edge + seconds
        }
    }
}
