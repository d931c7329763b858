// SPDX-License-Identifier: Apache-2.0

import WindowboxStreaming

extension EngineFact {
    /// Source facts that are passed on unchanged to the engine's user; nil for all others.
    init?(_ fact: SourceFact, of id: ItemID) {
        switch fact {
        case .presentation(let presentation): self = .presentation(id, presentation)
        case .timeline(let timeline): self = .timeline(id, timeline)
        case .metadata(let metadata): self = .metadata(id, metadata)
        case .variant(let variant, let position, let reason):
            self = .variant(id, VariantSwitch(variant: variant, position: position, reason: reason))
        case .warning(let failure):
            self = .warning(id, StreamingError(.unavailable, message: failure.message, underlying: failure, isTransient: true))
        case .gap(let contentType, let range): self = .gap(id, contentType, range)
        case .dateRanges(let ranges): self = .dateRanges(id, ranges)
        case .text(let text): self = .text(id, text)
        case .captions(let captions): self = .captions(id, captions)
        case .event(let event): self = .event(id, event)
        default: return nil
        }
    }
}
