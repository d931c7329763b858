// SPDX-License-Identifier: Apache-2.0

import WindowboxMedia

/// How long a window takes to show a picture, from what was measured lately: the engine hands pictures over that much early, so that they
/// are seen together with their sound.
struct PresentationDelay {
    /// Seconds from handing a picture over until it can be seen; 0 until it was measured.
    private(set) var seconds = 0.0
    private var samples: [Double] = []
    private var lastHandOver: Instant?

    /// Pictures that are looked at together: one that had to wait for something else says little.
    private static let window = 9
    /// What takes longer waited for something else: the window was hidden, or the program was busy.
    private static let longest = 0.15
    /// Seconds that are not worth a correction.
    private static let tolerance = 0.002

    /// A picture was seen.
    /// - Parameters:
    ///   - handOver: when the engine handed it over.
    ///   - visible: when it was on the screen, or with the display's server.
    ///   - refresh: seconds from one frame of the window to the next; nil when unknown.
    ///   - waitsForRefresh: whether the display shows a frame only at its refresh.
    mutating func add(handOver: Instant, visible: Instant, refresh: Double?, waitsForRefresh: Bool) {
        let gap = lastHandOver.map { handOver.seconds - $0.seconds }
        lastHandOver = handOver
        let delay = visible.seconds - handOver.seconds
        guard delay >= 0, delay <= Self.longest else { return }
        samples.append(delay)
        guard samples.count >= Self.window else { return }
        let median = samples.sorted()[samples.count / 2]
        samples = []
        // A frame that waits for a refresh comes at that one or the next, however little earlier it is ready. Chasing the rest of an
        // interval would jump between the two, and be seen.
        var tolerance = Self.tolerance
        if let refresh, waitsForRefresh || gap.map({ $0 < refresh * 1.5 }) == true { tolerance = max(tolerance, refresh * 0.6) }
        if abs(median - seconds) > tolerance { seconds = median }
    }
}
