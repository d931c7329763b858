// SPDX-License-Identifier: Apache-2.0

/// Takes the place of the session's value of this name: a page has no event for fast playback, scrubbing or previews with single frames.
struct TrickPlayLoader {
    var isTrickPlaying: Bool { false }
    var preview: Never? { nil }

    mutating func trick(_ rate: Double?, _ loader: inout StreamLoader) {}
    mutating func scrub(to time: Double, _ loader: inout StreamLoader) {}
    mutating func pumpTrickPlay(_ loader: inout StreamLoader) {}
    mutating func finished(_ id: LoadID, at now: Instant) {}
    mutating func failed(_ id: LoadID, _ failure: LoadFailure, _ loader: inout StreamLoader) {}
    mutating func preview(at time: Double?, _ out: inout SessionOutput) {}
    mutating func pumpPreview(_ loader: inout StreamLoader) {}
    mutating func previewFinished() {}
    mutating func previewFailed(_ failure: LoadFailure, _ loader: inout StreamLoader) {}
    mutating func endPreview(_ out: inout SessionOutput) {}
}
