// SPDX-License-Identifier: Apache-2.0

import AsyncHTTPClient
import Foundation
import NIOCore
import NIOHTTP1

extension EgressFetcher {
    /// Sends one request, and follows no redirect.
    /// - Parameters:
    ///   - address: an http or https URL.
    ///   - form: the body of a POST request, already encoded; nil for a GET request.
    ///   - fields: header fields of the request.
    ///   - seconds: the total timeout.
    ///   - maxBytes: the limit of the response body.
    /// - Returns: the response, whatever its status.
    /// - Throws: ``UploadError``, as for ``get(_:fields:seconds:maxBytes:)``.
    public func ask(
        _ address: String, form: String? = nil, fields: [(name: String, value: String)] = [], seconds: Double, maxBytes: Int
    ) async throws -> Response {
        try await withThrowingTaskGroup(of: Response.self) { group in
            group.addTask {
                let (url, remote) = try await egressPolicy.target(address)
                let client = EgressPolicy.client(for: url, at: remote, silence: seconds)
                var request = HTTPClientRequest(url: url.absoluteString)
                for (name, value) in fields { request.headers.replaceOrAdd(name: name, value: value) }
                request.headers.replaceOrAdd(name: "User-Agent", value: "Windowbox/0.1")
                if let form {
                    request.method = .POST
                    request.headers.replaceOrAdd(name: "Content-Type", value: "application/x-www-form-urlencoded")
                    request.body = .bytes(ByteBuffer(string: form))
                }
                let result: Result<Response, any Error>
                do {
                    let response = try await client.execute(request, timeout: .nanoseconds(Int64(seconds * 1e9)))
                    let body = try await response.body.collect(upTo: maxBytes)
                    result = .success(
                        Response(status: Int(response.status.code), bytes: Array(body.readableBytesView), url: url.absoluteString))
                } catch is NIOTooManyBytesError {
                    result = .failure(UploadError(.tooLarge, "The server's answer has more than \(maxBytes) bytes."))
                } catch is CancellationError {
                    result = .failure(CancellationError())
                } catch { result = .failure(UploadError(.fetch, "The server does not answer: \(error).")) }
                try? await client.shutdown()
                return try result.get()
            }
            group.addTask {
                try await Task.sleep(for: .seconds(seconds))
                throw UploadError(.fetch, "The server took more than \(seconds) s.")
            }
            defer { group.cancelAll() }
            guard let response = try await group.next() else { throw CancellationError() }
            return response
        }
    }
}
