// SPDX-License-Identifier: Apache-2.0

import CFFmpeg

/// One AVPacket with a single owner.
// @unchecked: the owner may move between threads; libavutil counts payload references atomically.
struct Packet: ~Copyable, @unchecked Sendable {
    let raw: UnsafeMutablePointer<AVPacket>

    init() { raw = av_packet_alloc()! }

    /// Takes over the payload of a packet, which becomes empty.
    init(moving other: UnsafeMutablePointer<AVPacket>) {
        raw = av_packet_alloc()!
        av_packet_move_ref(raw, other)
    }

    deinit {
        var packet: UnsafeMutablePointer<AVPacket>? = raw
        av_packet_free(&packet)
    }
}
