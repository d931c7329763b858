// SPDX-License-Identifier: Apache-2.0

import Foundation
import Testing
import WindowboxContract

@Suite("Studio in a browser", .serialized) struct StudioJourneyTests {
    @Test("An empty service gets a video that is tagged, found, edited and archived") func journey() async throws {
        try await StudioProgram.with { program in
            let film = try await program.film("Harbour.mp4")
            try await Browser.with { browser in
                try await browser.signIn(program, to: "/studio/channels/new")
                #expect(try await browser.address.hasSuffix("/studio/channels/new"))

                // An error from the service is shown at its field, which gets the focus.
                try await browser.press(button: "Save")
                try await browser.wait(
                    for: "return document.activeElement.name === 'name' && document.activeElement.getAttribute('aria-invalid') === 'true'")
                try await browser.waitFor(text: "Enter a name (up to 200 characters).")
                try await browser.fill("[name=name]", "News")
                try await browser.press(button: "Save")
                try await browser.wait(for: "return /channels.[\\w-]{12,}$/.test(location.pathname)")

                try await browser.open(program.address + "/studio/upload")
                try await browser.fill("[name=hashtags]", "#harbour blue")
                try await browser.type(film, into: browser.find("#files"))
                try await browser.waitFor(text: "Harbour.mp4 is ready.")
                try await browser.click(browser.find(role: "link", name: "Open the video"))
                try await browser.wait(for: "return document.querySelector('.preview') !== null")
                let page = try await browser.address
                try await browser.press(button: "Publish now")
                try await browser.wait(for: "const yes = document.querySelector('#ask[open] button'); yes?.click(); return Boolean(yes)")
                try await browser.waitFor(text: "Archive")
                try await browser.wait(for: "return document.querySelector('.note:not([hidden])') === null")

                try await browser.fill("[name=caption]", "Boats <b>at dawn</b>")
                try await browser.fill("[name='cta.title']", "Shop")
                try await browser.fill("[name='cta.url']", "nowhere")
                try await browser.press(button: "Save")
                try await browser.wait(for: "return document.activeElement.name === 'cta.url'")
                try await browser.fill("[name='cta.url']", "https://shop.example/")
                try await browser.press(button: "Save")
                try await browser.wait(for: "return document.querySelector('h1').textContent === 'Boats <b>at dawn</b>'")

                try await browser.open(program.address + "/studio/hashtags")
                try await browser.fill("#filter", "(and harbour")
                try await browser.press(button: "Find videos")
                try await browser.waitFor(text: "At character 13")
                try await browser.fill("#filter", "(and harbour (not red))")
                try await browser.press(button: "Find videos")
                try await browser.waitFor(text: "One video")
                _ = try await browser.find(role: "link", name: "Boats <b>at dawn</b>")

                try await browser.open(page)
                // After signing in again in another tab, this one continues.
                _ = try await browser.run(
                    """
                    const token = document.querySelector('meta[name=studio-token]').content;
                    const send = (path, form) => fetch(path, {method: 'POST', body: new URLSearchParams(form)});
                    send('/studio/sign-out', {token})
                      .then(() => send('/studio/sign-in', {client_id: arguments[0], client_secret: arguments[1]}))
                      .then(() => { window.isAnew = true; });
                    """, program.client, program.secret)
                try await browser.wait(for: "return window.isAnew === true")
                try await browser.press(button: "Archive")
                try await browser.waitFor(text: "Viewers can’t find it until you restore it.")
                // The safe button has the focus; Escape does the same.
                #expect(try await browser.run("return document.activeElement.textContent") == "\"Cancel\"")
                _ = try await browser.run("document.querySelector('dialog button').click()")
                try await browser.wait(for: "return document.querySelector('.status.archived') !== null")
                try await browser.open(program.address + "/studio/hashtags?filter=harbour")
                try await browser.waitFor(text: "No videos match")
                #expect(try await browser.complaints.filter { !$0.contains("Failed to load resource") } == [])

                try await browser.press(button: "Sign out")
                try await browser.wait(for: "return document.querySelector('#client_id') !== null")
                try await browser.open(page)
                try await browser.wait(for: "return document.querySelector('#client_id') !== null")
            }
        }
    }

    @Test("Several videos are tagged and deleted at once, and what a change does not apply to is named") func bulk() async throws {
        try await StudioProgram.with { program in
            let token = try await program.token()
            let channel = try await program.ask("/v1/admin/channels", #"{"name":"News","slug":"news"}"#, token)["id"]?.text ?? ""
            for name in ["Noon", "Dusk <b>", "Dawn"] {
                _ = try await program.ask(
                    "/v1/admin/videos", #"{"channel_id":"\#(channel)","caption":"\#(name)","hashtags":["sky"]}"#, token)
            }
            try await Browser.with { browser in
                try await browser.signIn(program, to: "/studio/videos")
                try await browser.wait(for: "return document.querySelector('#bulk')?.hidden === false")
                #expect(try await browser.run("return document.querySelector('[data-bulk=tag]').disabled") == "true")
                _ = try await browser.run("for (const box of [...document.querySelectorAll('[data-video]')].slice(0, 2)) box.click()")
                try await browser.waitFor(text: "2 videos selected")
                try await browser.fill("#bulk-tags", "#sea calm")
                try await browser.press(button: "Add hashtags")
                try await browser.waitFor(text: "2 videos changed.")
                #expect(try await browser.run("return document.body.innerText.split('#calm').length") == "3")
                _ = try await browser.run("document.querySelector('#bulk-all').click()")
                try await browser.waitFor(text: "3 videos selected")
                // None of them has media.
                try await browser.press(button: "Publish")
                try await browser.wait(for: "const yes = document.querySelector('#ask[open] button'); yes?.click(); return Boolean(yes)")
                try await browser.waitFor(text: "The change does not apply to 3 videos.")
                try await browser.press(button: "Delete")
                try await browser.wait(for: "const yes = document.querySelector('#ask[open] button'); yes?.click(); return Boolean(yes)")
                try await browser.waitFor(text: "No videos yet.")
                #expect(try await browser.complaints.filter { !$0.contains("Failed to load resource") } == [])
            }
        }
    }

    @Test("Lists are sorted with the arrow keys, and prices are decimals") func lists() async throws {
        try await StudioProgram.with { program in
            try await Browser.with { browser in
                try await browser.signIn(program, to: "/studio/stores/new")
                try await browser.fill("[name=name]", "Shop")
                try await browser.fill("[name=currency]", "EUR")
                try await browser.press(button: "Save")
                try await browser.wait(for: "return location.pathname === '/studio/stores'")
                try await browser.open(program.address + "/studio/products/new")
                try await browser.fill("[name=name]", "Rope")
                try await browser.fill("[name=external_id]", "rope")
                for (index, name) in ["Blue", "Red"].enumerated() {
                    try await browser.press(button: "Add a variant")
                    let row = "li:nth-child(\(index + 1)) "
                    try await browser.fill("\(row)[name$='.name']", name)
                    try await browser.fill("\(row)[name$='].external_id']", name)
                    try await browser.fill("\(row)[name$='.price']", index == 0 ? "12.50" : "9,90")
                }
                try await browser.press(button: "Save")
                try await browser.waitFor(text: "Enter a price such as 19.90.")
                #expect(try await browser.run("return document.activeElement.value") == "\"9,90\"")
                try await browser.fill("li:nth-child(2) [name$='.price']", "9.90")
                // Moves the second before the first, without a pointer.
                _ = try await browser.run("document.querySelector('[data-list=units] li:nth-child(2) .grip').focus()")
                try await browser.press("\u{E013}")
                try await browser.waitFor(text: "is now 1 of 2. Save to keep this order.")
                try await browser.press(button: "Save")
                try await browser.wait(for: "return /products.[\\w-]{12,}$/.test(location.pathname)")
                let names = "return [...document.querySelectorAll(\"[data-list=units] [name$='.price']\")].map(f => f.value).join(' ')"
                #expect(try await browser.run(names) == "\"9.9 12.5\"")
                try await browser.open(program.address + "/studio/products")
                try await browser.waitFor(text: "9.90 EUR – 12.50 EUR")
            }
        }
    }
}
