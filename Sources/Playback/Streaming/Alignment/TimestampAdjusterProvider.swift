// SPDX-License-Identifier: Apache-2.0

package import WindowboxMedia

/// The clocks of an item's discontinuities, shared by its content types.
///
/// When video and audio timestamps disagree, the video decides: audio playlists are cut at other positions and, when only sequence numbers
/// relate them to the video playlist, are off by a fraction of a segment.
package struct TimestampAdjusterProvider: Sendable {
    package var aligner = TimestampAligner()
    /// Discontinuities of the main content type's segments that are being loaded.
    private var inProgress: [LoadID: Int] = [:]
    /// The end of the main content type's requests since its run began; nil before its first one.
    private var mainEnd: Double?
    private var isMainOver = false

    package init() {}

    /// Begins a run of the main content type, after a start or a seek outside the buffer.
    package mutating func restart() {
        mainEnd = nil
        isMainOver = false
    }

    /// A segment of the main content type is requested.
    package mutating func begin(_ id: LoadID, _ range: TimeRange, discontinuity: Int) {
        inProgress[id] = discontinuity
        passed(range)
    }

    /// The main content type continues after a span, whether or not that has video.
    package mutating func passed(_ range: TimeRange) {
        mainEnd = max(mainEnd ?? range.end, range.end)
        isMainOver = false
    }

    /// The main content type has no more segments.
    package mutating func endOfMain() { isMainOver = true }

    package mutating func end(_ id: LoadID) { inProgress[id] = nil }

    package mutating func endAll() {
        inProgress.removeAll()
        isMainOver = true
    }

    /// Whether a segment's samples must wait for those of the main content type that are about to arrive. Audio may be ahead by a segment,
    /// and so reach a discontinuity first.
    package func mustWait(_ contentType: ContentType, _ range: TimeRange, discontinuity: Int) -> Bool {
        guard contentType != .main, !aligner.knows(discontinuity) else { return false }
        if inProgress.values.contains(discontinuity) { return true }
        return !isMainOver && mainEnd.map { range.start + range.duration / 2 >= $0 } ?? true
    }
}
