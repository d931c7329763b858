// SPDX-License-Identifier: Apache-2.0

import Synchronization
public import WindowboxStreaming

extension TransportBody {
    /// The body, decrypted as it is read.
    ///
    /// - Parameter url: URL of the segment, for errors.
    public func decrypted(_ encryption: SegmentEncryption, key: [UInt8], url: String) throws(TransportError) -> TransportBody {
        TransportBody(DecryptingSource(self, cipher: try SegmentCipher(encryption, key: key, url: url)))
    }
}

private final class DecryptingSource: ByteSource {
    private let body: TransportBody
    /// nil after the last bytes.
    private let cipher: Mutex<SegmentCipher?>

    init(_ body: TransportBody, cipher: SegmentCipher) {
        self.body = body
        self.cipher = Mutex(cipher)
    }

    func next() async throws(TransportError) -> ByteChunk? {
        let iterator = body.makeAsyncIterator()
        while cipher.withLock({ $0 != nil }) {
            let chunk = try await iterator.next()
            let plain = try cipher.withLock { (cipher) throws(TransportError) -> ByteChunk in
                if let chunk { return cipher?.update(chunk) ?? ByteChunk([]) }
                var last = cipher.take()
                return try last?.finish() ?? ByteChunk([])
            }
            if !plain.isEmpty { return plain }
        }
        return nil
    }

    func cancel() { body.cancel() }
}
