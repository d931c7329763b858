// SPDX-License-Identifier: Apache-2.0

import Foundation
import WindowboxContract

extension ResourceWriter {
    /// Seconds before the start at which viewers are reminded, as in the calendar.
    private static let reminderLead = 600.0

    /// When a stream has something to do, if it has.
    func write(timers stream: LiveStream) throws {
        let scheduled = stream.status == .idle ? stream.scheduledAt : nil
        try write(.start, stream.id, stream.startType == .auto ? scheduled : nil)
        // Whom it begins for is reminded by the step that begins it.
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
