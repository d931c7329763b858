// SPDX-License-Identifier: Apache-2.0

import WindowboxCatalogue
import WindowboxContract

/// The requested resource's record can't be read.
struct Damage<Resource: AdministeredResource>: Error {
    let record: DamagedResource
}

/// An error that supplies its own ``APIError``.
protocol ToldError: Error {
    var told: APIError { get }
}

extension Damage: CustomStringConvertible {
    /// For the log, so without the record's content.
    var description: String { "The record of \(Resource.kind) \(record.id) can't be read." }
}

extension Damage: ToldError {
    var told: APIError {
        let item = DamagedItem(record, as: Resource.self)
        return APIError(.damagedRecord, item.message, field: item.field)
    }
}

extension DamagedItem {
    /// - Parameter type: the type that the record should have.
    init<Value: Decodable>(_ record: DamagedResource, as type: Value.Type) {
        var problem: APIError?
        do { _ = try ContractJSON.decode(type, from: record.document) } catch { problem = APIError(reading: error) }
        guard let field = problem?.error.field else {
            self.init(id: record.id, message: "Its record is not readable. Send all of it again, or delete it.")
            return
        }
        self.init(
            id: record.id, message: "The field \(field) of its record is not readable. Change that field, or delete it.", field: field)
    }
}
