// SPDX-License-Identifier: Apache-2.0

import WindowboxMedia

/// Whether an item is video or audio only.
public enum MediaType: Hashable, Sendable, CaseIterable { case unknown, audio, video }

enum MediaTypeRule {
    static func mediaType(of kinds: Set<TrackKind>) -> MediaType {
        kinds.contains(.video) ? .video : kinds.contains(.audio) ? .audio : .unknown
    }
}
