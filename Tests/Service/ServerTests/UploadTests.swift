// SPDX-License-Identifier: Apache-2.0

import AsyncHTTPClient
import Crypto
import Foundation
import HTTPTypes
import NIOCore
import NIOHTTP1
import Testing
import WindowboxCatalogue
import WindowboxContract

@testable import WindowboxPackager
@testable import WindowboxServer

extension Manager {
    /// Sends bytes of any type.
    func send(
        _ method: HTTPMethod = .POST, path: String, bytes: [UInt8], type: String = "application/octet-stream",
        _ fields: [(String, String)] = []
    ) async throws -> Reply {
        var request = HTTPClientRequest(url: service.address + path)
        request.method = method
        for (name, value) in fields + [("Authorization", "Bearer \(token)"), ("Content-Type", type)] {
            request.headers.add(name: name, value: value)
        }
        request.body = .bytes(ByteBuffer(bytes: bytes))
        let response = try await HTTPClient.shared.execute(request, timeout: .seconds(60))
        let body = try await response.body.collect(upTo: 64 << 20)
        return Reply(status: Int(response.status.code), fields: response.headers, body: Data(body.readableBytesView))
    }
}

extension RunningService {
    /// A service that accepts and stores uploads.
    static func taking(
        _ change: @escaping (inout ServiceSettings) -> Void = { _ in }, _ body: @Sendable (RunningService) async throws -> Void
    ) async throws {
        var packager = PackagerSettings()
        (packager.shortSides, packager.preset) = ([180], "ultrafast")
        try await with(packager: packager) { settings, folder in
            settings.mediaFolder = folder.appending(path: "media").path
            settings.workFolder = folder.appending(path: "work").path
            settings.importTimeout = 0
            change(&settings)
        } _: { service in
            try await service.addChannel("c1")
            try await body(service)
        }
    }
}

@Suite("Uploads over HTTP", .onEachDatabase) struct UploadTests {
    private static let size = (8 << 20) + 5
    private static let bytes = (0..<size).map { UInt8(truncatingIfNeeded: $0 &* 31 ^ $0 >> 9) }

    private static func make(_ manager: Manager, _ size: Int = size) async throws -> Upload {
        let reply = try await manager.send(.POST, "/v1/admin/uploads", json: #"{"file_name":"a.mp4","size":\#(size)}"#)
        try #require(reply.status == 201, "\(reply.text)")
        return try reply.json(Upload.self)
    }

    @Test("Parts are accepted in any order, by number or offset, and again after a loss") func parts() async throws {
        try await RunningService.taking { service in
            let manager = try await Manager(service)
            let upload = try await Self.make(manager)
            #expect(upload.partSize == 8 << 20)
            #expect(upload.parts == [])
            let path = "/v1/admin/uploads/\(upload.id)"
            let range = "bytes \(8 << 20)-\(Self.size - 1)/\(Self.size)"
            let last = try await manager.send(
                path: path + "/parts", bytes: Array(Self.bytes[(8 << 20)...]), [("Content-Range", range)])
            #expect(last.status == 200, "\(last.text)")
            #expect(try last.json(Upload.self).parts == [2])
            #expect(try await manager.send(.POST, path + "/complete").code == .conflict)
            let digest = Data(SHA256.hash(data: Self.bytes[..<(8 << 20)])).base64EncodedString()
            let first = Array(Self.bytes[..<(8 << 20)])
            let wrong = try await manager.send(
                path: path + "/parts?number=1", bytes: [first[1]] + first.dropFirst(), [("Content-Digest", "sha-256=:\(digest):")])
            #expect(wrong.code == .checksumMismatch)
            #expect(try await manager.send(.GET, path).json(Upload.self).parts == [2])
            for _ in 0..<2 {
                let reply = try await manager.send(
                    path: path + "/parts?number=1", bytes: first, [("Content-Digest", "sha-256=:\(digest):")])
                #expect(try reply.json(Upload.self).parts == [1, 2])
            }
            for _ in 0..<2 { #expect(try await manager.send(.POST, path + "/complete").status == 200) }
            #expect(try await manager.send(path: path + "/parts?number=1", bytes: first).code == .conflict)
            // Stored uploads are not public.
            let stored = try await #require(service.service.uploadPipeline).storage.list(below: #require(StorageKey("uploads")))
            for object in stored { #expect(try await service.get("/media/\(object.key)").status == 404) }
        }
    }

    @Test(
        "An invalid part is refused",
        arguments: [
            ("", "", "number"), ("?number=0", "", nil), ("?number=3", "", nil), ("?number=x", "", "number"),
            ("", "bytes 1-5/10", "Content-Range"), ("", "bytes 0-4/11", "Content-Range"), ("", "bytes 0-3/10", "Content-Range"),
            ("", "bytes 0-9999999999999999999/10", "Content-Range"), ("", "pages 0-9/10", "Content-Range"),
            ("?number=2", "bytes 0-9/10", "number"), ("?number=1", "bytes 0-9/10 ", nil),
        ]) func refused(query: String, range: String, field: String?) async throws
    {
        try await RunningService.taking { service in
            let manager = try await Manager(service)
            let upload = try await Self.make(manager, 10)
            let reply = try await manager.send(
                path: "/v1/admin/uploads/\(upload.id)/parts\(query)", bytes: [1, 2, 3], range.isEmpty ? [] : [("Content-Range", range)])
            #expect(reply.status == 422, "\(reply.text)")
            if let field { #expect(reply.error?.field == field) }
        }
    }

    @Test("An upload belongs to its business, with a maximum size") func owners() async throws {
        try await RunningService.taking({ $0.maxUploadBytes = 1000 }) { service in
            let manager = try await Manager(service)
            let upload = try await Self.make(manager, 10)
            #expect(try await manager.send(.POST, "/v1/admin/uploads", json: #"{"file_name":"a","size":1001}"#).code == .tooLarge)
            #expect(try await manager.send(.POST, "/v1/admin/uploads", json: #"{"file_name":"a","size":-1}"#).error?.field == "size")
            #expect(try await manager.send(.POST, "/v1/admin/uploads", json: #"{"file_name":"","size":1}"#).error?.field == "file_name")
            let path = "/v1/admin/uploads/\(upload.id)"
            #expect(try await manager.send(path: path + "/parts?number=1", bytes: [UInt8](repeating: 0, count: 2000)).code == .tooLarge)
            let other = try await Manager(service, business: "b2")
            #expect(try await other.send(.GET, path).code == .notFound)
            #expect(try await other.send(path: path + "/parts?number=1", bytes: [1]).code == .notFound)
            #expect(try await other.send(.POST, path + "/complete").code == .notFound)
            #expect(try await Manager(service, scopes: ["videos:read"]).send(.GET, path).code == .insufficientScope)
        }
    }

    @Test("Uploads can be listed and cancelled, so that abandoned ones do not use up the limit") func cancelled() async throws {
        try await RunningService.taking { service in
            let (manager, other) = (try await Manager(service), try await Manager(service, business: "b2"))
            var uploads: [Upload] = []
            for _ in 0..<50 { uploads.append(try await Self.make(manager, 10)) }
            let path = "/v1/admin/uploads"
            #expect(try await manager.send(.POST, path, json: #"{"file_name":"a","size":1}"#).code == .conflict)
            let listed = try await manager.send(.GET, path).json(ResourceList<Upload>.self).data
            #expect(Set(listed.map(\.id)) == Set(uploads.map(\.id)))
            #expect(try await other.send(.GET, path).json(ResourceList<Upload>.self).data == [])
            let first = "\(path)/\(uploads[0].id)"
            #expect(try await manager.send(path: first + "/parts?number=1", bytes: [UInt8](repeating: 1, count: 10)).status == 200)
            #expect(try await other.send(.DELETE, first).code == .notFound)
            #expect(try await manager.send(.DELETE, first).status == 204)
            #expect(try await manager.send(.DELETE, first).code == .notFound)
            #expect(try await manager.send(.GET, first).code == .notFound)
            let stored = try await #require(service.service.uploadPipeline).storage.list(
                below: #require(StorageKey("uploads/\(uploads[0].id)")))
            #expect(stored.isEmpty)
            _ = try await Self.make(manager, 10)
        }
    }

    @Test("Full or unreachable storage is reported as temporary") func full() {
        for fault in [StorageError.full("a"), .unreachable("a", "b")] {
            let answer = Response(fault, requestID: "r")
            #expect(answer.status == 503)
            #expect(answer.fields[.retryAfter] != nil)
        }
        #expect(Response(StorageError.refused("a", "b"), requestID: "r").status == 500)
    }

    @Test("A service without storage refuses uploads") func none() async throws {
        try await RunningService.with { service in
            let reply = try await Manager(service).send(.POST, "/v1/admin/uploads", json: #"{"file_name":"a.mp4","size":5}"#)
            #expect(reply.code == .unavailable)
        }
    }
}
