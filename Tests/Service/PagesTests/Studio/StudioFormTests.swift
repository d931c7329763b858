// SPDX-License-Identifier: Apache-2.0

import Foundation
import Testing
import WindowboxContract

@Suite("Studio's forms in a browser", .serialized) struct StudioFormTests {
    private static let faults = """
        return [...document.querySelectorAll('.fault:not([hidden])')].map(place => place.innerText).join('|')
        """

    @Test("All errors of a form are shown at once, beside their fields, in plain language") func allFaults() async throws {
        try await StudioProgram.with { program in
            try await Browser.with { browser in
                try await browser.signIn(program, to: "/studio/channels/new")
                #expect(
                    try await browser.run("return document.querySelector('label[for=\"field:name\"]').innerText") == "\"Name (required)\"")
                try await browser.fill("[name=slug]", String(repeating: "x", count: 65))
                try await browser.fill("[name=avatar_url]", "nowhere")
                try await browser.fill("[name=country]", "Germany")
                try await browser.press(button: "Save")
                let told = try await browser.run(Self.faults)
                #expect(
                    told == "\""
                        + [
                            "Enter a name (up to 200 characters).", "This is too long: enter up to 64 characters, not 65.",
                            "Enter a web address that begins with https:// or http://.",
                            "Enter a country code of two capital letters, such as DE.",
                        ].joined(separator: "|") + "\"")
                #expect(try await browser.run("return document.activeElement.name") == "\"name\"")
                // Nothing was sent.
                #expect(try await browser.address.hasSuffix("/studio/channels/new"))
                #expect(try await program.ask("/v1/admin/channels", nil, program.token())["data"] == .array([]))
            }
        }
    }

    @Test("An empty caption is not saved, and leaving with changes asks for confirmation") func changes() async throws {
        try await StudioProgram.with { program in
            let token = try await program.token()
            let channel = try await program.ask("/v1/admin/channels", #"{"name":"News"}"#, token)["id"]?.text ?? ""
            let video =
                try await program.ask("/v1/admin/videos", #"{"channel_id":"\#(channel)","caption":"Noon"}"#, token)["id"]?.text ?? ""
            try await Browser.with { browser in
                try await browser.signIn(program, to: "/studio/videos/\(video)")
                _ = try await browser.run("document.querySelector('[name=caption]').value = ''")
                try await browser.press(button: "Save")
                try await browser.waitFor(text: "Enter a caption (up to 1,000 characters).")
                #expect(try await program.ask("/v1/admin/videos/\(video)", nil, token)["caption"]?.text == "Noon")

                try await browser.fill("[name=caption]", "Evening")
                try await browser.click(browser.find(role: "link", name: "Channels"))
                try await browser.waitFor(text: "You have unsaved changes. Leave without saving them?")
                _ = try await browser.run("document.querySelector('#ask button[value=no]').click()")
                #expect(try await browser.run("return document.querySelector('[name=caption]').value") == "\"Evening\"")
                let asks =
                    "const event = new Event('beforeunload', {cancelable: true}); dispatchEvent(event); return event.defaultPrevented"
                #expect(try await browser.run(asks) == "true")
                try await browser.press(button: "Save")
                try await browser.waitFor(text: "Saved.")
                #expect(try await browser.run(asks) == "false")
                try await browser.click(browser.find(role: "link", name: "Channels"))
                try await browser.wait(for: "return location.pathname === '/studio/channels'")
            }
        }
    }

    @Test("A form shows and sends only the fields of the chosen kind") func kinds() async throws {
        try await StudioProgram.with { program in
            try await Browser.with { browser in
                _ = try await browser.goLive(program)
                let shown = """
                    return [...document.querySelectorAll('.ask [data-when]:not([hidden])')].map(part =>
                      part.querySelector('[name], [data-add]').name || 'answers').join(' ')
                    """
                for (kind, fields) in [
                    ("poll", "answers"), ("question", ""), ("giveaway", "winner_count collect_email"),
                    ("trivia_giveaway", "answers winner_count collect_email"), ("link", "url"),
                ] {
                    try await browser.choose(".ask [name=type]", kind)
                    #expect(try await browser.run(shown) == "\"\(fields)\"", "\(kind)")
                }
                try await browser.fill(".ask [name=prompt]", "Read on")
                try await browser.press(button: "Save draft")
                try await browser.waitFor(text: "Enter a web address.")
                try await browser.fill(".ask [name=url]", "https://shop.example/")
                try await browser.press(button: "Save draft")
                try await browser.waitFor(text: "Read on")
            }
        }
    }

    @Test("The control room shows the encoder's address and key, then what it sends, before the stream goes live") func encoder()
        async throws
    {
        try await StudioProgram.with { program in
            let token = try await program.token()
            _ = try await program.ask("/v1/admin/channels", #"{"name":"News"}"#, token)
            try await Browser.with { browser in
                try await browser.signIn(program, to: "/studio/live/new")
                try await browser.fill("[name=title]", "Noon")
                try await browser.press(button: "Save")
                try await browser.wait(for: "return document.querySelector('.room') !== null")
                try await browser.press(button: "Set up encoder")
                try await browser.waitFor(text: "Waiting for your encoder.")
                #expect(try await browser.run("return document.querySelector('.air .status').innerText") == "\"idle\"")
                _ = try await browser.find(role: "button", name: "Copy server")
                _ = try await browser.find(role: "button", name: "Copy stream key")
                let texts = try await browser.run(
                    "return ['ingest-url', 'ingest-key'].map(id => document.getElementById(id).textContent).join('/')")
                let sending = Task { try await SentPictures.send(30, to: String(texts.dropFirst().dropLast())) }
                defer { sending.cancel() }
                try await browser.wait(for: "return document.querySelector('[data-health=sending]') !== null")
                for label in ["Bit rate", "Frame rate", "Dropped frames", "Key frames"] { try await browser.waitFor(text: label) }
                try await browser.wait(for: "return document.querySelector('.picture .preview')?.videoWidth > 0")
                try await browser.keepPicture("studio-rehearsal")
                // With a poster, no confirmation is asked for.
                try await browser.press(button: "Go live")
                try await browser.wait(for: "return document.querySelector('.air .status.live') !== null")
                #expect(try await browser.complaints.filter { !$0.contains("Failed to load resource") } == [])
            }
        }
    }

    @Test("An image is refused before it is sent, a file that is no video gets a plain message, and both can be removed") func wrongFiles()
        async throws
    {
        try await StudioProgram.with { program in
            let token = try await program.token()
            _ = try await program.ask("/v1/admin/channels", #"{"name":"News"}"#, token)
            let picture = try await program.picture("Red.png")
            let broken = try program.file("Broken.mp4", "This is no video at all, whatever its name says.")
            try await Browser.with { browser in
                try await browser.signIn(program, to: "/studio/upload")
                try await browser.type(picture, into: browser.find("#files"))
                try await browser.waitFor(text: "Red.png is a picture, not a video.")
                #expect(try await browser.run("return document.querySelectorAll('.sending').length") == "0")
                try await browser.type(broken, into: browser.find("#files"))
                try await browser.waitFor(text: "This file could not be turned into a video.")
                _ = try await browser.find(role: "textbox", name: "Title")
                #expect(try await program.ask("/v1/admin/videos", nil, token)["data"] != .array([]))
                try await browser.press(button: "Remove Broken.mp4")
                try await browser.waitFor(text: "Broken.mp4 was removed.")
                #expect(try await browser.run("return document.querySelectorAll('.sending').length") == "0")
                #expect(try await program.ask("/v1/admin/videos", nil, token)["data"] == .array([]))
            }
        }
    }

    @Test("An upload is a draft with its own title until it is published, and one of its frames becomes the poster") func draft()
        async throws
    {
        try await StudioProgram.with { program in
            let token = try await program.token()
            _ = try await program.ask("/v1/admin/channels", #"{"name":"News"}"#, token)
            let film = try await program.film("Old_harbour.mp4")
            try await Browser.with { browser in
                try await browser.signIn(program, to: "/studio/upload")
                try await browser.type(film, into: browser.find("#files"))
                try await browser.fill(".sending input", "The old harbour")
                try await browser.waitFor(text: "Old_harbour.mp4 is ready.")
                _ = try await browser.run("document.querySelector('.sending input').blur()")
                func video() async throws -> JSONValue? {
                    guard case .array(let all)? = try await program.ask("/v1/admin/videos", nil, token)["data"] else { return nil }
                    return all.first
                }
                #expect(try await video()?["access"]?.text == "private")
                try await browser.click(browser.find(role: "link", name: "Open the video"))
                try await browser.waitFor(text: "This is a draft that only you can see.")
                try await browser.wait(for: "return document.querySelector('h1').innerText === 'The old harbour'")
                let previous = try await browser.run("return document.querySelector('.preview').poster")
                _ = try await browser.run("const film = document.querySelector('.preview'); film.muted = true; film.play()")
                try await browser.wait(for: "return document.querySelector('.preview').videoWidth > 0")
                try await browser.press(button: "Use this frame as the poster")
                try await browser.waitFor(text: "Poster saved.")
                try await browser.wait(for: "return document.querySelector('.preview').poster !== JSON.parse(arguments[0])", previous)
                try await browser.press(button: "Publish now")
                try await browser.wait(for: "const yes = document.querySelector('#ask[open] button'); yes?.click(); return Boolean(yes)")
                try await browser.wait(for: "return !document.body.innerText.includes('This is a draft')")
                #expect(try await video()?["access"]?.text == "public")
            }
        }
    }
}
