// SPDX-License-Identifier: Apache-2.0

import Dispatch
import WindowboxStreaming

/// A transport for `file:` URLs and plain paths. Reads on threads that may block.
///
/// A file that is removed or renamed can still be opened as long as one of its bodies is held.
public struct FileTransport: Transport {
    private let chunkBytes: Int
    private let files = OpenFileTable()
    private let opening = DispatchQueue(label: "windowbox.files")

    /// - Parameter chunkBytes: maximum size of a chunk.
    public init(chunkBytes: Int = 256 << 10) { self.chunkBytes = max(1, chunkBytes) }

    public func open(_ request: TransportRequest) async throws(TransportError) -> TransportResponse {
        try request.checkSpan()
        let path = try FilePath(request.url)
        let file = try await blocking(on: opening) { [files] in files.open(path, url: request.url) }.get()
        let range = try request.range(inLength: file.length)
        if let maximum = request.maximumBytes, range.count > maximum { throw .tooLarge(request.url, limit: maximum) }
        let isHead = request.method == .head
        return TransportResponse(
            status: request.span == nil ? 200 : 206, url: path.url, contentLength: range.count,
            body: isHead ? TransportBody([]) : TransportBody(FileByteSource(file, range: range, chunkBytes: chunkBytes, url: request.url)))
    }
}

/// Runs work that may block on a queue's own thread, so that none of Swift's few threads waits for a disk.
func blocking<Value: Sendable>(
    on queue: DispatchQueue, _ work: @escaping @Sendable () -> Result<Value, TransportError>
) async -> Result<Value, TransportError> {
    await withCheckedContinuation { waiter in queue.async { waiter.resume(returning: work()) } }
}
