// SPDX-License-Identifier: Apache-2.0

import WindowboxHLS
import WindowboxStreaming
import WindowboxTransport

extension OpenedResource {
    /// Opens the only address of an M3U list, as radio stations give it out. Leaves anything else unchanged, HLS and longer lists included.
    /// - Parameters:
    ///   - request: the request with which it was opened.
    ///   - longest: the maximum size of a list in bytes.
    /// - Returns: the resource, and the request with which it was opened.
    func followingList(
        _ request: TransportRequest, with transport: any Transport, policy: RecoveryPolicy, longest: Int, onRequest: () async -> Void
    ) async throws(TransportError) -> (OpenedResource, TransportRequest) {
        guard isPlaylist || isNamedAsList else { return (self, request) }
        var resource = self
        let iterator = body.makeAsyncIterator()
        var searched = 0
        // The first lines of HLS already have such a tag, so a stream does not wait for its whole playlist here.
        while !resource.prefix[searched...].contains(Self.streamTag) {
            searched = max(0, resource.prefix.count - Self.streamTag.count + 1)
            guard resource.prefix.count <= longest, let chunk = try await iterator.next() else {
                guard resource.prefix.count <= longest, let address = resource.onlyAddress else { return (resource, request) }
                let next = TransportRequest(
                    url: URIResolver.resolve(address, against: head.url), limits: request.limits, acceptsCompression: true,
                    referrer: head.url)
                return (try await Self.open(next, with: transport, policy: policy, onRequest: onRequest), next)
            }
            resource.prefix.append(chunk)
        }
        return (resource, request)
    }

    private static let streamTag = Array("#EXT-X-".utf8)

    /// Whether it is text whose name is that of a list; such lists may lack a header.
    private var isNamedAsList: Bool {
        let path = head.url.prefix { $0 != "?" && $0 != "#" }
        return path.lowercased().hasSuffix(".m3u") && prefix.allSatisfy { $0 >= 0x20 || (0x09...0x0D).contains($0) }
    }

    private var onlyAddress: String? {
        let lines = prefix.split { $0 == 0x0A || $0 == 0x0D }.map { line in
            line.drop { $0 <= 0x20 || $0 == 0xEF || $0 == 0xBB || $0 == 0xBF }
        }
        let addresses = lines.filter { !$0.isEmpty && $0.first != UInt8(ascii: "#") }
        guard addresses.count == 1, let address = addresses.first else { return nil }
        let end = address.lastIndex { $0 > 0x20 } ?? address.startIndex
        return String(decoding: address[...end], as: UTF8.self)
    }
}
