// SPDX-License-Identifier: Apache-2.0

/// Which breaks of a live stream a new session leaves as they are.
public enum AvailSuppression: Hashable, Sendable, Codable {
    case off
    /// Those that begin so many seconds behind the edge, or further.
    case behindLiveEdge(Double)
    /// Those that begin before so many seconds behind the time of joining.
    case afterLiveEdge(Double)

    /// What to do with a break that had begun when the session joined.
    public enum Joining: String, Hashable, Sendable, Codable {
        /// What is left of it is filled.
        case partialAvail
        /// It is left as it is.
        case fullAvailOnly
    }

    /// - Parameters:
    ///   - start: of the break, on the stream's clock.
    ///   - edge: where the stream was when the session joined.
    func suppresses(start: Double, edge: Double) -> Bool {
        switch self {
        case .off: false
        case .behindLiveEdge(let seconds): start <= edge - seconds
        case .afterLiveEdge(let seconds): start < edge + seconds
        }
    }
}
