// SPDX-License-Identifier: Apache-2.0

import WindowboxAdMarkup
import WindowboxHLS

/// Verifications in the `verifications` array of asset lists and tracking documents.
enum SignaledVerification {
    /// - Parameter entry: an ad of a tracking document, or a slot of an asset list.
    static func all(in entry: JSONValue) -> [VASTVerification] {
        entry["verifications"]?.array?.prefix(16).map { read($0).verification } ?? []
    }

    private static func read(_ entry: JSONValue) -> AdVerificationEntry {
        AdVerificationEntry(
            vendor: entry["vendor"]?.string, scripts: entry.links("scripts"), apiFramework: entry["apiFramework"]?.string,
            parameters: entry["parameters"]?.string, notExecuted: entry.links("notExecuted"))
    }
}
