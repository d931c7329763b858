// SPDX-License-Identifier: Apache-2.0

public import WindowboxStreaming

/// A source of decryption keys. Applications implement it for their own key servers and key formats.
public protocol KeyProvider: Sendable {
    /// Whether the provider supports an encryption, judged by its key format, method or URL.
    func handles(_ encryption: SegmentEncryption) -> Bool
    /// Loads a key: 16 or 32 bytes, depending on the method.
    func key(for request: KeyRequest) async throws(TransportError) -> [UInt8]
}

/// A request for a key.
public struct KeyRequest: Hashable, Sendable {
    /// The method, key format and location of the key.
    public var encryption: SegmentEncryption
    /// When to give up.
    public var limits: StreamLoad.TimeLimits
    /// The URL of the item, to prevent network content from accessing local files.
    public var referrer: String?
    /// The protection system headers (`pssh` boxes, ISO/IEC 23001-7 section 8.1) of the media that name the key; empty for a key that a
    /// playlist or manifest names.
    public var protectionHeaders: [[UInt8]]
    public init(
        _ encryption: SegmentEncryption, limits: StreamLoad.TimeLimits = .init(), referrer: String? = nil, protectionHeaders: [[UInt8]] = []
    ) {
        self.encryption = encryption
        self.limits = limits
        self.referrer = referrer
        self.protectionHeaders = protectionHeaders
    }
}

/// Loads plain keys from their URLs (KEYFORMAT `identity`).
public struct IdentityKeyProvider: KeyProvider {
    private let transport: any Transport
    private let headers: TransportHeaders
    /// Nil for the origin of each request's item.
    private let origins: Set<String>?

    /// - Parameter headers: sent with the requests for keys, such as an authorization, but only by HTTPS, and only to the origin (scheme,
    ///   host and port) of the item that needs the key: a playlist may name any host.
    public init(_ transport: any Transport, headers: TransportHeaders = [:]) {
        self.transport = transport
        self.headers = headers
        origins = nil
    }

    /// - Parameters:
    ///   - headers: sent with the requests for keys, such as an authorization, but only to the given origins.
    ///   - urls: https URLs, such as those of key servers. Only their scheme, host and port count (RFC 6454); other URLs are ignored.
    public init(_ transport: any Transport, headers: TransportHeaders, originsOf urls: [String]) {
        self.transport = transport
        self.headers = headers
        origins = Set(urls.compactMap(Self.secureOrigin))
    }

    private static func secureOrigin(_ url: String) -> String? {
        guard let address = try? HTTPAddress(url), address.isSecure else { return nil }
        return address.origin
    }

    /// What is sent with the request for a key: nothing to an origin that the headers aren't meant for.
    private func headers(for request: KeyRequest) -> TransportHeaders {
        guard let origin = Self.secureOrigin(request.encryption.keyURL) else { return [:] }
        let isMeant = origins.map { $0.contains(origin) } ?? (request.referrer.flatMap(Self.secureOrigin) == origin)
        return isMeant ? headers : [:]
    }

    public func handles(_ encryption: SegmentEncryption) -> Bool {
        encryption.keyFormat == "identity" && encryption.method.keyLength != nil
    }

    public func key(for request: KeyRequest) async throws(TransportError) -> [UInt8] {
        let encryption = request.encryption
        guard let length = encryption.method.keyLength else {
            throw .unknownMethod(encryption.method.name, url: encryption.keyURL)
        }
        // A few bytes more than a key, so that a web page is recognised without being read to its end.
        let fetch = TransportRequest(
            url: encryption.keyURL, headers: headers(for: request), limits: request.limits, maximumBytes: 4096, referrer: request.referrer)
        let bytes: [UInt8]
        do throws(TransportError) {
            bytes = try await transport.bytes(of: fetch)
        } catch {
            guard error.cause == .tooLarge else { throw error }
            throw .wrongKeyLength(4097, expected: length, url: encryption.keyURL)
        }
        guard bytes.count == length else { throw .wrongKeyLength(bytes.count, expected: length, url: encryption.keyURL) }
        return bytes
    }
}
