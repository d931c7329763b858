// SPDX-License-Identifier: Apache-2.0

import WindowboxMedia

extension BrowserSession {
    /// - Parameters:
    ///   - tags: ID3 tags of a segment.
    ///   - time: theirs, in seconds on the item's timeline.
    mutating func addMetadata(_ tags: [UInt8], at time: Double) {
        let cues = text.metadata.add(tags, at: time)
        if !cues.isEmpty { actions.append(.metadata(cues)) }
        if let time = text.metadata.trim() { actions.append(.discardMetadata(before: time)) }
    }
}
