// SPDX-License-Identifier: Apache-2.0

import Foundation
import WindowboxCatalogue
import WindowboxContract

extension AdCampaign: BusinessOwned {
    static let operationName = "AdCampaign"

    static func blank(id: String, business: String, at now: Date) -> AdCampaign {
        AdCampaign(id: id, businessID: business, name: "", videoURL: "", duration: 0)
    }

    func check(after before: AdCampaign?, in catalogue: Catalogue) async throws {
        try FieldCheck.text(name, "name")
        try Self.web(videoURL, "video_url")
        if let clickThrough { try Self.web(clickThrough, "click_through") }
        guard duration > 0, duration <= 600 else {
            throw APIError(.invalidField, "Enter a length of more than 0 and up to 600 seconds.", field: "duration")
        }
        guard skipAfter.map({ (0...600).contains($0) }) ?? true else {
            throw APIError(.invalidField, "Enter 0 to 600 seconds.", field: "skip_after")
        }
        if let startsAt, let endsAt, endsAt <= startsAt {
            throw APIError(.invalidField, "The end must be after the start.", field: "ends_at")
        }
        try Self.number(priority, "priority", 0...1000)
        try Self.number(weight, "weight", 0...1000)
        try Self.number(viewerCap, "viewer_cap", 1...1_000_000)
        try Self.number(viewerCapHours, "viewer_cap_hours", 1...9600)
        try Self.number(totalCap, "total_cap", 1...1_000_000_000)
        guard viewerCap != nil || viewerCapHours == nil else {
            throw APIError(.invalidField, "Set viewer_cap as well: how often within that time.", field: "viewer_cap")
        }
        guard keyValues.count <= 64, keyValues.allSatisfy(Self.isKeyValue) else {
            throw APIError(
                .invalidField, "Enter at most 64 entries, each key=value or key=!value with 3 to 200 bytes.", field: "key_values")
        }
    }

    private static func web(_ text: String, _ field: String) throws(APIError) {
        guard text.hasPrefix("https://") || text.hasPrefix("http://") else {
            throw APIError(.invalidField, "Enter an address that begins with https:// or http://.", field: field)
        }
        try FieldCheck.address(text, field)
    }

    private static func number(_ number: Int?, _ field: String, _ range: ClosedRange<Int>) throws(APIError) {
        guard number.map(range.contains) ?? true else {
            throw APIError(.invalidField, "Enter a number from \(range.lowerBound) to \(range.upperBound).", field: field)
        }
    }

    private static func isKeyValue(_ text: String) -> Bool {
        let parts = text.split(separator: "=", maxSplits: 1, omittingEmptySubsequences: false)
        return (3...200).contains(text.utf8.count) && parts.count == 2 && !parts[0].isEmpty && !parts[1].isEmpty && parts[1] != "!"
    }
}
