// SPDX-License-Identifier: Apache-2.0

import Foundation
import Testing
import WindowboxContract
import WindowboxFeed
import WindowboxGTK

@testable import WindowboxFeedViews

@MainActor @Suite("Captions written by hosts") struct LiveCaptionsModelTests {
    private let own = Choices(["Automatic", "Off", "English"], selection: 2)

    private func spoken(_ lines: (String, String)...) -> LiveCaptionsModel {
        var state = LiveState()
        for (index, line) in lines.enumerated() {
            let data: JSONValue = ["lang": .string(line.0), "text": .string(line.1)]
            state.take(SocketMessage(seq: Int64(index + 1), type: .subtitle, at: Date(timeIntervalSince1970: 0), data: data))
        }
        let spoken = LiveCaptionsModel()
        spoken.captions = state.captions
        return spoken
    }

    @Test("Captions are in the viewer's language, or else the spoken one, until the viewer chooses") func choice() {
        let spoken = spoken(("de", "Hallo"), ("fr", "Bonjour"))
        #expect(spoken.text(hasOwn: false, in: .french) == "Bonjour")
        #expect(spoken.text(hasOwn: false, in: .english) == "Hallo")
        #expect(spoken.choices(.none, in: .english) == Choices(["Captions off", "German", "French"], selection: 1))
        #expect(spoken.choose(2, own: .none) == nil)
        #expect(spoken.text(hasOwn: false, in: .english) == "Bonjour")
        #expect(spoken.choose(0, own: .none) == nil)
        #expect(spoken.text(hasOwn: false, in: .english).isEmpty)
        #expect(spoken.choices(.none, in: .english).selection == 0)
    }

    @Test("The stream's own captions come first, and never both are shown") func inside() {
        let spoken = spoken(("de", "Hallo"))
        #expect(spoken.text(hasOwn: true, in: .german).isEmpty)
        #expect(spoken.choices(own, in: .english) == Choices(["Automatic", "Off", "English", "German"], selection: 2))
        // The stream's own captions are turned off for them.
        #expect(spoken.choose(3, own: own) == 1)
        #expect(spoken.text(hasOwn: true, in: .english) == "Hallo")
        #expect(spoken.choices(own, in: .english).selection == 3)
        #expect(spoken.choose(2, own: own) == 2)
        #expect(spoken.text(hasOwn: true, in: .english).isEmpty)
        #expect(self.spoken().choices(own, in: .english) == own)
    }

    @Test("The hosts' captions are limited in length, without control of the text direction") func hostile() {
        let spoken = spoken(("en", "\u{202E}<b>hi</b>" + String(repeating: "x", count: 9000)))
        let text = spoken.text(hasOwn: false, in: .english)
        #expect(text.hasPrefix("<b>hi</b>x"))
        #expect(text.count == 500)
    }
}
