// SPDX-License-Identifier: Apache-2.0

extension LivePlaylist {
    /// How an origin responds to a playlist request (RFC 8216bis, section 6.2.5.2).
    public enum Reply: Sendable, Equatable {
        case playlist(String)
        /// Hold the request until this time, then ask again.
        case wait(until: Double)
        /// The requested item will never exist: hold until a time limit, then respond with 503.
        case never
        /// 400: the number is too far ahead, or a part was given without its segment.
        case refuse
    }

    /// - Parameters:
    ///   - sequence: `_HLS_msn`.
    ///   - part: `_HLS_part`.
    ///   - skipping: `_HLS_skip=YES`.
    public func reply(at seconds: Double, sequence: Int? = nil, part: Int? = nil, skipping: Bool = false) -> Reply {
        let ready = Reply.playlist(text(at: seconds, skipping: skipping))
        guard let sequence else { return part == nil ? ready : .refuse }
        guard lowLatency?.blocks == true else { return ready }
        let state = state(at: seconds)
        if state.hasEnded { return ready }
        let last = state.segments.upperBound - 1
        let wanted = sequence - firstSequence
        if wanted > last + 2 { return .refuse }
        let due = moment(ofSegment: wanted, part: part)
        if due <= seconds + Self.tolerance, isPublished(wanted, part, in: state) { return ready }
        switch ending {
        case .stalls(let end) where due > end: return .never
        case .ends(let end) where due > end: return .wait(until: end)
        default: return .wait(until: due)
        }
    }

    /// When a part ends; a part after its segment's last one is the first of the next segment.
    private func moment(ofSegment number: Int, part: Int?) -> Double {
        let parts = segment(max(0, number)).parts
        guard let part, !parts.isEmpty else { return start(of: max(0, number) + 1) }
        guard part < parts.count else { return start(of: number + 1) + (segment(number + 1).parts.first?.duration ?? 0) }
        return start(of: number) + parts[...part].reduce(0) { $0 + $1.duration }
    }

    private func isPublished(_ number: Int, _ part: Int?, in state: State) -> Bool {
        let current = state.segments.upperBound
        guard let part else { return number < current }
        if part >= segment(max(0, number)).parts.count { return number + 1 < current || (number + 1 == current && state.parts > 0) }
        return number < current || (number == current && part < state.parts)
    }
}
