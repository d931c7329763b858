// SPDX-License-Identifier: Apache-2.0

import Foundation
import WindowboxCatalogue
import WindowboxContract

/// Notes who wants to be reminded of a start.
struct ReminderRoutes: RouteGroup {
    let stage: LiveStreamService
    let access: LiveAccess

    var endpoints: [Endpoint] { [Endpoint("remind", remind)] }

    private func remind(_ call: GuestCall, _ request: ReminderRequest) async throws {
        let id = try await access.stream(call).id
        guard ["ics", "webhook"].contains(request.channel) else {
            throw APIError(.invalidField, "It is ics or webhook.", field: "channel")
        }
        let reminder = Reminder(call.guest.id, of: id)
        // It does not begin in between.
        _ = try await stage.perform(on: id, at: call.now) { live, stream in
            guard stream.status == .idle, stream.scheduledAt != nil else {
                throw APIError(.invalidTransition, "It has begun, or nobody knows when it will.")
            }
            // The calendar of the guest's own machine reminds: GET …/calendar.ics.
            if request.channel == "webhook" { _ = try live.add(reminder) }
        }
    }
}

/// That a guest wants the business to remind of a start.
struct Reminder: GuestRecord {
    static let kind = GuestRecords.reminder
    var id: String
    var streamID: String
    var guestID: String

    var parentID: String { streamID }

    init(_ guest: String, of stream: String) {
        id = GuestAlias.of("reminder \(guest)", in: stream)
        streamID = stream
        guestID = guest
    }
}

extension LiveStreamService {
    /// Guests in one notice.
    private static let mostGuests = 500

    /// Tells the business whom to remind, once each; then there is nothing left for the timer to do.
    func remind(_ id: String, at now: Date) async throws {
        let most = Self.mostGuests
        var isDone = false
        while !isDone {
            // Told and forgotten at once: neither a crash nor another process comes in between.
            isDone = try await catalogue.live.perform(on: id, at: now) { live in
                let reminders = try live.all(Reminder.self, of: id, limit: most)
                guard !reminders.isEmpty, let stream = try live.find(LiveStream.self, id: id) else {
                    _ = try live.take(LiveTimer(stream: id, kind: .remind))
                    return true
                }
                var facts: [String: JSONValue] = ["guest_ids": .array(reminders.map { .string($0.guestID) })]
                if let scheduled = stream.scheduledAt { facts["scheduled_at"] = .string(Timestamp.text(scheduled)) }
                try live.publish("live.reminder", stream, facts)
                for reminder in reminders { try live.delete(Reminder.self, id: reminder.id) }
                return false
            }
        }
    }
}
