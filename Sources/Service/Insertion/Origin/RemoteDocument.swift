// SPDX-License-Identifier: Apache-2.0

/// What an address answered with.
struct RemoteDocument: Sendable {
    var status: Int
    var bytes: [UInt8]
    /// After redirects.
    var url: String
}

/// Something to fetch.
struct RemoteRequest: Sendable {
    var url: String
    var fields: [(name: String, value: String)] = []
    /// For all of it, in seconds.
    var timeout: Double
    var mostBytes: Int
}
