// SPDX-License-Identifier: Apache-2.0

import CFFmpeg

/// One AVPacket with a single owner.
// @unchecked: the only owner may be moved between threads; libavutil counts the payload's references atomically.
struct Packet: ~Copyable, @unchecked Sendable {
    let raw: UnsafeMutablePointer<AVPacket>

    init() { raw = av_packet_alloc()! }

    /// Takes over the payload of a packet, which is left empty.
    init(moving other: UnsafeMutablePointer<AVPacket>) {
        raw = av_packet_alloc()!
        av_packet_move_ref(raw, other)
    }

    deinit {
        var packet: UnsafeMutablePointer<AVPacket>? = raw
        av_packet_free(&packet)
    }
}
