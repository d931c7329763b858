// SPDX-License-Identifier: Apache-2.0

import Foundation
import Testing
import WindowboxContract

@Suite("Studio's caption editor in a browser", .serialized) struct StudioCaptionTests {
    @Test("Captions are written, saved, corrected line by line over the video, and published in its stream") func journey() async throws {
        try await StudioProgram.with { program in
            let token = try await program.token()
            let channel = try await program.ask("/v1/admin/channels", #"{"name":"News","slug":"news"}"#, token)["id"]?.text ?? ""
            try await Browser.with { browser in
                try await browser.signIn(program, to: "/studio/upload?channel=\(channel)")
                try await browser.type(try await program.film("Harbour.mp4"), into: browser.find("#files"))
                try await browser.waitFor(text: "Harbour.mp4 is ready.")
                try await browser.click(browser.find(role: "link", name: "Open the video"))
                try await browser.wait(for: "return document.querySelector('.preview') !== null")
                try await browser.fill("#new-captions", "de")
                try await browser.press(button: "Write subtitles")
                try await browser.wait(for: "return document.querySelector('#captions') !== null")

                // Nothing to save yet; then a time that is none.
                try await browser.press(button: "Save")
                try await browser.waitFor(text: "Add at least one caption.")
                try await browser.press(button: "Add a subtitle")
                try await browser.fill("[data-cue=text]", "Guten Morgen alle zusammen")
                try await browser.fill("[data-cue=end]", "soon")
                try await browser.press(button: "Save")
                try await browser.wait(
                    for: "const it = document.activeElement; return it.dataset.cue === 'end' && it.ariaInvalid === 'true'")
                try await browser.fill("[data-cue=end]", "1.5")
                try await browser.press(button: "Save")
                try await browser.waitFor(text: "Saved.")

                // They come back, and are shown over the video.
                let page = try await browser.address
                try await browser.open(page)
                try await browser.wait(for: "return document.querySelector('[data-cue=text]')?.value === 'Guten Morgen alle zusammen'")
                #expect(try await browser.run("return document.querySelector('[data-cue=end]').value") == "\"00:01.500\"")
                try await browser.wait(
                    for: """
                        const tracks = [...document.querySelector('video').textTracks];
                        return tracks.some(one => one.mode === 'showing' && one.cues?.length === 1);
                        """)

                _ = try await browser.run(
                    "const text = document.querySelector('[data-cue=text]'); text.focus(); text.setSelectionRange(12, 12)")
                try await browser.press(button: "Split at cursor")
                try await browser.wait(for: "return document.querySelectorAll('.cue').length === 2")
                try await browser.press(button: "Save")
                try await browser.waitFor(text: "Saved.")
                let file = try await browser.run(
                    """
                    const request = new XMLHttpRequest();
                    request.open('GET', document.querySelector('#captions').dataset.path, false);
                    request.setRequestHeader('X-Studio-Token', document.querySelector('meta[name=studio-token]').content);
                    request.send();
                    return request.responseText;
                    """)
                #expect(file.contains("Guten Morgen\\n\\n") && file.contains("--> 00:00:01.500"), "\(file)")
                #expect(try await browser.complaints.filter { !$0.contains("Failed to load resource") } == [])
            }
        }
    }

    @Test("The caption editor has no accessibility violations, wide and narrow", arguments: [Browser.Look(), .narrow(isDark: true)])
    func accessible(_ look: Browser.Look) async throws {
        try await StudioProgram.with { program in
            let token = try await program.token()
            let channel = try await program.ask("/v1/admin/channels", #"{"name":"News","slug":"news"}"#, token)["id"]?.text ?? ""
            let made = try await program.ask("/v1/admin/videos", #"{"channel_id":"\#(channel)","caption":"Noon"}"#, token)
            let video = try #require(made["id"]?.text)
            try await Browser.with(look) { browser in
                try await browser.signIn(program, to: "/studio/videos/\(video)/captions?lang=en")
                try await browser.press(button: "Add a subtitle")
                try await browser.fill("[data-cue=text]", "Good morning")
                try await browser.expectReadable("captions, \(look)")
                try await browser.keepPicture("studio-captions-\(look)")
            }
        }
    }
}
