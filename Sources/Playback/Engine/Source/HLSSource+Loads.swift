// SPDX-License-Identifier: Apache-2.0

import WindowboxStreaming
import WindowboxTransport

extension HLSSource {
    /// Nobody waits for it, and nothing follows from its failure.
    func send(_ report: ClientReport) {
        let request = TransportRequest(report, referrer: address)
        let transport = transport
        Task { _ = try? await transport.bytes(of: request) }
    }

    /// False when the load was cancelled.
    func finishLoad(_ id: LoadID) -> Bool { loads.removeValue(forKey: id) != nil }

    /// Ends the transfer of a load that has brought what it was for. False when it was cancelled.
    func stopLoad(_ id: LoadID) -> Bool {
        loads[id]?.cancel()
        return finishLoad(id)
    }
}
