// SPDX-License-Identifier: Apache-2.0

import WindowboxHLS

extension StreamCatalogue {
    /// Adds a pathway by rewriting another one's URLs (RFC 8216bis 7.3). Returns false if the pathway exists or its base doesn't.
    mutating func add(_ clone: SteeringManifest.Clone) -> Bool {
        guard !pathways.contains(clone.id), pathways.contains(clone.baseID) else { return false }
        for index in variants.indices {
            guard var source = variants[index].source(clone.baseID) else { continue }
            source.pathway = clone.id
            source.url = clone.url(for: source.url, stableID: source.stableID, overrides: clone.variantURIs)
            variants[index].sources.append(source)
        }
        for entry in iFrames where entry.source.pathway == clone.baseID {
            var copy = entry
            copy.source.pathway = clone.id
            copy.source.url = clone.url(for: entry.source.url, stableID: entry.source.stableID, overrides: clone.variantURIs)
            iFrames.append(copy)
        }
        for index in audio.indices { audio[index].extend(by: clone) }
        for index in subtitles.indices { subtitles[index].extend(by: clone) }
        pathways.append(clone.id)
        return true
    }
}

extension StreamCatalogue.RenditionEntry {
    /// Adds a source on the clone for each one on its base.
    fileprivate mutating func extend(by clone: SteeringManifest.Clone) {
        var added: [StreamCatalogue.RenditionSource] = []
        for source in sources where source.pathway == nil || source.pathway == clone.baseID {
            if source.pathway == nil, sources.contains(where: { $0.group == source.group && $0.pathway == clone.baseID }) { continue }
            guard let url = source.url else { continue }
            var copy = source
            copy.pathway = clone.id
            copy.url = clone.url(for: url, stableID: source.stableID, overrides: clone.renditionURIs)
            added.append(copy)
        }
        sources += added
    }
}
