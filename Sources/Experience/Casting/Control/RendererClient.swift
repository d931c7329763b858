// SPDX-License-Identifier: Apache-2.0

import WindowboxStreaming
import WindowboxTransport
import WindowboxXML

/// Requests to renderers.
enum RendererClient {
    /// Response timeout in seconds.
    static let timeoutSeconds = 8.0

    /// Renderers are in the local network and speak plain HTTP.
    private static let transport: HTTPTransport = {
        var configuration = HTTPTransport.Configuration()
        configuration.plainHTTP = .always
        configuration.proxies = .direct
        configuration.acceptsCookies = false
        configuration.maximumRedirects = 0
        return HTTPTransport(configuration)
    }()

    static func describe(_ location: String) async throws(CastingError) -> Renderer {
        let (status, _, bytes) = try await exchange(TransportRequest(url: location))
        guard status == 200 else { throw .malformed("the request for its description was answered with \(status)", at: location) }
        return try Renderer(bytes, location: location)
    }

    static func perform(_ call: SOAPCall) async throws(CastingError) -> [String: String] {
        let request = TransportRequest(
            url: call.service.control, method: .post,
            headers: ["Content-Type": "text/xml; charset=\"utf-8\"", "SOAPACTION": call.header, "Connection": "close"],
            payload: call.body)
        let (status, _, bytes) = try await exchange(request)
        return try call.values(status: status, bytes)
    }

    /// Sends a request and reads the whole response, also that of an error.
    static func exchange(
        _ request: TransportRequest
    ) async throws(CastingError) -> (status: Int, headers: TransportHeaders, bytes: [UInt8]) {
        var request = request
        request.answersFailures = true
        request.maximumBytes = RendererMarkup.limits.bytes
        request.limits = StreamLoad.TimeLimits(connect: 4, firstByte: timeoutSeconds, idle: timeoutSeconds, whole: timeoutSeconds)
        do throws(TransportError) {
            let response = try await transport.open(request)
            return (response.status, response.headers, try await response.body.collect())
        } catch {
            if error.cause == .tooLarge {
                throw .malformed("it is longer than \(RendererMarkup.limits.bytes) bytes", at: request.url)
            }
            throw .unreachable(error.message, at: request.url)
        }
    }
}
