// SPDX-License-Identifier: Apache-2.0

import WindowboxAdMarkup
import WindowboxStitcher

/// What an ad server said.
struct AdAnswer: Sendable {
    /// Nil when it failed.
    var candidates: [AdCandidate]?
    /// What lies over the content.
    var overlays: [OverlayCandidate] = []
    /// Errors of wrappers and of answers without an ad, and whom to tell.
    var reports: [(code: VASTErrorCode, urls: [String])] = []
    /// The first that went wrong.
    var fault: VASTErrorCode?
}
