// SPDX-License-Identifier: Apache-2.0

import Foundation
import Testing
import WindowboxCatalogue
import WindowboxServiceKit

@Suite("House ad counts") struct HouseAdCountTests {
    @Test("Impressions are counted by campaign, viewer and time, and totals outlive the per-viewer counts", arguments: Make.available)
    func counts(make: Make) async throws {
        try await OpenedCatalogue.with(make) { opened in
            let (ads, start) = (opened.catalogue.houseAds, OpenedCatalogue.noon)
            for (campaign, viewer, seconds) in [("a", "anna", 0.0), ("a", "anna", 100), ("a", "ben", 200), ("b", "anna", 300)] {
                try await ads.record(campaign, viewer: viewer, at: start + seconds)
            }
            let questions = [
                HouseAdQuery(campaign: "a"), HouseAdQuery(campaign: "a", viewer: "anna"),
                HouseAdQuery(campaign: "a", viewer: "anna", since: start + 50), HouseAdQuery(campaign: "a", since: start + 50),
                HouseAdQuery(campaign: "c"), HouseAdQuery(campaign: "b", viewer: "ben"),
            ]
            #expect(try await ads.counts(questions) == [3, 2, 1, 2, 0, 0])
            try await ads.forget(before: start + 150)
            #expect(try await ads.counts(questions) == [3, 0, 0, 1, 0, 0])
            #expect(try await ads.counts([]).isEmpty)
        }
    }
}
