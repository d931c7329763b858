// SPDX-License-Identifier: Apache-2.0

import Foundation
import WindowboxContract

/// A host's command for a broadcast.
enum LiveCommand: String, CaseIterable, Sendable {
    case start, pause, resume, end

    /// The stream's next status; the current one if there is nothing to do.
    /// - Throws: ``ErrorCode/invalidTransition`` if the command isn't possible now.
    func next(after status: LiveStatus) throws(APIError) -> LiveStatus {
        let next: LiveStatus? =
            switch (self, status) {
            case (.start, .idle), (.resume, .paused): .live
            case (.pause, .live): .paused
            // Ending a stream that has ended changes nothing.
            case (.end, .completed), (.end, .replay): status
            case (.end, _): .completed
            default: nil
            }
        guard let next, next == status || status.mayBecome(next) else {
            throw APIError(.invalidTransition, "A stream that is \(status.rawValue) can't \(rawValue).")
        }
        return next
    }

    /// The webhook event type.
    var notice: String {
        switch self {
        case .start: "live.started"
        case .pause: "live.paused"
        case .resume: "live.resumed"
        case .end: "live.ended"
        }
    }
}

extension LiveStream {
    mutating func become(_ status: LiveStatus, at now: Date) {
        if status == .live, startedAt == nil { startedAt = now }
        if status == .completed, self.status != .completed { endedAt = now }
        self.status = status
    }
}
