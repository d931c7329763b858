// SPDX-License-Identifier: Apache-2.0

import WindowboxHLS

extension LiveRendition {
    /// What becomes of a request for the playlist (RFC 8216bis, 6.2.5.2).
    enum Readiness: Hashable, Sendable {
        case ready
        /// What it asks for is on its way.
        case wait
        /// 400: it can't be on its way.
        case refuse
    }

    func readiness(_ directives: DeliveryDirectives) -> Readiness {
        guard let sequence = directives.mediaSequence else { return directives.part == nil ? .ready : .refuse }
        if hasEnded { return .ready }
        if let part = directives.part, part < 0 { return .refuse }
        // One that is far ahead is a mistake, and must not wait for hours.
        let last = nextSequence
        guard sequence <= last &+ 1 else { return .refuse }
        guard let part = directives.part else { return sequence < nextSequence ? .ready : .wait }
        if sequence < nextSequence {
            guard let segment = segment(sequence), part >= segment.parts.count, !segment.parts.isEmpty else { return .ready }
            // Past a segment's last part stands the first of the next one.
            return sequence + 1 < nextSequence || !parts.isEmpty ? .ready : .wait
        }
        if sequence == nextSequence {
            if part < parts.count { return .ready }
            return part - (parts.count - 1) <= settings.advancePartLimit ? .wait : .refuse
        }
        return part < settings.advancePartLimit ? .wait : .refuse
    }

    private func segment(_ sequence: UInt64) -> MediaSegment? {
        sequence >= firstSequence && sequence < nextSequence ? segments[Int(sequence - firstSequence)] : nil
    }
}
