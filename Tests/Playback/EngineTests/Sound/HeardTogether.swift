// SPDX-License-Identifier: Apache-2.0

import Testing
import WindowboxKit

extension PlayedRun {
    /// Expects the audio of these frames to be heard when they were shown: half of them within 15 ms.
    func expectTogether(from first: Int, to last: Int, tone: Int = 400, sourceLocation: SourceLocation = #_sourceLocation) {
        let offsets = offsets(of: stride(from: first, to: last, by: 3), tone: tone).sorted()
        #expect(offsets.count > 3, "too little audio was heard", sourceLocation: sourceLocation)
        guard !offsets.isEmpty else { return }
        let median = offsets[offsets.count / 2]
        #expect(median.magnitude < 0.015, "audio is ahead by \(offsets)", sourceLocation: sourceLocation)
    }
}
