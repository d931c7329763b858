// SPDX-License-Identifier: Apache-2.0

import Foundation
import NIOHTTP1
import Testing
import WindowboxCatalogue
import WindowboxContract

@testable import WindowboxServer

@Suite("Requests and responses", .onEachDatabase) struct RequestContextTests {
    @Test("An unknown path is not found, with an error in the API's format") func missing() async throws {
        try await RunningService.with { service in
            for path in ["/v1", "/v1/", "/v1/nothing", "/v1/auth/guest/x", "//v1/config", "/v1/videos/../config", "/v1/videos/a%20b"] {
                let reply = try await service.get(path)
                #expect(reply.status == 404, "\(path)")
                #expect(reply.code == .notFound, "\(path)")
                #expect(reply["Content-Type"] == "application/json")
                #expect(reply.error?.requestID == reply["X-Request-Id"])
            }
        }
    }

    @Test("A valid request ID of the caller is kept, and an invalid one replaced") func requestID() async throws {
        try await RunningService.with { service in
            let reply = try await service.get("/v1/nothing", [("X-Request-Id", "trace-12345.6")])
            #expect(reply["X-Request-Id"] == "trace-12345.6")
            #expect(reply.error?.requestID == "trace-12345.6")
            for wrong in ["short", String(repeating: "x", count: 65), "with space in it", "<script>alert(1)</script>"] {
                let reply = try await service.get("/v1/nothing", [("X-Request-Id", wrong)])
                #expect(reply["X-Request-Id"] != wrong)
            }
        }
    }

    @Test("A path reports its allowed methods") func methods() async throws {
        try await RunningService.with { service in
            let wrong = try await service.send(.DELETE, "/v1/config")
            #expect(wrong.status == 405)
            #expect(wrong.code == .methodNotAllowed)
            #expect(wrong["Allow"] == "GET, HEAD, OPTIONS")
            let asked = try await service.send(
                .OPTIONS, "/v1/feeds", [("Origin", "https://example.org"), ("Access-Control-Request-Method", "POST")])
            #expect(asked.status == 204)
            #expect(asked.body.isEmpty)
            #expect(asked["Access-Control-Allow-Methods"] == "POST, OPTIONS")
            #expect(asked["Access-Control-Allow-Origin"] == "*")
            #expect(asked["Access-Control-Allow-Headers"]?.contains("Authorization") == true)
            let made = try await service.send(.PROPFIND, "/v1/config")
            #expect(made.status == 405)
        }
    }

    @Test("HEAD returns the header of GET without a body") func head() async throws {
        try await RunningService.with { service in
            // Uncompressed: a client that decompresses the response would miss the content of the second one.
            let fields = [("Accept-Encoding", "identity")]
            let got = try await service.get("/openapi.json", fields)
            let head = try await service.send(.HEAD, "/openapi.json", fields)
            #expect(head.status == 200)
            #expect(head.body.isEmpty)
            #expect(head["Content-Length"] == String(got.body.count))
            #expect(head["ETag"] == got["ETag"])
        }
    }

    @Test("A cached response is not sent again") func entityTags() async throws {
        try await RunningService.with { service in
            let client = try await service.client()
            for path in ["/openapi.json", "/v1/config"] {
                let first = try await client.get(path)
                let tag = try #require(first["ETag"])
                for field in [tag, "W/\(tag)", "\"x\", \(tag)", "*"] {
                    let again = try await client.get(path, [("If-None-Match", field)])
                    #expect(again.status == 304, "\(field)")
                    #expect(again.body.isEmpty, "\(field)")
                    #expect(again["ETag"] == tag, "\(field)")
                }
                #expect(try await client.get(path, [("If-None-Match", "\"x\"")]).status == 200)
            }
        }
    }

    @Test(
        "An error in a body is reported with its field",
        arguments: [
            ("{", ErrorCode.invalidJSON, nil), ("", .invalidJSON, nil), ("[]", .invalidField, nil), ("null", .invalidField, nil),
            ("{}", .invalidField, "app_id"), (#"{"app_id":1,"package_id":"p"}"#, .invalidField, "app_id"),
            (#"{"app_id":null,"package_id":"p"}"#, .invalidField, "app_id"),
            (#"{"app_id":"a","package_id":"p","device_id":{}}"#, .invalidField, "device_id"),
            (#"{"app_id":"a","package_id":""}"#, .invalidField, "package_id"),
            ("{\"app_id\":\"a\",\"package_id\":\"p\\u0000\"}", .invalidField, "package_id"),
            (#"{"app_id":"none","package_id":"p"}"#, .invalidApp, "app_id"), ("\u{FEFF}{", .invalidJSON, nil),
            (String(repeating: "[", count: 90), .invalidJSON, nil), (String(repeating: "[", count: 4000), .tooLarge, nil),
            (String(repeating: "[", count: 100_000), .tooLarge, nil),
        ] as [(String, ErrorCode, String?)])
    func bodies(body: String, code: ErrorCode, field: String?) async throws {
        try await RunningService.with { service in
            let reply = try await service.send(.POST, "/v1/auth/guest", json: body)
            #expect(reply.code == code)
            #expect(reply.status == code.status)
            #expect(reply.error?.field == field)
        }
    }

    @Test("A body of another media type is refused, and one that is too large") func kinds() async throws {
        try await RunningService.with { service in
            let body = #"{"app_id":"none","package_id":"p"}"#
            for kind in ["text/plain", "application/xml", "application/jsonp", "application/json-x"] {
                #expect(try await service.send(.POST, "/v1/auth/guest", [("Content-Type", kind)], json: body).code == .unsupportedMedia)
            }
            for kind in ["application/json; charset=utf-8", "Application/JSON", "application/vnd.x+json"] {
                #expect(try await service.send(.POST, "/v1/auth/guest", [("Content-Type", kind)], json: body).code == .invalidApp)
            }
            // Nothing is decompressed, so that a small body can't expand to gigabytes.
            for coding in ["gzip", "deflate", "br", "zstd", "gzip, identity", "aes128gcm"] {
                let reply = try await service.send(.POST, "/v1/auth/guest", [("Content-Encoding", coding)], json: body)
                #expect(reply.status == 415, "\(coding)")
                #expect(reply.error?.field == "Content-Encoding", "\(coding)")
            }
            #expect(try await service.send(.POST, "/v1/auth/guest", [("Content-Encoding", "identity")], json: body).code == .invalidApp)
            let large = "\"" + String(repeating: "x", count: 2 << 20) + "\""
            let reply = try await service.send(.POST, "/v1/auth/guest", json: large)
            #expect(reply.status == 413)
            #expect(reply.code == .tooLarge)
        }
    }

    @Test("The OpenAPI document lists exactly the routes that exist") func document() async throws {
        try await RunningService.with { service in
            let document = try await service.get("/openapi.json").json(JSONValue.self)
            let paths = try #require(document["paths"]?.members)
            for (path, item) in paths {
                for method in (item.members ?? [:]).keys {
                    let concrete = path.replacing(/\{[a-z_]+\}/, with: "x")
                    let reply = try await service.send(.RAW(value: method.uppercased()), concrete)
                    #expect(reply.status != 405, "\(method) \(path)")
                    #expect(reply.status != 404 || path.contains("{"), "\(method) \(path)")
                }
            }
            #expect(paths["/v1/feeds"]?["post"] != nil)
        }
    }
}
