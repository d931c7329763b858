// SPDX-License-Identifier: Apache-2.0

import WindowboxCodec
import WindowboxMedia

extension Demuxer {
    /// Seconds on the timeline of a file.
    func fileTime(of sample: Sample) -> Double { sample.presentation.seconds - origin }
}
