// SPDX-License-Identifier: Apache-2.0

import Foundation
import NIOHTTP1
import Testing
import WindowboxCatalogue
import WindowboxContract

@Suite("House ad campaigns", .onEachDatabase) struct AdCampaignTests {
    private static let path = "/v1/admin/ad_campaigns"
    private static let good = #""name":"Summer","video_url":"https://films.example/a.m3u8","duration":12.5"#

    @Test("A campaign is stored, updated by member, and inaccessible to other businesses") func kept() async throws {
        try await RunningService.with { service in
            let manager = try await Manager(service)
            let more = #","ends_at":"2031-01-01T00:00:00Z","viewer_cap":3,"viewer_cap_hours":24,"key_values":["device=tv","age=!child"]"#
            let made = try await manager.send(.POST, Self.path, json: "{\(Self.good)\(more)}")
            #expect(made.status == 201)
            var campaign = try made.json(AdCampaign.self)
            #expect(campaign.businessID == "b1")
            #expect(campaign.viewerCap == 3)
            #expect(campaign.keyValues == ["device=tv", "age=!child"])
            #expect(campaign.priority == 10)
            #expect(campaign.weight == 1)
            #expect(!campaign.isPaused)
            #expect(campaign.startsAt == nil)
            let campaignPath = "\(Self.path)/\(campaign.id)"
            campaign.isPaused = true
            campaign.viewerCapHours = nil
            let change = #"{"paused":true,"viewer_cap_hours":null}"#
            #expect(try await manager.send(.PATCH, campaignPath, json: change).json(AdCampaign.self) == campaign)
            #expect(try await manager.send(.GET, Self.path).json(ResourceList<AdCampaign>.self).data == [campaign])
            let other = try await Manager(service, business: "b2")
            #expect(try await other.send(.GET, campaignPath).status == 404)
            #expect(try await manager.send(.DELETE, campaignPath).status == 204)
            #expect(try await manager.send(.GET, campaignPath).status == 404)
        }
    }

    @Test(
        "An invalid campaign is refused with its field",
        arguments: [
            ("name", #""name":"""#), ("video_url", #""video_url":"file:///etc/passwd""#), ("video_url", #""video_url":"/media/a.m3u8""#),
            ("duration", #""duration":0"#), ("duration", #""duration":601"#), ("skip_after", #""skip_after":-1"#),
            ("click_through", #""click_through":"javascript:alert(1)""#),
            ("ends_at", #""starts_at":"2031-01-02T00:00:00Z","ends_at":"2031-01-02T00:00:00Z""#), ("viewer_cap", #""viewer_cap":0"#),
            ("viewer_cap", #""viewer_cap_hours":1"#), ("total_cap", #""total_cap":-1"#), ("weight", #""weight":-1"#),
            ("key_values", #""key_values":["device"]"#), ("key_values", #""key_values":["=tv"]"#),
            ("key_values", #""key_values":["device=!"]"#),
        ])
    func wrong(field: String, member: String) async throws {
        try await RunningService.with { service in
            let manager = try await Manager(service)
            let made = try await manager.send(.POST, Self.path, json: "{\(Self.good)}").json(AdCampaign.self)
            let reply = try await manager.send(.PATCH, "\(Self.path)/\(made.id)", json: "{\(member)}")
            #expect(reply.error?.field == field, "\(reply.text)")
            #expect(try await manager.send(.GET, "\(Self.path)/\(made.id)").json(AdCampaign.self) == made)
        }
    }
}
