// SPDX-License-Identifier: Apache-2.0

import WindowboxStreaming
import WindowboxTransport

/// How a source accesses the resources of its presentation.
struct SourceAccess {
    let address: String
    let transport: any Transport
    let resources: ResourceStore
    /// The maximum size of a playlist in bytes.
    let longestText: Int
    /// The response to the first load, if it was opened already to determine its type.
    private var opened: OpenedResource?

    init(opened: OpenedResource, address: String, transport: any Transport, keys: KeyStore, longestText: Int) {
        self.opened = opened
        self.address = address
        self.transport = transport
        self.longestText = longestText
        resources = ResourceStore(transport: transport, keys: keys, referrer: address)
    }

    mutating func takeOpened(for load: StreamLoad) -> OpenedResource? {
        guard case .playlist(let location) = load.content, location.url == address else { return nil }
        defer { opened = nil }
        return opened
    }

    /// Sends a report without waiting. A failure has no consequences.
    func send(_ report: ClientReport) {
        let request = TransportRequest(report, referrer: address)
        let transport = transport
        Task { _ = try? await transport.bytes(of: request) }
    }
}
