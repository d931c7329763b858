// SPDX-License-Identifier: Apache-2.0

import WindowboxCodec
import WindowboxMedia

extension Demuxer {
    /// Seconds on the timeline of a file.
    ///
    /// A start below zero is a run-up that is not meant to be shown; the film begins at zero.
    func place(of sample: Sample) -> Double { sample.presentation.seconds - max(start, 0) }
}
