// SPDX-License-Identifier: Apache-2.0

import Foundation
import WindowboxCatalogue
import WindowboxContract

/// Registers guests who want to be reminded of a start.
struct ReminderRoutes: RouteGroup {
    let liveService: LiveStreamService
    let access: LiveAccess

    var endpoints: [Endpoint] { [Endpoint("remind", remind)] }

    private func remind(_ call: GuestContext, _ request: ReminderRequest) async throws {
        let id = try await access.stream(call).id
        guard ["ics", "webhook"].contains(request.channel) else {
            throw APIError(.invalidField, "It must be ics or webhook.", field: "channel")
        }
        let reminder = Reminder(call.guest.id, of: id)
        // In a transaction, so that the stream can't start in between.
        _ = try await liveService.perform(on: id, at: call.now) { live, stream in
            guard stream.status == .idle, stream.scheduledAt != nil else {
                throw APIError(.invalidTransition, "It has already started, or has no scheduled start.")
            }
            // With "ics", the guest's own calendar reminds: GET …/calendar.ics.
            if request.channel == "webhook" { _ = try live.add(reminder) }
        }
    }
}

/// A guest's request to be reminded of a start by the business.
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
    /// Guests per webhook event.
    private static let maximumGuests = 500

    /// Tells the business once whom to remind, and removes the timer.
    func remind(_ id: String, at now: Date) async throws {
        let limit = Self.maximumGuests
        var isDone = false
        while !isDone {
            // Published and deleted in one transaction, so that a crash or another process can't cause duplicates.
            isDone = try await catalogue.live.perform(on: id, at: now) { live in
                let reminders = try live.all(Reminder.self, of: id, limit: limit)
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
