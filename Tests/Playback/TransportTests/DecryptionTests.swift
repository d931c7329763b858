// SPDX-License-Identifier: Apache-2.0

import Testing
import WindowboxStreaming
import WindowboxTransport

private let key = (0..<16).map(UInt8.init)
private let longKey = (0..<32).map(UInt8.init)
private let vector = (0xF0...0xFF).map(UInt8.init)
private let counter = [UInt8](repeating: 255, count: 15) + [254]

private func known(_ name: String) -> [UInt8] {
    let digits = Array((opensslVectors[name] ?? "").utf8)
    return stride(from: 0, to: digits.count, by: 2).compactMap { UInt8(String(decoding: digits[$0...($0 + 1)], as: UTF8.self), radix: 16) }
}

@Suite("Decryption")
struct DecryptionTests {
    struct Whole: Sendable, CustomTestStringConvertible {
        var name: String
        var method: SegmentEncryption.Method
        var count: Int
        var testDescription: String { name }
        var key: [UInt8] { method == .aes128 ? TransportTests.key : longKey }
        var encryption: SegmentEncryption {
            SegmentEncryption(method: method, keyURL: "data:,k", initializationVector: method == .aes256CTR ? counter : vector)
        }
    }

    static let wholes =
        [0, 1, 15, 16, 17, 40, 100].map { Whole(name: "cbc128 \($0)", method: .aes128, count: $0) }
        + [0, 33].map { Whole(name: "cbc256 \($0)", method: .aes256, count: $0) }
        + [0, 1, 16, 49].map { Whole(name: "ctr256 \($0)", method: .aes256CTR, count: $0) }
        + [0, 1, 16, 49].map { Whole(name: "gcm256 \($0)", method: .aes256GCM, count: $0) }

    @Test("A segment decrypts the same however it is delivered", arguments: wholes)
    func deliveries(_ example: Whole) async throws {
        let encrypted = known(example.name)
        for size in [1, 2, 3, 5, 7, 15, 16, 17, 31, 33, 1000] {
            let chunks = stride(from: 0, to: encrypted.count, by: size).map { ByteChunk(encrypted[$0..<min(encrypted.count, $0 + size)]) }
            let body = try TransportBody(chunks).decrypted(example.encryption, key: example.key, url: "s")
            #expect(try await body.collect() == sampleBytes(example.count), "chunks of \(size)")
        }
    }

    @Test("A CBC segment cut at any byte is an error")
    func truncated() async throws {
        let encrypted = known("cbc128 100")
        let example = Whole(name: "", method: .aes128, count: 0)
        for count in 0..<encrypted.count {
            let body = try TransportBody([ByteChunk(encrypted[..<count])]).decrypted(example.encryption, key: key, url: "s")
            let error = await failure { () throws(TransportError) in try await body.collect() }
            #expect(error?.cause == .decryption, "cut at \(count)")
        }
    }

    @Test("A GCM segment cut or changed at any byte yields no output")
    func unsealed() async throws {
        let sealed = known("gcm256 49")
        let encryption = SegmentEncryption(method: .aes256GCM, keyURL: "data:,k", initializationVector: [])
        for index in sealed.indices {
            var changed = sealed
            changed[index] ^= 1
            for bytes in [Array(sealed[..<index]), changed] {
                var cipher = try SegmentCipher(encryption, key: longKey, url: "s")
                #expect(cipher.update(ByteChunk(bytes)).isEmpty)
                let error = #expect(throws: TransportError.self) { try cipher.finish() }
                #expect(error?.cause == .decryption, "byte \(index)")
            }
        }
    }

    @Test("A wrong key is a key error, not a network error")
    func wrongKey() async throws {
        let example = Whole(name: "", method: .aes128, count: 0)
        let body = try TransportBody([ByteChunk(known("cbc128 100"))]).decrypted(example.encryption, key: key.reversed(), url: "s")
        let error = await failure { () throws(TransportError) in try await body.collect() }
        #expect(error?.cause == .decryption)
        #expect(error.map { LoadFailure($0).cause } == .key)
    }

    @Test("A key of the wrong length and a sample encryption method are refused at once", arguments: [0, 15, 17, 32])
    func keyLength(count: Int) {
        let encryption = SegmentEncryption(method: .aes128, keyURL: "k", initializationVector: vector)
        #expect(throws: TransportError.self) { try SegmentCipher(encryption, key: [UInt8](repeating: 1, count: count), url: "s") }
        let sample = SegmentEncryption(method: .sampleAES, keyURL: "k", initializationVector: vector)
        #expect(throws: TransportError.self) { try SegmentCipher(sample, key: key, url: "s") }
    }

    @Test("Decryption passes on an error of the body")
    func bodyError() async throws {
        final class Broken: ByteSource {
            func next() async throws(TransportError) -> ByteChunk? { throw TransportError(.connection, url: "b", message: "gone") }
            func cancel() {}
        }
        let body = try TransportBody(Broken()).decrypted(Whole(name: "", method: .aes128, count: 0).encryption, key: key, url: "s")
        #expect(await failure { () throws(TransportError) in try await body.collect() }?.cause == .connection)
    }
}

@Suite("Sample decryption")
struct SampleDecryptionTests {
    let decryptor: SampleDecryptor

    init() throws { decryptor = try SampleDecryptor(key: key, vector: vector, url: "k") }

    @Test("H.264 slices are decrypted without emulation prevention, and the rest stays unchanged")
    func video() {
        #expect(decryptor.decryptVideo(known("avc")) == known("avc plain"))
        #expect(decryptor.decryptVideo([]) == [])
    }

    @Test("ADTS frames are decrypted with and without a checksum, and short ones stay clear")
    func adts() {
        var frames = known("adts")
        decryptor.decryptADTS(&frames)
        #expect(frames == known("adts plain"))
    }

    @Test("AC-3 and Enhanced AC-3 frames are decrypted")
    func ac3() {
        var frames = known("ac3")
        decryptor.decryptAC3(&frames)
        #expect(frames == known("ac3 plain"))
    }

    @Test("Samples are decrypted with all four Common Encryption schemes")
    func commonEncryption() {
        let ownVector = (0..<8).map(UInt8.init)
        var sample = known("cbcs")
        decryptor.decrypt(
            &sample, scheme: .cbcs, subsamples: [.init(clear: 20, protected: 330), .init(clear: 10, protected: 40)],
            pattern: .init(encrypted: 1, skipped: 9))
        #expect(sample == sampleBytes(400))
        sample = known("cenc")
        decryptor.decrypt(
            &sample, scheme: .cenc, subsamples: [.init(clear: 5, protected: 27), .init(clear: 8, protected: 53)], vector: ownVector)
        #expect(sample == sampleBytes(100))
        sample = known("cbc1")
        decryptor.decrypt(&sample, scheme: .cbc1, subsamples: [.init(clear: 5, protected: 32), .init(clear: 3, protected: 50)])
        #expect(sample == sampleBytes(100))
        sample = known("cens")
        decryptor.decrypt(
            &sample, scheme: .cens, subsamples: [.init(clear: 5, protected: 85)], pattern: .init(encrypted: 1, skipped: 1),
            vector: ownVector)
        #expect(sample == sampleBytes(100))
    }

    @Test("Truncated samples, absurd subsample tables and frame lengths do no harm")
    func hostile() {
        for name in ["avc", "adts", "ac3"] {
            let whole = known(name)
            for count in 0..<whole.count {
                var part = Array(whole[..<count])
                _ = decryptor.decryptVideo(part)
                decryptor.decryptADTS(&part)
                decryptor.decryptAC3(&part)
                #expect(part.count == count)
            }
        }
        for scheme in [SampleDecryptor.Scheme.cenc, .cbc1, .cens, .cbcs] {
            for table in [[(Int.max, Int.max)], [(-1, -1), (3, .max)], [(.min, 5)], [(2, 1), (0, 0), (0, 1_000)]] {
                var sample = sampleBytes(50)
                decryptor.decrypt(
                    &sample, scheme: scheme, subsamples: table.map { .init(clear: $0.0, protected: $0.1) },
                    pattern: .init(encrypted: .max, skipped: .max), vector: [1, 2, 3])
                #expect(sample.count == 50)
            }
        }
    }
}
