// SPDX-License-Identifier: Apache-2.0

import WindowboxDASH

/// Parses a manifest and fetches its remote elements.
struct DASHManifestReader: Sendable {
    /// Maximum size of a remote element in bytes.
    private static let longestRemote = 1 << 20

    let base: any Transport
    /// The template for requests.
    let request: TransportRequest

    /// - Parameters:
    ///   - url: the URL of the bytes, after redirects.
    ///   - known: remote elements fetched for earlier versions, by URL.
    /// - Returns: the manifest, and all remote elements fetched so far. Unavailable ones are left out of the manifest.
    func read(
        _ bytes: [UInt8], url: String, known: [String: [UInt8]]
    ) async throws(TransportError) -> (DASHManifest, remotes: [String: [UInt8]]) {
        let manifest = try parse(bytes, url, known)
        guard !manifest.remotes.isEmpty else { return (manifest, known) }
        let remotes = known.merging(await fetch(manifest.remotes)) { old, _ in old }
        return (try parse(bytes, url, remotes), remotes)
    }

    private func parse(_ bytes: [UInt8], _ url: String, _ remotes: [String: [UInt8]]) throws(TransportError) -> DASHManifest {
        do throws(DASHError) { return try DASHManifest.read(bytes, url: url, remotes: remotes) } catch {
            throw TransportError(error, url: url)
        }
    }

    private func fetch(_ addresses: [String]) async -> [String: [UInt8]] {
        await withTaskGroup(of: (String, [UInt8]?).self) { group in
            for address in addresses {
                group.addTask {
                    var fetch = request
                    fetch.url = address
                    fetch.span = nil
                    fetch.maximumBytes = Self.longestRemote
                    return (address, try? await base.bytes(of: fetch))
                }
            }
            var found: [String: [UInt8]] = [:]
            for await (address, bytes) in group { found[address] = bytes }
            return found
        }
    }
}
