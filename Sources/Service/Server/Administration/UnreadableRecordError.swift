// SPDX-License-Identifier: Apache-2.0

import WindowboxCatalogue
import WindowboxContract

/// The requested resource's record can't be read.
struct UnreadableRecordError<Resource: AdministeredResource>: Error {
    let record: UnreadableRecord
}

extension UnreadableRecordError: CustomStringConvertible {
    /// For the log, so without the record's content.
    var description: String { "The record of \(Resource.kind) \(record.id) can't be read." }
}

extension UnreadableRecordError: HTTPErrorConvertible {
    var httpError: HTTPError {
        let item = DamagedItem(record, as: Resource.self)
        return HTTPError(APIError(.damagedRecord, item.message, field: item.field))
    }
}

extension DamagedItem {
    /// - Parameter type: the type that the record should have.
    init<Value: Decodable>(_ record: UnreadableRecord, as type: Value.Type) {
        var problem: APIError?
        do { _ = try ContractJSON.decode(type, from: record.document) } catch { problem = APIError(reading: error) }
        guard let field = problem?.error.field else {
            self.init(id: record.id, message: "Its record can't be read. Send all of it again, or delete it.")
            return
        }
        self.init(
            id: record.id, message: "The field \(field) of its record can't be read. Set that field again, or delete the entry.",
            field: field)
    }
}
