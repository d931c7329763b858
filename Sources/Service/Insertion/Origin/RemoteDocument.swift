// SPDX-License-Identifier: Apache-2.0

/// A fetched document.
struct RemoteDocument: Sendable {
    var status: Int
    var bytes: [UInt8]
    /// The final URL after redirects.
    var url: String
}

/// A request for a document.
struct RemoteRequest: Sendable {
    var url: String
    var fields: [(name: String, value: String)] = []
    /// The total timeout in seconds.
    var timeout: Double
    var maxBytes: Int
}
