// SPDX-License-Identifier: Apache-2.0

import Foundation
import Testing
import WindowboxContract

@Suite("OpenAPI document") struct OpenAPITests {
    private static let made = OpenAPIDocument.make(version: "1")
    private var document: JSONValue { Self.made }

    @Test("The document has exactly the routes of the API") func complete() throws {
        let paths = try #require(document["paths"]?.members)
        let written = Set(paths.flatMap { path, item in (item.members ?? [:]).keys.map { "\($0) \(path)" } })
        let routes = APIRoute.all.map { "\($0.method.rawValue) \($0.path)" }
        #expect(Set(routes).count == routes.count)
        #expect(written == Set(routes))
        #expect(Set(APIRoute.all.map(\.operationID)).count == routes.count)
    }

    @Test("Each route has its parameters, body, response and errors", arguments: APIRoute.all.indices)
    func operations(index: Int) throws {
        let route = APIRoute.all[index]
        let operation = try #require(document["paths"]?[route.path]?[route.method.rawValue])
        let parameters = operation["parameters"]?.elements ?? []
        #expect(parameters.filter { $0["in"] == "path" }.compactMap { $0["name"]?.text } == route.parameters)
        #expect(parameters.filter { $0["in"] == "query" }.compactMap { $0["name"]?.text } == route.query.map(\.name))
        #expect(route.access == .everyone ? operation["security"] == [] : operation["security"]?.elements?.count == 1)
        let responses = try #require(operation["responses"]?.members)
        #expect(responses[String(route.status)] != nil)
        for code in route.errors {
            #expect(responses[String(code.status)]?["description"]?.text?.contains(code.rawValue) == true)
        }
        // Requests that change something have a body, except for commands that need none, such as a like.
        if route.method == .patch || (route.method == .put && !["likeVideo", "followChannel"].contains(route.operationID)) {
            #expect(operation["requestBody"] != nil)
        }
    }

    @Test("All references resolve, and every schema is referenced") func references() throws {
        let schemas = try #require(document["components"]?["schemas"]?.members)
        var named: Set<String> = []
        func collect(_ value: JSONValue) {
            if let reference = value["$ref"]?.text { named.insert(String(reference.split(separator: "/").last ?? "")) }
            for member in value.members ?? [:] { collect(member.value) }
            for element in value.elements ?? [] { collect(element) }
        }
        collect(document)
        #expect(named.subtracting(schemas.keys) == [])
        // A type that is only sent as a change has a separate schema.
        #expect(schemas.keys.filter { !named.contains($0) && schemas["\($0)Input"] == nil && schemas["\($0)Patch"] == nil } == [])
        #expect(schemas.count > 60)
    }

    @Test("Schemas match the values on the wire") func schemas() throws {
        let schemas = try #require(document["components"]?["schemas"]?.members)
        let video = try #require(schemas["Video"]?["properties"]?.members)
        let names = Set(try #require(ContractJSON.decode(JSONValue.self, from: ContractJSON.encode(Sample.video)).members).keys)
        #expect(names == Set(video.keys))
        #expect(video["published_at"] == ["type": "string", "format": "date-time"])
        #expect(video["status"]?["enum"]?.elements?.count == VideoStatus.known.count)
        #expect(video["cohorts"] == ["type": "object", "additionalProperties": ["type": "array", "items": ["type": "string"]]])
        #expect(video["regions"] == ["$ref": "#/components/schemas/Regions"])
        #expect(schemas["Video"]?["required"]?.elements?.contains("hls_url") == false)
        #expect(schemas["Video"]?["required"]?.elements?.contains("channel_id") == true)
        #expect(schemas["VideoInput"]?["required"] == nil)
        #expect(schemas["VideoInput"]?["properties"]?["id"] == nil)
        #expect(schemas["FeedRequest"]?["properties"]?["page_size"]?["maximum"] == 100)
        #expect(schemas["EventBatch"]?["properties"]?["events"]?["maxItems"] == 200)
        #expect(schemas["LineItem"]?["properties"]?["price"]?["type"] == "string")
        #expect(schemas["APIErrorDetail"]?["required"] == ["code", "message"])
        #expect(schemas["VideoList"]?["properties"]?["data"]?["items"] == ["$ref": "#/components/schemas/Video"])
    }

    @Test("Alternative body formats and responses are included") func alternatives() throws {
        let operation = try #require(document["paths"]?["/v1/admin/videos"]?["post"])
        let content = try #require(operation["requestBody"]?["content"]?.members)
        #expect(Set(content.keys) == ["application/json", "multipart/form-data"])
        #expect(operation["responses"]?["202"]?["content"]?["application/json"]?["schema"] == ["$ref": "#/components/schemas/VideoImport"])
        let product = try #require(document["paths"]?["/v1/admin/products"]?["post"]?["responses"]?.members)
        for status in ["200", "201"] {
            #expect(product[status]?["content"]?["application/json"]?["schema"] == ["$ref": "#/components/schemas/Product"])
        }
        let schemas = try #require(document["components"]?["schemas"]?.members)
        let video = try #require(schemas["VideoCreationInput"]?["properties"]?.members)
        #expect(["caption", "channel_id", "url", "upload_id", "async"].allSatisfy { video[$0] != nil })
        #expect(video["id"] == nil)
        #expect(schemas["VideoForm"]?["required"] == ["channel_id", "file"])
        // The absence of a further page is explicit.
        #expect(schemas["Paging"]?["properties"]?["next"]?["type"] == ["string", "null"])
    }

    @Test("A patch may contain any part of an object, but only complete array elements", arguments: APIRoute.all.indices)
    func changes(index: Int) throws {
        let route = APIRoute.all[index]
        let schemas = try #require(document["components"]?["schemas"]?.members)
        func component(_ schema: JSONValue?) -> JSONValue? {
            schema?["$ref"]?.text?.split(separator: "/").last.flatMap { schemas[String($0)] }
        }
        let body = document["paths"]?[route.path]?[route.method.rawValue]?["requestBody"]?["content"]?["application/json"]?["schema"]
        guard body?["$ref"]?.text?.hasSuffix("Input") == true, let members = component(body)?["properties"]?.members else { return }
        let check = try #require(RequestSchema(route))
        for (name, schema) in members {
            if component(schema)?["type"] == "object" {
                #expect(throws: Never.self) { try check.check([name: [:]]) }
                #expect(component(schema)?["required"]?.elements?.isEmpty ?? true, "\(name)")
            }
            if let element = component(schema["items"]), element["required"]?.elements?.isEmpty == false {
                #expect(throws: APIError.self) { try check.check([name: [[:]]]) }
            }
        }
    }

    @Test("Encoding is deterministic") func stable() throws {
        #expect(try ContractJSON.encode(document) == ContractJSON.encode(OpenAPIDocument.make(version: "1")))
    }

    @Test(
        "The document has the routes that clients use",
        arguments: [
            "post /v1/auth/guest", "get /v1/config", "post /v1/feeds", "get /v1/feeds/{feed_id}", "get /v1/videos/{id}",
            "get /v1/playlists/{id}", "get /v1/playlist_groups/{id}", "get /v1/channels/{id}", "get /v1/videos/{id}/products",
            "get /v1/products/{any_id}", "get /v1/products/{any_id}/videos", "post /v1/videos/{id}/interactions/{iid}/entries",
            "get /v1/live_streams/{id}", "post /v1/live_streams/{id}/unlock", "get /v1/live_streams/{id}/socket",
            "post /v1/live_streams/{id}/join", "post /v1/live_streams/{id}/leave", "post /v1/live_streams/{id}/likes",
            "post /v1/live_streams/{id}/messages", "patch /v1/live_streams/{id}/me", "post /v1/live_streams/{id}/reminders",
            "get /v1/live_streams/{id}/calendar.ics", "post /v1/events", "post /v1/purchases", "get /v1/share/{token}", "post /v1/share",
            "get /v1/ads/next", "post /v1/ads/{id}/impressions", "delete /v1/guests/me", "patch /v1/guests/me", "post /oauth/token",
            "get /healthz", "get /readyz", "get /metrics", "get /openapi.json", "get /v1/admin/insights", "post /v1/admin/uploads",
            "put /v1/admin/videos/{id}/subtitles/{lang}", "put /v1/admin/playlists/{id}/items", "delete /v1/admin/business_stores/{id}",
            "post /v1/admin/live_streams/{id}/interactions/{i}/draw", "get /v1/admin/live_streams/{id}/comments.csv",
            "get /v1/admin/business", "patch /v1/admin/business", "post /v1/admin/live_streams/{id}/subtitles",
        ])
    func specified(route: String) {
        #expect(APIRoute.all.contains { "\($0.method.rawValue) \($0.path)" == route })
    }
}

enum Sample {
    /// A video with every member set.
    static var video: Video {
        var video = Video(id: "v1", channelID: "c1")
        video.posterURL = "https://example.org/p.jpg"
        video.hlsURL = "https://example.org/v.m3u8"
        video.gifURL = "https://example.org/v.gif"
        video.cta = CallToAction(type: .buy, title: "Buy", titleKey: "buy", url: "https://example.org")
        video.badge = "new"
        video.socialAttribution = SocialAttribution(platform: "x", handle: "@y")
        video.language = "pt-BR"
        video.country = "BR"
        video.publishedAt = Timestamp.date(1_763_792_719_120)
        video.archivedAt = Timestamp.date(0)
        video.availableUntil = Timestamp.date(1)
        video.blockingReason = "legal"
        video.passwordVersion = "v1"
        video.review = VideoReview(status: .requested)
        video.segments = [VideoSegment(id: "s1", title: "One", startMS: 0, endMS: 1000)]
        video.intervals = [VideoInterval(kind: "openingCredits", startMS: 0, endMS: 500)]
        video.subtitles = [Subtitle(language: "en", url: "https://example.org/en.vtt", isDefault: true)]
        return video
    }
}
