// SPDX-License-Identifier: Apache-2.0

import CFFmpeg

extension CommonEncryption {
    /// The encryption that the demuxer attached to a packet; nil for clear packets, and for fully encrypted samples with a constant vector.
    init?(attachedTo packet: UnsafeMutablePointer<AVPacket>) {
        var size = 0
        guard let data = av_packet_get_side_data(packet, AV_PKT_DATA_ENCRYPTION_INFO, &size) else { return nil }
        guard let info = av_encryption_info_get_side_data(data, size) else { return nil }
        defer { av_encryption_info_free(info) }
        self.init(info.pointee)
    }

    private init(_ info: AVEncryptionInfo) {
        scheme = withUnsafeBytes(of: info.scheme.bigEndian) { String(decoding: $0, as: UTF8.self) }
        vector = Array(UnsafeBufferPointer(start: info.iv, count: Int(info.iv_size)))
        keyID = Array(UnsafeBufferPointer(start: info.key_id, count: Int(info.key_id_size)))
        encryptedBlocks = Int(info.crypt_byte_block)
        skippedBlocks = Int(info.skip_byte_block)
        subsamples = UnsafeBufferPointer(start: info.subsamples, count: Int(info.subsample_count)).map {
            Subsample(clear: Int($0.bytes_of_clear_data), protected: Int($0.bytes_of_protected_data))
        }
    }
}
