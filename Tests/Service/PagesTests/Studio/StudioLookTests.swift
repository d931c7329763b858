// SPDX-License-Identifier: Apache-2.0

import Foundation
import Testing
import WindowboxContract

/// Checks how each page of Studio looks. If `WINDOWBOX_SCREENSHOTS` is set to a folder, screenshots are saved there.
@Suite("Appearance of Studio", .serialized, .timeLimit(.minutes(4)))
struct StudioLookTests {
    static let empty = [Browser.Look(), .narrow(isDark: true, reducesMotion: true)]
    static let filled = [Browser.Look(isDark: true), .narrow()]

    private static let pages = [
        "", "upload", "videos", "live", "live/new", "channels", "channels/new", "playlists", "playlists/new", "groups", "groups/new",
        "hashtags",
        "products", "products/new", "stores", "stores/new", "figures", "apps", "apps/new", "campaigns", "campaigns/new", "webhooks",
        "webhooks/new", "people", "people/new", "audit", "account",
    ]

    @Test("Nothing overflows, everything has a name, and all text is readable", arguments: empty)
    func look(_ look: Browser.Look) async throws {
        try await StudioProgram.with { program in
            let token = try await program.token()
            let channel = try await program.ask("/v1/admin/channels", #"{"name":"News","slug":"news"}"#, token)["id"]?.text ?? ""
            let film = try await program.ask("/v1/admin/videos", #"{"channel_id":"\#(channel)","caption":"Noon"}"#, token)["id"]?.text ?? ""
            let stream = try await program.ask(
                "/v1/admin/live_streams", #"{"channel_id":"\#(channel)","video_id":"\#(film)","title":"Noon"}"#, token)
            let room = "live/\(try #require(stream["id"]?.text))"
            try await Browser.with(look) { browser in
                try await browser.open(program.address + "/studio")
                try await browser.expectReadable("sign-in, \(look)")
                try await browser.keepPicture("studio-sign-in-\(look)")
                try await browser.open(program.address + "/studio/forgotten")
                try await browser.expectReadable("forgotten, \(look)")
                try await browser.keepPicture("studio-forgotten-\(look)")
                try await browser.open(program.address + "/studio")
                try await browser.signIn(program)
                for page in Self.pages + [room] {
                    try await browser.open("\(program.address)/studio/\(page)")
                    try await browser.wait(for: "return document.querySelector('h1') !== null")
                    let place = page.isEmpty ? "overview" : page == room ? "room" : page.replacing("/", with: "-")
                    try await browser.expectReadable("\(place), \(look)")
                    #expect(try await browser.run("return document.querySelectorAll('h1').length") == "1", "\(place)")
                    try await browser.keepPicture("studio-\(place)-\(look)")
                }
            }
        }
    }

    @Test("Pages with content and long names do not overflow, and all text is readable", arguments: filled)
    func fullLook(_ look: Browser.Look) async throws {
        try await StudioProgram.with { program in
            let places = try await Self.fill(program)
            try await Browser.with(look) { browser in
                try await browser.open(program.address + "/studio")
                try await browser.signIn(program)
                for place in places {
                    try await browser.open("\(program.address)/studio/\(place.path)")
                    try await browser.wait(for: "return document.querySelector('h1') !== null")
                    try await browser.expectReadable("\(place.name), \(look)")
                    try await browser.keepPicture("studio-full-\(place.name)-\(look)")
                }
            }
        }
    }

    /// A long name without a line break opportunity, and markup.
    private static let name = "A_name_that_goes_on_and_on_without_a_single_space_up_to_its_end <b>bold</b> & more"

    /// Creates one of each resource, and returns the pages that show them.
    private static func fill(_ program: StudioProgram) async throws -> [(name: String, path: String)] {
        let token = try await program.token()
        func make(_ kind: String, _ body: String) async throws -> String {
            try await program.ask("/v1/admin/\(kind)", body.replacing("NAME", with: name), token)["id"]?.text ?? ""
        }
        let channel = try await make("channels", #"{"name":"NAME","slug":"news"}"#)
        let film = try await make(
            "videos", #"{"channel_id":"\#(channel)","caption":"NAME","description":"NAME","hashtags":["calm","sea"]}"#)
        try await program.setPoster(1, of: film, token)
        let list = try await make(
            "playlists", #"{"channel_id":"\#(channel)","name":"NAME","items":[{"video_id":"\#(film)","position":0}]}"#)
        let group = try await make("playlist_groups", #"{"name":"NAME","playlist_ids":["\#(list)"]}"#)
        let store = try await make("business_stores", #"{"name":"NAME","currency":"EUR","url":"https://shop.example"}"#)
        let price = #""price":"19.90","original_price":"39.90","is_available":true,"position":0"#
        let unit = #"{"id":"u1","external_id":"u","name":"NAME",\#(price),"options":[{"name":"Size","value":"M"}]}"#
        let product = try await make(
            "products",
            #"{"store_id":"\#(store)","external_id":"x","name":"NAME","currency":"EUR","description":"NAME","units":[\#(unit)]}"#)
        let app = try await make("apps", #"{"name":"NAME"}"#)
        try await watch(film, in: app, program)
        let campaign = try await make("ad_campaigns", #"{"name":"NAME","video_url":"https://films.example/a.m3u8","duration":12.5}"#)
        let webhook = try await make("webhooks", #"{"url":"https://hooks.example/windowbox","types":["*"]}"#)
        let evening = try await make("videos", #"{"channel_id":"\#(channel)","caption":"Evening"}"#)
        try await program.setPoster(2, of: evening, token)
        let show = #""title":"NAME","products":[{"product_id":"\#(product)","sold_out":false,"hidden":false}]"#
        let stream = try await make("live_streams", #"{"channel_id":"\#(channel)","video_id":"\#(evening)",\#(show)}"#)
        return [
            ("overview", ""), ("videos", "videos"), ("video", "videos/\(film)"), ("channels", "channels"),
            ("channel", "channels/\(channel)"),
            ("playlists", "playlists"), ("playlist", "playlists/\(list)"), ("groups", "groups"), ("group", "groups/\(group)"),
            ("products", "products"), ("product", "products/\(product)"), ("stores", "stores"), ("store", "stores/\(store)"),
            ("apps", "apps"), ("app", "apps/\(app)"), ("campaigns", "campaigns"), ("campaign", "campaigns/\(campaign)"),
            ("webhooks", "webhooks"), ("webhook", "webhooks/\(webhook)"), ("live", "live"), ("room", "live/\(stream)"),
            ("stream", "live/\(stream)/settings"), ("upload", "upload"), ("figures", "figures?days=7"),
        ]
    }

    /// Watches a video and presses its button, so that there are figures to show.
    private static func watch(_ video: String, in app: String, _ program: StudioProgram) async throws {
        let guest = try await program.ask("/v1/auth/guest", #"{"app_id":"\#(app)","package_id":"org.example"}"#)
        let measures =
            #""startup_ms":420,"watched_ms":9500,"stall_ms":500,"stall_count":1,"rendition_changes":2,"exited_before_start":false"#
        let told = [
            ("impression", ""), ("start", ""), ("first-quartile", ""), ("midpoint", ""), ("click-cta", ""),
            ("session", #","reason":"swipe_next","progress_ms":6000,"duration_ms":10000,"properties":{\#(measures)}"#),
        ]
        let events = told.enumerated().map { index, event in
            let (name, more) = event
            let what = #""id":"e\#(index)","name":"fw:video:\#(name)","ts":"\#(Timestamp.text(Date()))","tracking":"all""#
            return #"{\#(what),"video_id":"\#(video)","is_autoplay":false\#(more)}"#
        }
        let token = guest["access_token"]?.text
        _ = try await program.ask("/v1/events", #"{"events":[\#(events.joined(separator: ","))]}"#, token)
    }
}
