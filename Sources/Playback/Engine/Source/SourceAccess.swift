// SPDX-License-Identifier: Apache-2.0

import WindowboxStreaming
import WindowboxTransport

/// How a source gets at the resources of its presentation.
struct SourceAccess {
    let address: String
    let transport: any Transport
    let resources: ResourceStore
    /// Bytes that a playlist may have.
    let longestText: Int
    /// The answer to the first load, when it was opened already to see what the address is.
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

    /// Nobody waits for it, and nothing follows from its failure.
    func send(_ report: ClientReport) {
        let request = TransportRequest(report, referrer: address)
        let transport = transport
        Task { _ = try? await transport.bytes(of: request) }
    }
}
