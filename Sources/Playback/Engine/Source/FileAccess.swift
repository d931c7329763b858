// SPDX-License-Identifier: Apache-2.0

import WindowboxCodec
import WindowboxTransport

/// How the readers of a file access it, and what they have learned about its timestamps.
struct FileAccess {
    let request: TransportRequest
    let transport: any Transport
    let timestamps: JoinedFileMap

    /// Opens the file once more.
    func input(length: Int) -> TransportInput { TransportInput(request: request, length: length, transport: transport) }
}
