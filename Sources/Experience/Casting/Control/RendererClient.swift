// SPDX-License-Identifier: Apache-2.0

import AsyncHTTPClient
import NIOCore
import NIOHTTP1
import NIOPosix
import WindowboxXML

/// An HTTP client for renderers. Unlike Transport's client, it also returns the body of error responses.
enum RendererClient {
    /// Response timeout in seconds.
    static let timeoutSeconds: Int64 = 8

    /// Shared by the process and never shut down. Redirects are not followed.
    private static let client = HTTPClient(
        eventLoopGroupProvider: .singleton,
        configuration: HTTPClient.Configuration(redirectConfiguration: .disallow, timeout: .init(connect: .seconds(4))))

    static func describe(_ location: String) async throws(CastingError) -> Renderer {
        let (status, _, bytes) = try await exchange(HTTPClientRequest(url: location))
        guard status == 200 else { throw .malformed("the request for its description was answered with \(status)", at: location) }
        return try Renderer(bytes, location: location)
    }

    static func perform(_ call: SOAPCall) async throws(CastingError) -> [String: String] {
        var request = HTTPClientRequest(url: call.service.control)
        request.method = .POST
        request.headers = ["Content-Type": "text/xml; charset=\"utf-8\"", "SOAPACTION": call.header, "Connection": "close"]
        request.body = .bytes(ByteBuffer(bytes: call.body))
        let (status, _, bytes) = try await exchange(request)
        return try call.answer(status: status, bytes)
    }

    static func exchange(_ request: HTTPClientRequest) async throws(CastingError) -> (status: Int, headers: HTTPHeaders, bytes: [UInt8]) {
        do {
            let response = try await client.execute(request, timeout: .seconds(timeoutSeconds))
            let body = try await response.body.collect(upTo: RendererMarkup.limits.bytes)
            return (Int(response.status.code), response.headers, Array(body.readableBytesView))
        } catch is NIOTooManyBytesError {
            throw .malformed("it is longer than \(RendererMarkup.limits.bytes) bytes", at: request.url)
        } catch {
            throw .unreachable("\(error)", at: request.url)
        }
    }
}
