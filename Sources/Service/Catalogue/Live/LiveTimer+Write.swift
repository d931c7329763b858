// SPDX-License-Identifier: Apache-2.0

import Foundation
import WindowboxContract

extension ResourceWriter {
    /// Seconds before the start at which viewers are reminded, as in the calendar entry.
    private static let reminderLead = 600.0

    /// Updates the timers of a stream.
    func write(timers stream: LiveStream) throws {
        let scheduled = stream.status == .idle ? stream.scheduledAt : nil
        try write(.start, stream.id, stream.startType == .auto ? scheduled : nil)
        // The start command itself sends the reminders that remain.
        if !stream.status.isActive { try write(.remind, stream.id, scheduled?.addingTimeInterval(-Self.reminderLead)) }
    }

    private func write(_ kind: LiveTimer.Kind, _ stream: String, _ due: Date?) throws {
        guard let due else {
            try connection.execute("DELETE FROM live_timer WHERE stream = \(stream) AND kind = \(kind.rawValue)")
            return
        }
        try connection.execute(
            """
            INSERT INTO live_timer (stream, kind, due) VALUES (\(stream), \(kind.rawValue), \(Timestamp.milliseconds(due)))
            ON CONFLICT (stream, kind) DO UPDATE SET due = excluded.due
            """)
    }
}
