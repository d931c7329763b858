// SPDX-License-Identifier: Apache-2.0

import WindowboxCodec
import WindowboxStreaming
import WindowboxTransport

/// How the readers of a file access it, and what they have found out about its timestamps.
struct FileAccess {
    /// Read by playback.
    let input: TransportInput
    let timestamps: JoinedFileMap
    /// What it seems to be, if it turns out not to be media; nil if that can't be told.
    let foreignContent: FailureReason?
    private let request: TransportRequest
    private let transport: any Transport

    /// - Parameter address: the URL of the item.
    init(_ opened: OpenedResource, address: String, transport: any Transport) {
        request = TransportRequest(url: opened.head.url, limits: .init(whole: .infinity), referrer: address)
        input = TransportInput(opened: opened, request: request, transport: transport)
        foreignContent = ForeignContent.likely(opened.prefix)
        timestamps = JoinedFileMap(isRemote: !input.isLocal)
        self.transport = transport
    }

    /// Opens the file again; nil for an endless stream.
    func anotherInput() -> TransportInput? {
        input.length.map { TransportInput(request: request, length: $0, transport: transport) }
    }
}
