// SPDX-License-Identifier: Apache-2.0

import Foundation
import Testing
import WindowboxContract

@Suite("Accessibility of Studio") struct StudioAccessTests {
    @Test(
        "On all pages every control has a name, IDs are unique, references resolve, and nothing is too wide for a phone")
    func everyPage() async throws {
        try await StudioProgram.with { program in
            try await Self.fill(program)
            try await Browser.with(Browser.Look(width: 360, height: 740)) { browser in
                try await browser.signIn(program)
                var seen: Set<String> = []
                var waiting = ["/studio"]
                while let path = waiting.popLast() {
                    guard seen.insert(path).inserted else { continue }
                    try await browser.open(program.address + path)
                    #expect(try await browser.run(Self.faults) == "[]", "\(path)")
                    let links = try await browser.run(Self.links)
                    waiting += try ContractJSON.decode([String].self, from: links)
                }
                #expect(seen.count > 25, "\(seen.sorted())")
                #expect(try await browser.complaints.filter { !$0.contains("Failed to load resource") } == [])
            }
        }
    }

    /// Creates one resource of each kind.
    private static func fill(_ program: StudioProgram) async throws {
        let token = try await program.token()
        func make(_ kind: String, _ json: String) async throws -> String {
            try #require(try await program.ask("/v1/admin/\(kind)", json, token)["id"]?.text)
        }
        let channel = try await make("channels", #"{"name":"News"}"#)
        let video = try await make("videos", #"{"channel_id":"\#(channel)","caption":"One","hashtags":["a"],"type":"livestream"}"#)
        let stream = try await make("live_streams", #"{"channel_id":"\#(channel)","video_id":"\#(video)","title":"Noon"}"#)
        let options = #"[{"id":"a","text":"A"},{"id":"b","text":"B"}]"#
        _ = try await make("interactions", #"{"live_stream_id":"\#(stream)","type":"poll","prompt":"Which?","options":\#(options)}"#)
        let list = try await make(
            "playlists", #"{"channel_id":"\#(channel)","name":"Best","items":[{"video_id":"\#(video)","position":0}]}"#)
        _ = try await make("playlist_groups", #"{"name":"All","playlist_ids":["\#(list)"]}"#)
        let store = try await make("business_stores", #"{"name":"Shop","currency":"EUR"}"#)
        let unit = #"{"id":"u","external_id":"u","name":"Blue","price":"12.5","is_available":true,"options":[],"position":0}"#
        _ = try await make(
            "products", #"{"store_id":"\#(store)","external_id":"r","name":"Rope","currency":"EUR","units":[\#(unit)]}"#)
        let app = try await make("apps", #"{"name":"App"}"#)
        _ = try await make("ad_configs", #"{"app_id":"\#(app)","placement":"feed","provider":"vast","tag_url":"https://ads.example/x"}"#)
        _ = try await make("webhooks", #"{"url":"https://hooks.example/","types":["*"]}"#)
    }

    private static let links = """
        return [...document.querySelectorAll('a[href^="/studio"]')].map(a => a.pathname + a.search).filter(path => !path.endsWith('.csv'))
        """

    private static let faults = """
        const faults = [], ids = new Set();
        for (const one of document.querySelectorAll('[id]')) {
          if (ids.has(one.id)) faults.push('twice ' + one.id);
          ids.add(one.id);
        }
        const start = one => one.outerHTML.slice(0, 90);
        for (const one of document.querySelectorAll('input:not([type=hidden]), select, textarea')) {
          if (!one.labels?.length && !one.getAttribute('aria-label')) faults.push('no label: ' + start(one));
        }
        for (const one of document.querySelectorAll('button, a, summary')) {
          if (!one.textContent.trim() && !one.getAttribute('aria-label')) faults.push('no name: ' + start(one));
        }
        for (const name of ['aria-describedby', 'aria-labelledby', 'aria-controls', 'for']) {
          for (const one of document.querySelectorAll(`[${name}]`)) {
            for (const id of one.getAttribute(name).split(' ')) if (id && !ids.has(id)) faults.push(`${name} of nothing: ${id}`);
          }
        }
        if (document.querySelectorAll('h1').length !== 1) faults.push('not one heading');
        if (document.documentElement.scrollWidth > innerWidth) faults.push(`${document.documentElement.scrollWidth} wide`);
        return faults;
        """
}
