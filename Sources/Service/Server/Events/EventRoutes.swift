// SPDX-License-Identifier: Apache-2.0

import WindowboxCatalogue
import WindowboxContract

/// Records viewer events. Accepted events are on disk before the response.
struct EventRoutes: RouteGroup {
    let catalogue: Catalogue
    let metrics: ServiceMetrics

    var endpoints: [Endpoint] { [Endpoint("recordEvents", record).taking(upTo: 256 << 10, values: 20_000)] }

    private func record(_ call: GuestContext, _ body: RawBody) async throws -> EventReceipt {
        let batch: ReceivedBatch
        do { batch = try ContractJSON.decode(ReceivedBatch.self, from: body.bytes) } catch { throw APIError(reading: error) }
        var receipt = try await catalogue.events.record(batch.events.compactMap(\.event), of: call.viewer, at: call.now)
        receipt.rejected = batch.events.compactMap(\.rejection) + receipt.rejected
        metrics.count(.eventsAccepted, receipt.accepted)
        metrics.count(.eventsRejected, receipt.rejected.count)
        return receipt
    }
}

/// A batch of events in which one that can't be decoded doesn't affect the others.
private struct ReceivedBatch: Decodable {
    private enum Key: String, CodingKey { case events }

    let events: [ReceivedEvent]

    // Decoding stops at the limit.
    init(from decoder: any Decoder) throws {
        var list = try decoder.container(keyedBy: Key.self).nestedUnkeyedContainer(forKey: .events)
        var events: [ReceivedEvent] = []
        while !list.isAtEnd {
            guard events.count < EventBatch.limit else {
                throw APIError(.invalidField, "At most \(EventBatch.limit) events can be sent at once.", field: "events")
            }
            events.append(try list.decode(ReceivedEvent.self))
        }
        self.events = events
    }
}

private struct ReceivedEvent: Decodable {
    private enum Key: String, CodingKey { case id }

    let event: ViewerEvent?
    let rejection: EventReceipt.Rejection?

    init(from decoder: any Decoder) throws {
        do {
            event = try ViewerEvent(from: decoder)
            rejection = nil
        } catch {
            let id = (try? decoder.container(keyedBy: Key.self).decode(String.self, forKey: .id)) ?? ""
            event = nil
            rejection = EventReceipt.Rejection(
                id: String(id.prefix(64)), code: .invalidField, field: Self.field(of: APIError(reading: error)))
        }
    }

    /// The field's path within the event, which its id identifies.
    private static func field(of error: APIError) -> String? {
        guard let field = error.error.field, let end = field.firstIndex(of: "]") else { return nil }
        let path = field[field.index(after: end)...].drop { $0 == "." }
        return path.isEmpty ? nil : String(path)
    }
}
