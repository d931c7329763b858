// SPDX-License-Identifier: Apache-2.0

import WindowboxDASH
import WindowboxStreaming

// The index of a file that the manifest doesn't mention.
extension DASHTransport {
    /// How many bytes to look at: usually the index follows a short header, but that may contain a cover image.
    private static let searchLengths = [64 << 10, 1 << 20, 1 << 20]

    /// Looks for the index in a file. Without one, or if the server can't send a part of the file, the file is a single segment.
    func searchIndex(_ location: DASHSegments.Location, _ request: TransportRequest) async throws(TransportError) -> DASHSegmentIndex {
        var offset = 0
        for length in Self.searchLengths {
            var part = request
            part.url = location.url
            part.span = ByteSpan(offset: offset, length: length)
            part.maximumBytes = length
            let bytes: [UInt8]
            do throws(TransportError) { bytes = try await fetch(part).body.collect(reserving: length) } catch {
                guard error.cause != .cancelled else { throw error }
                return DASHSegmentIndex()
            }
            switch DASHSegmentIndex.search(bytes, at: offset) {
            case .found(let index): return index
            case .missing: return DASHSegmentIndex()
            case .beyond(let next):
                // The file ends before.
                if bytes.count < length { return DASHSegmentIndex() }
                offset = next
            }
        }
        return DASHSegmentIndex()
    }
}
