// SPDX-License-Identifier: Apache-2.0

import FoundationEssentials
import WindowboxStreaming
import WindowboxTransport

/// A request for a JSON document.
struct JSONRequest {
    var url: String
    var headers: TransportHeaders = [:]
    var limits = StreamLoad.TimeLimits()
    var maximumBytes: Int

    func document<Document: Decodable>(from transport: any Transport) async throws(SourceError) -> Document {
        var headers: TransportHeaders = ["Accept": "application/json"]
        headers.replace(with: self.headers)
        let request = TransportRequest(url: url, headers: headers, limits: limits, maximumBytes: maximumBytes, acceptsCompression: true)
        let bytes: [UInt8]
        do throws(TransportError) { bytes = try await transport.bytes(of: request) } catch { throw SourceError(error) }
        do { return try JSONDecoder().decode(Document.self, from: Data(bytes)) } catch { throw .malformed(error, url: url) }
    }
}

extension SourceError {
    fileprivate static func malformed(_ error: any Error, url: String) -> SourceError {
        let (what, path): (String, [any CodingKey]) =
            switch error as? DecodingError {
            case .keyNotFound(let key, let context): ("\"\(key.stringValue)\" is missing", context.codingPath)
            case .valueNotFound(_, let context): ("a value is missing", context.codingPath)
            case .typeMismatch(let type, let context): ("a value isn't a \(type)", context.codingPath)
            case .dataCorrupted(let context): (context.debugDescription, context.codingPath)
            default: ("it can't be read", [])
            }
        let location = path.map { $0.intValue.map { "[\($0)]" } ?? "." + $0.stringValue }.joined()
        let spot = location.isEmpty ? "" : " at \(location)"
        return SourceError(
            .malformed, "The response isn't the expected document: \(what)\(spot). The service has to be fixed.", location: url)
    }
}
