// SPDX-License-Identifier: Apache-2.0

import Foundation
import Testing
import WindowboxContract

@Suite("Studio's control room in a browser", .serialized) struct StudioBroadcastPageTests {
    @Test("A stream is created, goes live, has a chat and a poll, and ends, and its figures have a table") func room() async throws {
        try await StudioProgram.with { program in
            try await Browser.with { browser in
                let (app, stream) = try await browser.goLive(program)
                try await browser.wait(for: "return document.querySelector('.picture code') !== null")

                let guest = try await program.ask("/v1/auth/guest", #"{"app_id":"\#(app)","package_id":"org.example"}"#)
                let token = guest["access_token"]?.text ?? ""
                _ = try await program.ask("/v1/live_streams/\(stream)/messages", #"{"text":"Hello <i>you</i>"}"#, token)
                try await browser.waitFor(text: "Hello <i>you</i>")
                try await browser.press(button: "Hide: Hello <i>you</i>")
                try await browser.wait(for: "return document.querySelector('.hidden-message') !== null")
                try await browser.press(button: "Show: Hello <i>you</i>")
                try await browser.wait(for: "return document.querySelector('.messages li') && !document.querySelector('.hidden-message')")
                _ = try await browser.run("document.querySelector('[id^=mute-]').click()")
                try await browser.wait(for: "return document.querySelector('.messages .status.muted') !== null")
                #expect(try await program.status("/v1/live_streams/\(stream)/messages", #"{"text":"Again"}"#, token) == 403)
                _ = try await browser.run("document.querySelector('[id^=mute-]').click()")
                try await browser.wait(for: "return document.querySelector('.messages .status.muted') === null")
                try await browser.fill(".say [name=text]", "Welcome")
                try await browser.press(button: "Send")
                try await browser.wait(for: "return document.querySelectorAll('.messages li').length === 2")

                try await browser.fill("[name=prompt]", "Which?")
                try await browser.press(button: "Save draft")
                try await browser.waitFor(text: "A poll needs at least two answers.")
                for text in ["Blue", "Green"] {
                    try await browser.press(button: "Add an answer")
                    try await browser.fill(".ask [data-list] li:last-child input:not([type=checkbox])", text)
                }
                try await browser.press(button: "Save draft")
                try await browser.press(button: "Launch: Which?")
                try await browser.wait(for: "return document.querySelector('.games .status.active') !== null")
                try await browser.press(button: "End: Which?")
                try await browser.wait(for: "return document.querySelector('.games .status.ended') !== null")

                try await browser.press(button: "End")
                try await browser.waitFor(text: "It can’t go live again.")
                _ = try await browser.run("document.querySelector('dialog button').click()")
                try await browser.wait(for: "return document.querySelector('.air .status.completed, .air .status.replay') !== null")

                let start = #"{"id":"e1","name":"fw:video:start","ts":"\#(Timestamp.text(Date()))","tracking":"all","is_autoplay":false}"#
                _ = try await program.ask("/v1/events", #"{"events":[\#(start)]}"#, token)
                try await browser.open(program.address + "/studio/figures?days=7")
                let views = "svg.chart[role=img][aria-label^='Views by day from '][aria-label$=', at most 1.']"
                _ = try await browser.find(views)
                let row = "return document.querySelector('details table tbody tr').innerText.trim().split(/\\s+/).at(-1)"
                _ = try await browser.run("document.querySelector('details').open = true")
                #expect(try await browser.run(row) == "\"1\"")
                #expect(try await browser.complaints.filter { !$0.contains("Failed to load resource") } == [])
            }
        }
    }

    @Test("Chats and entries arrive over the hosts' socket without polling") func told() async throws {
        try await StudioProgram.with { program in
            try await Browser.with { browser in
                let (app, stream) = try await browser.goLive(program)
                try await browser.fill("[name=prompt]", "Why?")
                try await browser.choose(".ask select", "question")
                try await browser.press(button: "Save draft")
                try await browser.press(button: "Launch: Why?")
                try await browser.wait(for: "return document.querySelector('.games .status.active') !== null")

                // From here on there is no interaction with the page, which would refresh the room.
                try await browser.wait(for: "return document.querySelector('.room').dataset.updates === 'socket'")
                _ = try await browser.run("window.isSamePage = true")
                let item = try await browser.run("return document.querySelector('.games li').id")
                let question = item.replacing("game-", with: "").filter { $0 != "\"" }
                let guest = try await program.ask("/v1/auth/guest", #"{"app_id":"\#(app)","package_id":"org.example"}"#)
                let token = guest["access_token"]?.text ?? ""
                let path = "/v1/live_streams/\(stream)"
                _ = try await program.ask("\(path)/messages", #"{"text":"Psst","private":true}"#, token)
                try await browser.waitFor(text: "Psst")
                let video = try await program.ask(path, nil, token)["video_id"]?.text ?? ""
                let entries = "/v1/videos/\(video)/interactions/\(question)/entries"
                _ = try await program.ask(entries, #"{"answer":"Because"}"#, token)
                try await browser.wait(for: "return document.querySelector('.games li').innerText.includes('1 entries')")
                #expect(try await browser.run("return document.querySelector('.room').dataset.updates") == "\"socket\"")
                #expect(try await browser.run("return window.isSamePage") == "true")
                #expect(try await browser.complaints.filter { !$0.contains("Failed to load resource") } == [])
            }
        }
    }
}
