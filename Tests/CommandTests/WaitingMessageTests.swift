// SPDX-License-Identifier: Apache-2.0

import Synchronization
import Testing

@testable import windowbox

@Suite("Message while a command waits") struct WaitingMessageTests {
    @Test("The host that has not responded is named once") func said() async {
        let words = Mutex<[String]>([])
        let note = WaitingMessage(for: "http://user:secret@example.org:8080/a.m3u8?token=1", after: 0) { text in
            words.withLock { $0.append(text) }
        }
        await note.task.value
        #expect(words.withLock { $0 } == ["waiting for a response from example.org:8080"])
    }

    @Test("Nothing is printed after a response or in quiet mode") func unsaid() async {
        let words = Mutex<[String]>([])
        let ended = WaitingMessage(for: "https://example.org/", after: 1000) { text in words.withLock { $0.append(text) } }
        ended.end()
        await ended.task.value
        let quiet = WaitingMessage(for: "https://example.org/", after: 0, isQuiet: true) { text in words.withLock { $0.append(text) } }
        await quiet.task.value
        #expect(words.withLock { $0 } == [])
    }

    @Test(
        "A file is named without terminal escapes",
        arguments: [("film.mp4", "film.mp4"), ("a\u{1B}[2J", "a\u{FFFD}[2J")])
    func places(_ address: String, _ place: String) {
        #expect(WaitingMessage.host(of: address) == place)
    }
}
