// SPDX-License-Identifier: Apache-2.0

/// A request as it is sent, once.
struct HTTPMessage: Sendable {
    /// Without credentials and fragment.
    let url: String
    let address: HTTPAddress
    let method: TransportRequest.Method
    let headers: TransportHeaders
    let payload: [UInt8]?
    let proxy: HTTPProxy?
    /// Whether gzip and deflate are decoded.
    let decompresses: Bool

    /// - Throws: ``TransportError`` if the URL or a header field is invalid.
    init(
        _ request: TransportRequest, url: String, headers: TransportHeaders, proxy: HTTPProxy?, decompresses: Bool
    ) throws(TransportError) {
        address = try HTTPAddress(url)
        let host = address.host.contains(":") ? "[\(address.host)]" : address.host
        self.url = "\(address.isSecure ? "https" : "http")://\(host):\(address.port)\(address.target)"
        method = request.method
        guard !method.name.isEmpty, method.name.utf8.allSatisfy(isTokenByte) else {
            throw TransportError(.malformed, url: url, message: "\"\(method.name.prefix(40))\" is not an HTTP method.")
        }
        for field in headers.fields {
            guard !field.name.isEmpty, field.name.utf8.allSatisfy(isTokenByte), field.value.utf8.allSatisfy(isFieldByte) else {
                throw TransportError(
                    .malformed, url: url,
                    message: "The header field \"\(field.name.prefix(40))\" has a line break or another character that HTTP doesn't allow.")
            }
        }
        self.headers = headers
        payload = request.payload
        self.proxy = proxy
        self.decompresses = decompresses
    }
}

extension HTTPMessage {
    /// Whether sending it twice has the same effect as sending it once (RFC 9110 9.2.2).
    var isIdempotent: Bool { ["GET", "HEAD", "PUT", "DELETE", "OPTIONS", "TRACE"].contains(method.name) }
}

/// A character of a method or a field name (RFC 9110 5.6.2).
private func isTokenByte(_ byte: UInt8) -> Bool {
    switch byte {
    case 0x30...0x39, 0x41...0x5A, 0x61...0x7A: true
    default: "!#$%&'*+-.^_`|~".utf8.contains(byte)
    }
}

/// A character of a field's value (RFC 9110 5.5).
private func isFieldByte(_ byte: UInt8) -> Bool { byte == 0x09 || (byte >= 0x20 && byte != 0x7F) }
