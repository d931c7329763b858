// SPDX-License-Identifier: Apache-2.0

import CFFmpeg

/// The current packet of a demuxer, and those after it that were read early.
final class PacketQueue {
    private let packet = Packet()
    private var early: [Packet.Held] = []

    var current: UnsafeMutablePointer<AVPacket> { packet.raw }

    /// Stores the current packet, which becomes empty, behind those that were read early.
    func keepForLater() { early.append(Packet.Held(packet.raw, nil)) }

    /// Makes the next packet that was read early the current one.
    /// - Returns: false if there is none.
    func takeEarly() -> Bool {
        guard !early.isEmpty else { return false }
        let next = early.removeFirst()
        withExtendedLifetime(next) { av_packet_move_ref(packet.raw, next.raw) }
        return true
    }

    /// Discards the packets that were read early.
    func discardEarly() { early.removeAll() }
}
