// SPDX-License-Identifier: Apache-2.0

public import WindowboxStreaming

/// Decrypts completely encrypted segments as their bytes arrive: AES-128 and AES-256 with CBC and PKCS #7 padding, AES-256-CTR without
/// padding (RFC 8216bis 4.4.4.4). AES-256-GCM returns nothing until the entire segment has been authenticated.
public struct SegmentCipher: Sendable {
    private enum Form {
        case blocks(BlockCipher, isPadded: Bool)
        case sealed(SealedSegment)
    }

    private var form: Form
    private let url: String
    /// Bytes of an incomplete block; with padding also the last complete block so far.
    private var pending: [UInt8] = []
    private var received = 0

    /// - Parameter url: URL of the segment, for errors.
    /// - Throws: ``TransportError/Cause/key`` if the key has the wrong length or the method doesn't encrypt complete segments;
    ///   ``TransportError/Cause/unsupported`` if the method is unknown.
    public init(_ encryption: SegmentEncryption, key: [UInt8], url: String) throws(TransportError) {
        let method = encryption.method
        guard method.isKnown else { throw .unknownMethod(method.name, url: url) }
        guard let length = method.keyLength, method.coversWholeSegments else {
            throw TransportError(.key, url: url, message: "The method \(method.name) does not encrypt whole segments.")
        }
        guard let form = Self.form(encryption, key: key, length: length) else {
            throw .wrongKeyLength(key.count, expected: length, url: encryption.keyURL)
        }
        self.form = form
        self.url = url
    }

    private static func form(_ encryption: SegmentEncryption, key: [UInt8], length: Int) -> Form? {
        guard key.count == length else { return nil }
        if encryption.method == .aes256GCM { return .sealed(SealedSegment(key: key)) }
        let isCounted = encryption.method == .aes256CTR
        return BlockCipher(isCounted ? .counted : .chained, key: key, vector: encryption.initializationVector)
            .map { .blocks($0, isPadded: !isCounted) }
    }

    /// Returns the bytes that can be decrypted now; may be empty.
    public mutating func update(_ chunk: ByteChunk) -> ByteChunk {
        received += chunk.count
        pending.append(chunk)
        guard case .blocks(var cipher, let isPadded) = form else { return ByteChunk([]) }
        let held = isPadded ? 1 : 0
        let whole = max(0, pending.count - held) / BlockCipher.blockBytes * BlockCipher.blockBytes
        if whole == 0 { return ByteChunk([]) }
        let plain = cipher.decrypt(Array(pending[..<whole]))
        form = .blocks(cipher, isPadded: isPadded)
        pending.removeFirst(whole)
        return ByteChunk(plain)
    }

    /// Returns the last bytes, without padding.
    ///
    /// - Throws: ``TransportError/Cause/decryption`` if the input was truncated or the key is wrong.
    public mutating func finish() throws(TransportError) -> ByteChunk {
        switch form {
        case .sealed(let segment): return ByteChunk(try segment.open(pending, url: url))
        case .blocks(var cipher, false): return ByteChunk(cipher.decrypt(pending))
        case .blocks(var cipher, true): return try lastBlock(pending, &cipher)
        }
    }

    private func lastBlock(_ block: [UInt8], _ cipher: inout BlockCipher) throws(TransportError) -> ByteChunk {
        guard block.count == BlockCipher.blockBytes else {
            throw TransportError(
                .decryption, url: url,
                message: "The encrypted segment has \(received) bytes, which isn't a multiple of the block size: it was truncated.")
        }
        let plain = cipher.decrypt(block)
        guard let padding = plain.last, (1...16).contains(padding), plain.suffix(Int(padding)).allSatisfy({ $0 == padding }) else {
            throw TransportError(
                .decryption, url: url, message: "The decrypted segment has invalid padding: the key or the IV is wrong.")
        }
        return ByteChunk(plain[..<(16 - Int(padding))])
    }
}

extension SegmentEncryption.Method {
    /// Length of the key in bytes; nil for unknown methods.
    public var keyLength: Int? {
        switch self {
        case .aes128, .sampleAES, .sampleAESCTR: 16
        case .aes256, .aes256CTR, .aes256GCM: 32
        case .other: nil
        }
    }

    /// Whether it encrypts the bytes of the segment rather than its samples.
    public var coversWholeSegments: Bool {
        switch self {
        case .aes128, .aes256, .aes256CTR, .aes256GCM: true
        case .sampleAES, .sampleAESCTR, .other: false
        }
    }

    /// The METHOD attribute in playlists.
    public var name: String {
        switch self {
        case .aes128: "AES-128"
        case .aes256: "AES-256"
        case .aes256CTR: "AES-256-CTR"
        case .aes256GCM: "AES-256-GCM"
        case .sampleAES: "SAMPLE-AES"
        case .sampleAESCTR: "SAMPLE-AES-CTR"
        case .other(let name): name
        }
    }
}

extension TransportError {
    static func wrongKeyLength(_ count: Int, expected: Int, url: String) -> TransportError {
        let what = count > expected ? "; it may be a web page" : ""
        return TransportError(.key, url: url, message: "The key has \(count) bytes instead of \(expected)\(what).")
    }
}
