// SPDX-License-Identifier: Apache-2.0

/// A client's request.
public struct OriginRequest: Hashable, Sendable {
    public var method: String
    /// The path as sent, percent-encoded, without the query.
    public var path: String
    /// Without the question mark; nil when there is none.
    public var query: String?
    /// In the order and spelling sent.
    public var headers: [(name: String, value: String)] { fields.map { ($0.name, $0.value) } }
    /// At most ``Origin/maximumBody`` bytes.
    public var body: [UInt8]
    /// The number of its connection, counted from 0 for each origin.
    public var connection: Int
    /// Nanoseconds of a monotonic clock.
    public var time: UInt64

    struct Field: Hashable, Sendable {
        var name: String
        var value: String
    }
    var fields: [Field]

    /// The same request without a field.
    public func without(_ name: String) -> OriginRequest {
        var request = self
        request.fields.removeAll { $0.name.lowercased() == name.lowercased() }
        return request
    }

    /// The first value of a field, whatever the case of its name.
    public func header(_ name: String) -> String? {
        fields.first { $0.name.lowercased() == name.lowercased() }?.value
    }
}
