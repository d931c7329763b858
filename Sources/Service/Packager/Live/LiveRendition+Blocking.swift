// SPDX-License-Identifier: Apache-2.0

import WindowboxHLS

extension LiveRendition {
    /// What to do with a playlist request (RFC 8216bis, 6.2.5.2).
    enum Readiness: Hashable, Sendable {
        case ready
        /// The requested state isn't available yet.
        case wait
        /// Status 400: it is too far ahead.
        case refuse
    }

    func readiness(_ directives: DeliveryDirectives) -> Readiness {
        guard let sequence = directives.mediaSequence else { return directives.part == nil ? .ready : .refuse }
        if hasEnded { return .ready }
        if let part = directives.part, part < 0 { return .refuse }
        // A request far ahead is a mistake and must not wait for hours.
        let last = nextSequence
        guard sequence <= last &+ 1 else { return .refuse }
        guard let part = directives.part else { return sequence < nextSequence ? .ready : .wait }
        if sequence < nextSequence {
            guard let segment = segment(sequence), part >= segment.parts.count, !segment.parts.isEmpty else { return .ready }
            // After a segment's last part comes the first part of the next segment.
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
