// SPDX-License-Identifier: Apache-2.0

import AsyncHTTPClient
public import Foundation
import NIOCore
import NIOHTTP1

/// Downloads a file from a client's URL, only from permitted addresses (against server-side request forgery).
///
/// A name is resolved here, all its addresses are checked, and the connection uses a checked address, so that the name can't resolve
/// differently a moment later. Every redirect is checked again.
public struct RemoteDownloader: Sendable {
    public struct Limits: Hashable, Sendable {
        /// In bytes.
        public var maxBytes: Int64 = 20 << 30
        /// Timeouts in seconds: for the complete download, and without data.
        public var time = 3600.0
        public var silence = 30.0
        public var redirects = 5

        public init() {}
    }

    public var limits: Limits
    private let egressPolicy: EgressPolicy

    public init(rule: AddressPolicy = .publicOnly, limits: Limits = Limits()) {
        self.init(rule: rule, limits: limits, lookUp: NameLookup.addresses)
    }

    init(rule: AddressPolicy, limits: Limits, lookUp: @escaping @Sendable (String) async throws -> [RemoteAddress]) {
        self.limits = limits
        egressPolicy = EgressPolicy(rule: rule, lookUp: lookUp)
    }

    /// Checks whether a URL may be fetched, without fetching it.
    /// - Throws: ``UploadError``.
    public func check(_ address: String) async throws { _ = try await egressPolicy.target(address) }

    /// Downloads it into a file.
    /// - Parameter onProgress: called with 0...1, if the server announces the length.
    /// - Throws: ``UploadError``, ``StorageError``, `CancellationError`.
    public func fetch(_ address: String, to file: URL, onProgress: @escaping @Sendable (Double) -> Void = { _ in }) async throws {
        let limit = limits.time
        try await withThrowingTaskGroup(of: Void.self) { group in
            group.addTask { try await follow(address, to: file, onProgress) }
            group.addTask {
                try await Task.sleep(for: .seconds(limit))
                throw UploadError(.fetch, "The server took more than \(Int(limit)) s. Send the file as an upload.")
            }
            defer { group.cancelAll() }
            try await group.next()
        }
    }

    private func follow(_ address: String, to file: URL, _ onProgress: @Sendable (Double) -> Void) async throws {
        var address = address
        for _ in 0...limits.redirects {
            let (url, remote) = try await egressPolicy.target(address)
            guard let next = try await load(url, from: remote, to: file, onProgress) else { return }
            guard let led = URL(string: next, relativeTo: url)?.absoluteURL, !(url.scheme == "https" && led.scheme == "http") else {
                throw UploadError(.fetch, "The address redirects to one that can't be followed.")
            }
            address = led.absoluteString
        }
        throw UploadError(.fetch, "The address redirects more than \(limits.redirects) times.")
    }

    /// - Returns: the target of a redirect; nil if the file was downloaded.
    private func load(_ url: URL, from remote: RemoteAddress, to file: URL, _ onProgress: @Sendable (Double) -> Void) async throws
        -> String?
    {
        let client = EgressPolicy.client(for: url, at: remote, silence: limits.silence)
        do {
            let led = try await load(url, with: client, to: file, onProgress)
            try await client.shutdown()
            return led
        } catch {
            try? await client.shutdown()
            if error is UploadError || error is StorageError || error is CancellationError { throw error }
            try Task.checkCancellation()
            throw UploadError(.fetch, "The address can't be fetched: \(error).")
        }
    }

    private func load(_ url: URL, with client: HTTPClient, to file: URL, _ onProgress: @Sendable (Double) -> Void) async throws -> String? {
        var request = HTTPClientRequest(url: url.absoluteString)
        request.headers.add(name: "User-Agent", value: "Windowbox/0.1")
        request.headers.add(name: "Accept", value: "*/*")
        let response = try await client.execute(request, timeout: .nanoseconds(Int64(limits.time * 1e9)))
        switch response.status.code {
        case 200: break
        case 301, 302, 303, 307, 308:
            guard let next = response.headers.first(name: "Location") else {
                throw UploadError(.fetch, "The server redirects without saying where to.")
            }
            return next
        default: throw UploadError(.fetch, "The server answers with status \(response.status.code).")
        }
        let announced = response.headers.first(name: "Content-Length").flatMap(Int64.init)
        if let announced, announced > limits.maxBytes { throw tooLarge }
        guard FileManager.default.createFile(atPath: file.path, contents: nil) else { throw StorageError.system(errno, at: file.path) }
        let handle = try FileHandle(forWritingTo: file)
        defer { try? handle.close() }
        var count: Int64 = 0
        for try await piece in response.body {
            count += Int64(piece.readableBytes)
            if count > limits.maxBytes { throw tooLarge }
            do { try handle.write(contentsOf: Data(piece.readableBytesView)) } catch { throw StorageError.disk(error, at: file.path) }
            if let announced, announced > 0 { onProgress(min(1, Double(count) / Double(announced))) }
        }
        return nil
    }

    private var tooLarge: UploadError {
        UploadError(.tooLarge, "The file has more than \(limits.maxBytes) bytes. Send a smaller one, or raise the limit.")
    }
}
