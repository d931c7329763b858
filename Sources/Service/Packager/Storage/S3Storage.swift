// SPDX-License-Identifier: Apache-2.0

import AsyncHTTPClient
public import Foundation
import NIOCore
import NIOHTTP1
import WindowboxXML

/// Stores objects in an S3 bucket.
///
/// The bucket is part of the path, which all S3-compatible services support.
public final class S3Storage: MediaStorage {
    public struct Configuration: Sendable {
        /// Such as `https://s3.example.org`; without a path.
        public var endpoint: String
        public var bucket: String
        public var region: String
        public var accessKey: String
        public var secret: String
        /// A prefix of all object names, so that several services can share a bucket; nil for none.
        public var prefix: StorageKey?
        /// Larger files are uploaded in parts of this size in bytes; services require at least 5 MiB.
        public var partSize = 16 << 20
        /// Names per page of a list, at most 1000.
        public var pageSize = 1000

        public init(endpoint: String, bucket: String, region: String, accessKey: String, secret: String, prefix: StorageKey? = nil) {
            self.endpoint = endpoint
            self.bucket = bucket
            self.region = region
            self.accessKey = accessKey
            self.secret = secret
            self.prefix = prefix
        }
    }

    let configuration: Configuration
    private let client: HTTPClient
    private let signer: SignatureV4
    private let host: String
    private let now: @Sendable () -> Date

    /// - Throws: ``StorageError`` if the endpoint is invalid.
    public init(_ configuration: Configuration, now: @escaping @Sendable () -> Date = { Date() }) throws {
        self.configuration = configuration
        self.now = now
        guard let url = URLComponents(string: configuration.endpoint), let host = url.host, !host.isEmpty,
            ["http", "https"].contains(url.scheme ?? ""), url.path.isEmpty || url.path == "/", url.query == nil, url.user == nil,
            StorageKey(configuration.bucket) != nil, !configuration.bucket.contains("/")
        else { throw StorageError.malformed("s3://\(configuration.bucket)?endpoint=\(configuration.endpoint)") }
        let isUsual = url.port == nil || url.port == (url.scheme == "http" ? 80 : 443)
        self.host = isUsual ? host.lowercased() : "\(host.lowercased()):\(url.port ?? 0)"
        signer = SignatureV4(accessKey: configuration.accessKey, secret: configuration.secret, region: configuration.region)
        var settings = HTTPClient.Configuration(
            redirectConfiguration: .disallow, timeout: .init(connect: .seconds(10), read: .seconds(60)), decompression: .disabled)
        settings.connectionPool.retryConnectionEstablishment = false
        settings.tracing.tracer = nil
        client = HTTPClient(eventLoopGroupProvider: .singleton, configuration: settings)
    }

    deinit { client.shutdown { _ in } }

    public func put(_ content: StorageContent, at key: StorageKey, type: String) async throws {
        switch content {
        case .bytes(let bytes): try await put(bytes, at: key, type: type)
        case .file(let file):
            let handle: FileHandle
            do { handle = try FileHandle(forReadingFrom: file) } catch { throw StorageError.disk(error, at: file.path) }
            defer { try? handle.close() }
            let first = try handle.read(upToCount: configuration.partSize) ?? Data()
            guard first.count == configuration.partSize else { return try await put(Array(first), at: key, type: type) }
            try await putParts(first, of: handle, at: key, type: type)
        }
    }

    private func put(_ bytes: [UInt8], at key: StorageKey, type: String) async throws {
        _ = try await send("PUT", key, headers: [("content-type", type)], body: bytes)
    }

    /// A multipart upload: the object appears once it is complete; an incomplete upload is aborted.
    private func putParts(_ first: Data, of file: FileHandle, at key: StorageKey, type: String) async throws {
        let begun = try await send("POST", key, query: [("uploads", "")], headers: [("content-type", type)])
        guard let id = try await document(begun, key).first("UploadId")?.text, !id.isEmpty else {
            throw StorageError.failed(key.text, "the answer names no upload")
        }
        do {
            var tags: [String] = []
            var part = first
            while !part.isEmpty {
                try Task.checkCancellation()
                let number = String(tags.count + 1)
                let response = try await send("PUT", key, query: [("partNumber", number), ("uploadId", id)], body: Array(part))
                guard let tag = response.headers.first(name: "ETag") else {
                    throw StorageError.failed(key.text, "part \(number) has no ETag")
                }
                tags.append(tag)
                part = try file.read(upToCount: configuration.partSize) ?? Data()
            }
            let list = tags.enumerated().map { "<Part><PartNumber>\($0.offset + 1)</PartNumber><ETag>\($0.element)</ETag></Part>" }
            let body = "<CompleteMultipartUpload>\(list.joined())</CompleteMultipartUpload>"
            let done = try await send("POST", key, query: [("uploadId", id)], body: Array(body.utf8))
            // The service may report an error in the body of a response with a success status.
            let root = try await document(done, key)
            if root.name == "Error" { throw StorageError.failed(key.text, root.first("Message")?.text ?? "the parts can't be joined") }
        } catch {
            // Incomplete parts would cost money, so the upload is aborted even if this task was cancelled.
            _ = await Task { try? await send("DELETE", key, query: [("uploadId", id)]) }.value
            throw error
        }
    }

    public func find(_ key: StorageKey) async throws -> StoredObject? {
        guard let response = try await sendIfThere("HEAD", key) else { return nil }
        return object(key, response.headers)
    }

    private func object(_ key: StorageKey, _ headers: HTTPHeaders) -> StoredObject {
        StoredObject(
            key: key, size: headers.first(name: "Content-Length").flatMap(Int64.init) ?? 0,
            tag: (headers.first(name: "ETag") ?? "").replacing("\"", with: ""),
            modified: headers.first(name: "Last-Modified").flatMap { S3Date.header($0) } ?? .distantPast)
    }

    public func read(_ key: StorageKey, range: Range<Int64>?) async throws -> StorageBytes? {
        if let range, range.isEmpty { return try await find(key) == nil ? nil : StorageBytes { nil } }
        let headers = range.map { [("range", "bytes=\($0.lowerBound)-\($0.upperBound - 1)")] } ?? []
        guard let response = try await sendIfThere("GET", key, headers: headers) else { return nil }
        let pieces = BodyPieces(response.body, key: key)
        return StorageBytes { try await pieces.next() }
    }

    public func delete(_ key: StorageKey) async throws { _ = try await sendIfThere("DELETE", key) }

    public func list(below prefix: StorageKey) async throws -> [StoredObject] {
        var objects: [StoredObject] = []
        var pages = Pages(prefix: prefix)
        while let page = try await next(&pages) { objects += page }
        return objects.sorted { $0.key < $1.key }
    }

    /// The position in a list, which a service returns page by page, in the order of the names.
    struct Pages {
        /// Nil for the whole store.
        var prefix: StorageKey?
        var token: String?
        var isAtEnd = false
    }

    /// - Returns: nil at the end.
    func next(_ pages: inout Pages) async throws -> [StoredObject]? {
        guard !pages.isAtEnd else { return nil }
        let prefix = pages.prefix.map { name(of: $0) } ?? configuration.prefix?.text
        var query = [("list-type", "2"), ("max-keys", String(configuration.pageSize))]
        if let prefix { query.append(("prefix", prefix + "/")) }
        if let token = pages.token { query.append(("continuation-token", token)) }
        let response = try await send("GET", nil, query: query)
        let root = try await document(response, pages.prefix)
        pages.token = root.first("IsTruncated")?.text == "true" ? root.first("NextContinuationToken")?.text : nil
        pages.isAtEnd = pages.token == nil
        return root.all("Contents").compactMap { entry in
            guard let text = entry.first("Key")?.text, let key = key(named: text) else { return nil }
            return StoredObject(
                key: key, size: entry.first("Size").flatMap { Int64($0.text) } ?? 0,
                tag: (entry.first("ETag")?.text ?? "").replacing("\"", with: ""),
                modified: entry.first("LastModified").flatMap { S3Date.document($0.text) } ?? .distantPast)
        }
    }

    /// A presigned URL that anybody can fetch an object from, for some seconds.
    public func address(of key: StorageKey, for seconds: Int) -> String {
        let request = SignatureV4.Request(method: "GET", host: host, path: path(key))
        return address(path(key), signer.presigned(request, for: seconds, at: now()))
    }

    /// Creates the bucket if it doesn't exist.
    public func makeBucket() async throws {
        let region = configuration.region
        let location = "<CreateBucketConfiguration><LocationConstraint>\(region)</LocationConstraint></CreateBucketConfiguration>"
        let response = try await open("PUT", nil, query: [], headers: [], body: region == "us-east-1" ? [] : Array(location.utf8))
        // It exists already, perhaps with the same owner.
        if response.status == .conflict { return }
        _ = try await checked(response, nil)
    }

    private func name(of key: StorageKey) -> String { configuration.prefix.map { "\($0)/\(key)" } ?? key.text }

    private func key(named text: String) -> StorageKey? {
        guard let prefix = configuration.prefix else { return StorageKey(text) }
        return text.hasPrefix("\(prefix)/") ? StorageKey(String(text.dropFirst(prefix.text.count + 1))) : nil
    }

    private func path(_ key: StorageKey?) -> String { "/\(configuration.bucket)" + (key.map { "/\(name(of: $0))" } ?? "") }

    private func address(_ path: String, _ query: [(name: String, value: String)]) -> String {
        let end = configuration.endpoint.hasSuffix("/") ? configuration.endpoint.dropLast() : configuration.endpoint[...]
        return end + path + (query.isEmpty ? "" : "?\(SignatureV4.canonical(query))")
    }
}

// MARK: - Requests

extension S3Storage {
    private func sendIfThere(
        _ method: String, _ key: StorageKey, headers: [(name: String, value: String)] = []
    ) async throws -> HTTPClientResponse? {
        let response = try await open(method, key, query: [], headers: headers, body: [])
        if response.status == .notFound { return nil }
        return try await checked(response, key)
    }

    private func send(
        _ method: String, _ key: StorageKey?, query: [(name: String, value: String)] = [], headers: [(name: String, value: String)] = [],
        body: [UInt8] = []
    ) async throws -> HTTPClientResponse {
        try await checked(try await open(method, key, query: query, headers: headers, body: body), key)
    }

    private func open(
        _ method: String, _ key: StorageKey?, query: [(name: String, value: String)], headers: [(name: String, value: String)],
        body: [UInt8]
    ) async throws -> HTTPClientResponse {
        let request = SignatureV4.Request(
            method: method, host: host, path: path(key), query: query, headers: headers, bodyHash: SignatureV4.hash(body))
        var outgoing = HTTPClientRequest(url: address(path(key), query))
        outgoing.method = HTTPMethod(rawValue: method)
        for (name, value) in signer.signed(request, at: now()) where name != "host" { outgoing.headers.add(name: name, value: value) }
        if !body.isEmpty { outgoing.body = .bytes(body) }
        do {
            // Long enough for a part of 16 MiB on a slow line.
            return try await client.execute(outgoing, timeout: .minutes(10))
        } catch {
            try Task.checkCancellation()
            throw StorageError.unreachable(key?.text ?? configuration.bucket, "\(error)")
        }
    }

    private func checked(_ response: HTTPClientResponse, _ key: StorageKey?) async throws -> HTTPClientResponse {
        let status = Int(response.status.code)
        guard !(200..<300).contains(status) else { return response }
        let location = key?.text ?? configuration.bucket
        let errorDocument = try? await document(response, key ?? StorageKey(configuration.bucket))
        let code = errorDocument?.first("Code")?.text ?? "status \(status)"
        switch status {
        case 401, 403: throw StorageError.refused(location, code)
        case 507: throw StorageError.full(location)
        case _ where code == "QuotaExceeded" || code.hasSuffix("StorageFull"): throw StorageError.full(location)
        case 429, 500...: throw StorageError.unreachable(location, code)
        default: throw StorageError.failed(location, code)
        }
    }

    private func document(_ response: HTTPClientResponse, _ key: StorageKey?) async throws -> MarkupElement {
        do {
            let body = try await response.body.collect(upTo: 8 << 20)
            return try MarkupDocument.read(Array(body.readableBytesView)).root
        } catch {
            throw StorageError.failed(key?.text ?? configuration.bucket, "its answer can't be read")
        }
    }
}

/// A response body in chunks.
private actor BodyPieces {
    private var pieces: HTTPClientResponse.Body.AsyncIterator
    private let key: StorageKey

    init(_ body: HTTPClientResponse.Body, key: StorageKey) {
        pieces = body.makeAsyncIterator()
        self.key = key
    }

    func next() async throws -> [UInt8]? {
        var pieces = pieces
        defer { self.pieces = pieces }
        do {
            return try await pieces.next(isolation: self).map { Array($0.readableBytesView) }
        } catch {
            try Task.checkCancellation()
            throw StorageError.unreachable(key.text, "\(error)")
        }
    }
}
