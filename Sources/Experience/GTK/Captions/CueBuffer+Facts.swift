// SPDX-License-Identifier: Apache-2.0

import WindowboxCaptions
import WindowboxEngine
import WindowboxMedia

extension CueBuffer {
    /// Follows what the engine loads and drops.
    mutating func handle(_ fact: TextFact) {
        switch fact {
        case .loaded(let resource): load(resource)
        case .discarded(let time): discard(from: time)
        case .trimmed(let time): trim(before: time)
        case .complete: break
        case .lost: self = CueBuffer()
        }
    }

    private mutating func load(_ resource: TextResource) {
        let limits = CaptionLimits(cues: Self.maxCues)
        switch resource.format {
        case .pictures(let images): show(images, in: resource.range)
        case .webVTT:
            add(CaptionDocument.read(resource.bytes, as: .webVTT, limits: limits), offset: resource.offset, in: resource.range)
        case .sample(let coding):
            add(
                CaptionDocument.readSample(
                    resource.bytes, of: coding, header: resource.header, start: MediaTime(seconds: resource.range.start),
                    end: MediaTime(seconds: resource.range.end), offset: MediaTime(seconds: resource.offset), limits: limits))
        }
    }
}
