// SPDX-License-Identifier: Apache-2.0

import WindowboxMedia

/// How long a window takes to show a frame, from recent measurements. The engine delivers frames that much early to keep them in
/// sync with the audio.
struct PresentationDelay {
    /// Seconds from delivery of a frame until it is visible; 0 until measured.
    private(set) var seconds = 0.0
    private var samples: [Double] = []
    private var lastHandOver: Instant?

    /// Number of frames in the median: a single delayed frame says little.
    private static let window = 9
    /// Longer delays have other causes: the window was hidden, or the program was busy. In seconds.
    private static let maxDelay = 0.15
    /// Smaller differences aren't corrected. In seconds.
    private static let tolerance = 0.002

    /// Adds the measurement of one displayed frame.
    /// - Parameters:
    ///   - handOver: when the engine delivered it.
    ///   - visible: when it was on screen, or submitted to the display server.
    ///   - refresh: frame interval of the window in seconds; nil if unknown.
    ///   - waitsForRefresh: whether the display shows frames only on its refresh.
    mutating func add(handOver: Instant, visible: Instant, refresh: Double?, waitsForRefresh: Bool) {
        let gap = lastHandOver.map { handOver.seconds - $0.seconds }
        lastHandOver = handOver
        let delay = visible.seconds - handOver.seconds
        guard delay >= 0, delay <= Self.maxDelay else { return }
        samples.append(delay)
        guard samples.count >= Self.window else { return }
        let median = samples.sorted()[samples.count / 2]
        samples = []
        // A frame is shown at one refresh or the next, however slightly earlier it is ready. Correcting for a fraction of the
        // interval would visibly jump between the two.
        var tolerance = Self.tolerance
        if let refresh, waitsForRefresh || gap.map({ $0 < refresh * 1.5 }) == true { tolerance = max(tolerance, refresh * 0.6) }
        if abs(median - seconds) > tolerance { seconds = median }
    }
}
