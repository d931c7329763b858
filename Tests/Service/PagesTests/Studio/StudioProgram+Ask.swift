// SPDX-License-Identifier: Apache-2.0

import AsyncHTTPClient
import Foundation
import NIOCore
import NIOHTTP1
import Testing
import WindowboxContract

extension StudioProgram {
    /// Sends a request as a program does.
    /// - Parameter body: Nil sends a GET request.
    func ask(_ path: String, _ body: String?, _ token: String? = nil, type: String = "application/json") async throws -> JSONValue {
        let (status, text) = try await answer(path, body, token, type)
        try #require(status < 300, "\(path): \(text)")
        return try ContractJSON.decode(JSONValue.self, from: text)
    }

    /// The status of any response.
    func status(_ path: String, _ body: String?, _ token: String? = nil) async throws -> Int {
        try await answer(path, body, token, "application/json").status
    }

    private func answer(_ path: String, _ body: String?, _ token: String?, _ type: String) async throws -> (status: Int, text: String) {
        var request = HTTPClientRequest(url: address + path)
        request.method = body == nil ? .GET : .POST
        request.headers.add(name: "Content-Type", value: type)
        if let token { request.headers.add(name: "Authorization", value: "Bearer \(token)") }
        if let body { request.body = .bytes(ByteBuffer(string: body)) }
        let response = try await HTTPClient.shared.execute(request, timeout: .seconds(60))
        return (Int(response.status.code), String(buffer: try await response.body.collect(upTo: 1 << 20)))
    }

    /// Gives a video a poster of generated colours.
    func setPoster(_ number: Int, of video: String, _ token: String) async throws {
        let path = folder.appending(path: "poster-\(number).jpg").path
        try await MadePoster.write(number, to: path)
        var request = HTTPClientRequest(url: "\(address)/v1/admin/videos/\(video)/poster")
        request.method = .PUT
        request.headers.add(name: "Content-Type", value: "image/jpeg")
        request.headers.add(name: "Authorization", value: "Bearer \(token)")
        request.body = .bytes(ByteBuffer(bytes: try Data(contentsOf: URL(filePath: path))))
        let response = try await HTTPClient.shared.execute(request, timeout: .seconds(60))
        try #require(response.status.code < 300, "\(path): \(response.status)")
    }

    /// An access token of the client.
    func token() async throws -> String {
        let form = "grant_type=client_credentials&client_id=\(client)&client_secret=\(secret)"
        let answer = try await ask("/oauth/token", form, type: "application/x-www-form-urlencoded")
        return try #require(answer["access_token"]?.text)
    }
}
