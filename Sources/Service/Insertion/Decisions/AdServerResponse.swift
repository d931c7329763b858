// SPDX-License-Identifier: Apache-2.0

import WindowboxAdMarkup
import WindowboxStitcher

/// The response of an ad server.
struct AdServerResponse: Sendable {
    /// Nil if it failed.
    var candidates: [AdCandidate]?
    /// Overlay ads.
    var overlays: [OverlayCandidate] = []
    /// Errors of wrappers and of responses without ads, with the URLs to report them to.
    var reports: [(code: VASTErrorCode, urls: [String])] = []
    /// The first error.
    var fault: VASTErrorCode?
}
