// SPDX-License-Identifier: Apache-2.0

import AsyncHTTPClient
import Foundation
import NIOCore
import NIOHTTP1
import Testing
import WindowboxCatalogue
import WindowboxContract

/// A service's response.
struct Reply: Sendable {
    let status: Int
    let fields: HTTPHeaders
    let body: Data

    var text: String { String(decoding: body, as: UTF8.self) }
    var error: APIError.Detail? { try? ContractJSON.decode(APIError.self, from: body).error }
    var code: ErrorCode? { error?.code }
    func json<Value: Decodable>(_ type: Value.Type) throws -> Value { try ContractJSON.decode(type, from: body) }
    subscript(field: String) -> String? { fields[field].first }
}

/// A guest of a test's service, as a client program.
struct Client: Sendable {
    let service: RunningService
    let token: String
    let guestID: String
    /// Only present when the guest was created.
    var secret: String?

    func get(_ path: String, _ fields: [(String, String)] = []) async throws -> Reply { try await send(.GET, path, fields) }
    func post(_ path: String, _ body: some Encodable, _ fields: [(String, String)] = []) async throws -> Reply {
        try await send(.POST, path, fields, json: ContractJSON.text(body))
    }
    func send(_ method: HTTPMethod, _ path: String, _ fields: [(String, String)] = [], json: String? = nil) async throws -> Reply {
        try await service.send(method, path, fields + [("Authorization", "Bearer \(token)")], json: json)
    }
}

extension RunningService {
    func get(_ path: String, _ fields: [(String, String)] = []) async throws -> Reply { try await send(.GET, path, fields) }

    func send(_ method: HTTPMethod, _ path: String, _ fields: [(String, String)] = [], json: String? = nil) async throws -> Reply {
        var request = HTTPClientRequest(url: path.hasPrefix("http") ? path : address + path)
        request.method = method
        for (name, value) in fields { request.headers.add(name: name, value: value) }
        if let json {
            if !request.headers.contains(name: "Content-Type") { request.headers.add(name: "Content-Type", value: "application/json") }
            request.body = .bytes(ByteBuffer(string: json))
        }
        let response = try await HTTPClient.shared.execute(request, timeout: .seconds(60))
        let body = try await response.body.collect(upTo: 64 << 20)
        return Reply(status: Int(response.status.code), fields: response.headers, body: Data(body.readableBytesView))
    }

    /// A guest of an app, which is created if necessary.
    func client(app: String = "app1", device: String? = nil, secret: String? = nil) async throws -> Client {
        if try await catalogue.resources.find(ClientApp.self, id: app) == nil {
            try await catalogue.resources.save(ClientApp(id: app, name: app, createdAt: clock.now), at: clock.now)
        }
        let request = GuestRequest(appID: app, deviceID: device, packageID: "org.example.app", guestSecret: secret)
        let reply = try await send(.POST, "/v1/auth/guest", json: ContractJSON.text(request))
        try #require(reply.status == 200, "\(reply.text)")
        let token = try reply.json(GuestToken.self)
        return Client(service: self, token: token.accessToken, guestID: token.guestID, secret: token.guestSecret)
    }

    func addChannel(_ id: String, business: String = "b1", _ change: (inout VideoChannel) -> Void = { _ in }) async throws {
        var channel = VideoChannel(id: id, businessID: business, name: id, slug: id)
        change(&channel)
        try await catalogue.resources.save(channel, at: clock.now)
    }

    /// - Parameter minute: Minutes before noon at which it was published.
    func addVideo(
        _ id: String, _ hashtags: [String] = [], channel: String = "c1", minute: Int = 1, _ change: (inout Video) -> Void = { _ in }
    ) async throws {
        var video = Video(id: id, channelID: channel)
        video.status = .ready
        video.caption = "Video \(id)"
        video.hashtags = hashtags
        video.publishedAt = SetClock.noon.addingTimeInterval(Double(-60 * minute))
        video.hlsURL = "https://example.org/\(id).m3u8"
        change(&video)
        try await catalogue.resources.save(video, at: clock.now)
    }
}
