// SPDX-License-Identifier: Apache-2.0

import Foundation
import Testing
import WindowboxContract

/// Looks at each page of Studio as people have it. With `WINDOWBOX_SCREENSHOTS` naming a folder its pictures are kept there.
@Suite("The looks of Studio", .serialized, .timeLimit(.minutes(4)))
struct StudioLookTests {
    private static let looks = [Browser.Look(), Browser.Look(isDark: true), .narrow(isDark: true, reducesMotion: true)]

    private static let pages = [
        "", "upload", "videos", "live", "live/new", "channels", "channels/new", "playlists", "playlists/new", "groups", "groups/new",
        "hashtags",
        "products", "products/new", "stores", "stores/new", "figures", "apps", "apps/new", "campaigns", "campaigns/new", "webhooks",
        "webhooks/new",
    ]

    @Test("Nothing sticks out, everything has a name, and all words can be read", arguments: looks)
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
}
