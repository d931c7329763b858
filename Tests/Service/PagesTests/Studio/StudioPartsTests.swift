// SPDX-License-Identifier: Apache-2.0

import Foundation
import Testing
import WindowboxContract

@Suite("Studio's parts in a browser", .serialized) struct StudioPartsTests {
    /// Creates a channel without the pages, and returns its ID.
    private func channel(_ program: StudioProgram) async throws -> String {
        let made = try await program.ask("/v1/admin/channels", #"{"name":"News","slug":"news"}"#, try await program.token())
        return try #require(made["id"]?.text)
    }

    /// Uploads a video and leaves it open in the browser.
    private func upload(_ film: String, _ browser: Browser, _ program: StudioProgram) async throws {
        try await browser.open(program.address + "/studio/upload")
        try await browser.type(film, into: browser.find("#files"))
        try await browser.waitFor(text: "is ready.")
        try await browser.click(browser.find(role: "link", name: "Open the video"))
        try await browser.wait(for: "return document.querySelector('.preview') !== null")
    }

    @Test("A video gets a poster and subtitles, and joins a playlist of a group that is sorted by dragging") func parts() async throws {
        try await StudioProgram.with { program in
            let film = try await program.film("Harbour.mp4")
            let picture = try await program.picture("Red.png")
            let captions = try program.file("en.vtt", "WEBVTT\n\n00:00.000 --> 00:02.000\nBoats\n")
            _ = try await channel(program)
            // Viewer pages belong to an app.
            _ = try await program.ask("/v1/admin/apps", #"{"name":"App"}"#, try await program.token())
            try await Browser.with { browser in
                try await browser.signIn(program)
                try await upload(film, browser, program)
                let page = try await browser.address

                let poster = "return document.querySelector('.preview').poster"
                let previous = try await browser.run(poster)
                try await browser.type(picture, into: browser.find("#poster-file"))
                try await browser.press(button: "Replace poster")
                try await browser.wait(for: "\(poster) !== JSON.parse(arguments[0])", previous)
                try await browser.type(captions, into: browser.find("#subtitle-file"))
                try await browser.press(button: "Add subtitles")
                try await browser.wait(for: "return [...document.querySelectorAll('aside li code')].some(code => code.innerText === 'en')")
                // An uploaded video is a draft until it is published.
                try await browser.wait(for: "return document.body.innerText.includes('This is a draft')")
                try await browser.press(button: "Publish now")
                try await browser.wait(for: "const yes = document.querySelector('#ask[open] button'); yes?.click(); return Boolean(yes)")
                try await browser.wait(for: "return document.querySelector('h1') && !document.body.innerText.includes('This is a draft')")
                try await browser.open(page.replacing("/studio/videos/", with: "/watch/"))
                try await browser.wait(for: "return document.querySelector('video') !== null")

                var playlists: [String] = []
                for name in ["First", "Second"] {
                    try await browser.open(program.address + "/studio/playlists/new")
                    try await browser.fill("[name=name]", name)
                    try await browser.press(button: "Save")
                    try await browser.wait(for: "return /playlists.[\\w-]{12,}$/.test(location.pathname)")
                    playlists.append(try await browser.address.split(separator: "/").last.map(String.init) ?? "")
                    try await browser.click(browser.find(role: "searchbox", name: "Find a video"))
                    try await browser.press(button: "Add Harbour")
                    // The list includes it before it is saved, so only the message tells.
                    try await browser.waitFor(text: "Harbour was added. Save to keep it.")
                    try await browser.press(button: "Save videos")
                    try await browser.waitFor(text: "Saved.")
                    try await browser.wait(for: "return document.querySelectorAll('[data-list=items] ol > li').length === 1")
                }
                try await browser.open(program.address + "/studio/groups/new")
                try await browser.fill("[name=name]", "All")
                for name in ["First", "Second"] {
                    try await browser.click(browser.find(role: "searchbox", name: "Find a playlist"))
                    try await browser.press(button: "Add \(name)")
                }
                let rows = "[data-list=playlist_ids] ol > li"
                try await browser.drag("\(rows):nth-child(2) .grip", to: "\(rows):nth-child(1) .grip")
                try await browser.waitFor(text: "Second is now 1 of 2. Save to keep this order.")
                try await browser.press(button: "Save")
                try await browser.wait(for: "return /groups.[\\w-]{12,}$/.test(location.pathname)")
                let order = "return [...document.querySelectorAll('\(rows)')].map(row => row.dataset.value).join(' ')"
                #expect(try await browser.run(order) == "\"\(playlists.reversed().joined(separator: " "))\"")
                #expect(try await browser.complaints.filter { !$0.contains("Failed to load resource") } == [])
            }
        }
    }

    @Test("A form's late response does not pull the user back from another page") func leaving() async throws {
        try await StudioProgram.with { program in
            let channel = try await channel(program)
            try await Browser.with { browser in
                try await browser.signIn(program, to: "/studio/channels/\(channel)")
                // The response comes with the request for the other page, which follows once the form is done.
                _ = try await browser.run(
                    """
                    const send = window.fetch;
                    const left = new Promise(done => window.addEventListener('beforeunload', done));
                    window.fetch = async (...asked) => { const answer = await send(...asked); window.isKept = true; await left; return answer; };
                    """)
                try await browser.fill("[name=name]", "Other news")
                try await browser.press(button: "Save")
                try await browser.wait(for: "return window.isKept === true")
                try await browser.open(program.address + "/studio/playlists")
                #expect(try await browser.address.hasSuffix("/studio/playlists"))
                try await browser.waitFor(text: "Saved.")
                #expect(try await program.ask("/v1/admin/channels/\(channel)", nil, program.token())["name"]?.text == "Other news")
            }
        }
    }

    @Test("An interrupted upload continues with its missing parts") func resume() async throws {
        try await StudioProgram.with { program in
            // More than two parts.
            let film = try await program.film("Long.mp4", padding: 20 << 20)
            _ = try await channel(program)
            try await Browser.with { browser in
                try await browser.signIn(program, to: "/studio/upload")
                try await browser.limit(upload: 4 << 20)
                try await browser.type(film, into: browser.find("#files"))
                let sent = "performance.getEntriesByType('resource').filter(entry => entry.name.includes('/parts?number=')).length"
                try await browser.wait(for: "return \(sent) >= 1")
                try await browser.open(program.address + "/studio")
                try await browser.open(program.address + "/studio/upload")
                try await browser.limit(upload: nil)
                try await browser.type(film, into: browser.find("#files"))
                try await browser.waitFor(text: "Long.mp4 is ready.")
                let parts = try await browser.run("return \(sent)")
                #expect(["1", "2"].contains(parts), "\(parts) parts were sent again")
            }
        }
    }

    @Test("A giveaway's winners are drawn in the control room") func giveaway() async throws {
        try await StudioProgram.with { program in
            let token = try await program.token()
            _ = try await channel(program)
            let app = try await program.ask("/v1/admin/apps", #"{"name":"App"}"#, token)["id"]?.text ?? ""
            try await Browser.with { browser in
                try await browser.signIn(program, to: "/studio/live/new")
                let stream = try await browser.goLive()
                try await browser.choose(".ask [name=type]", "giveaway")
                try await browser.fill("[name=prompt]", "Win a boat")
                try await browser.fill("[name=winner_count]", "1")
                try await browser.press(button: "Save draft")
                try await browser.press(button: "Launch: Win a boat")
                try await browser.wait(for: "return document.querySelector('.games .status.active') !== null")
                let game = try await browser.run("return document.querySelector('.games li[id^=game-]').id.slice(5)").dropFirst().dropLast()
                let guest = try await program.ask("/v1/auth/guest", #"{"app_id":"\#(app)","package_id":"org.example"}"#)
                let access = guest["access_token"]?.text ?? ""
                let video = try await program.ask("/v1/live_streams/\(stream)", nil, access)["video_id"]?.text ?? ""
                _ = try await program.ask("/v1/videos/\(video)/interactions/\(game)/entries", #"{"terms_accepted":true}"#, access)
                try await browser.press(button: "End: Win a boat")
                try await browser.press(button: "Draw winners: Win a boat")
                try await browser.waitFor(text: "Winners: ")
                #expect(try await browser.complaints.filter { !$0.contains("Failed to load resource") } == [])
            }
        }
    }
}
