// SPDX-License-Identifier: Apache-2.0

import Foundation
import Testing
import WindowboxCatalogue
import WindowboxContract

@testable import WindowboxServer

@Suite("Reading all resources", .onEachDatabase) struct ResourceReaderTests {
    private func channel(_ id: String, of business: String = "b1") -> VideoChannel {
        VideoChannel(id: id, businessID: business, name: id, slug: id)
    }

    @Test("All resources of a parent are read in order, some at a time, also while they change", arguments: [1, 2, 3, 5, 100])
    func all(batch: Int) async throws {
        try await RunningService.with { service in
            let resources = service.catalogue.resources
            for number in 0..<7 {
                // Two are from the same moment each time.
                try await resources.save(channel("c\(number)"), at: service.clock.now.addingTimeInterval(Double(number / 2)))
            }
            try await resources.save(channel("x", of: "b2"), at: service.clock.now)
            var reader = ResourceReader<VideoChannel>(resources: resources, parent: "b1", batch: batch)
            var found: [String] = []
            while let channel = try await reader.next() {
                found.append(channel.id)
                // The last one that was read is the position for the next page.
                _ = try await resources.delete(VideoChannel.self, id: channel.id)
            }
            #expect(found == (0..<7).map { "c\($0)" })
            #expect(try await resources.ids(VideoChannel.self, parent: "b1") == [])
        }
    }
}
