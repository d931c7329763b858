// SPDX-License-Identifier: Apache-2.0

import Testing
import WindowboxGTK
import WindowboxPlayer
import WindowboxStreaming

@Suite struct FailureTextTests {
    @Test("A failure has a title, an explanation with a remedy, and separate technical details")
    func texts() {
        let technical = "Opening the container: Invalid data found when processing input"
        let file = FailureText(PlayerError(.unsupported, technical, url: "file:///a.mp4"))
        #expect(file.title == "This file can’t be played")
        #expect(!file.explanation.contains("container"))
        #expect(file.explanation.hasSuffix("."))
        #expect(file.details == technical + "\nfile:///a.mp4")
        #expect(FailureText(PlayerError(.unsupported, technical, url: "https://x/a")).title == "This video can’t be played")
        let gone = FailureText(PlayerError(.notFound, "HTTP 404 at https://x/a", url: "https://x/a"))
        #expect(gone.title == "There is nothing at this address")
        #expect(gone.details == "HTTP 404 at https://x/a")
        let secret = FailureText(PlayerError(.forbidden, "HTTP 401 at https://me:secret@x/a", url: "https://me:secret@x/b"))
        #expect(secret.details == "HTTP 401 at https://x/a\nhttps://x/b")
        #expect(FailureText(PlayerError(.notFound, "x", url: "file:///a.mp4")).title == "File not found")
        #expect(FailureText(PlayerError(.invalidAddress, "x", url: "ht!tp://a")).explanation.contains("Check the spelling"))
        #expect(FailureText(PlayerError(.untrusted, "x", url: "https://a")).title == "The server’s identity can’t be verified")
        #expect(FailureText(PlayerError(.refused, "x", url: "http://a")).explanation.contains("https://"))
    }

    @Test("An app's own error message is shown unchanged")
    func loaders() {
        let text = FailureText(PlayerError(.loader, "not available outside Switzerland."))
        #expect(text.explanation == "Not available outside Switzerland.")
        #expect(text.details == nil)
    }

    /// An error as the player reports it for a server's answer.
    private func answer(
        _ status: Int, _ code: PlayerError.Code, url: String = "https://example.com/a.mp4", reason: FailureReason? = nil,
        canSignIn: Bool = false
    ) -> FailureText {
        let load = LoadFailure(.status(status), message: "The server answered \(status).", reason: reason)
        let error = StreamingError(.unavailable, message: load.message, url: url, underlying: load)
        return FailureText(PlayerError(code, error.message, url: url, underlying: error), canSignIn: canSignIn)
    }

    private func text(_ reason: FailureReason, url: String = "https://example.com/a.mp4") -> FailureText {
        let error = StreamingError(.unavailable, message: "details", url: url, reason: reason)
        return FailureText(PlayerError(.unavailable, error.message, url: url, underlying: error))
    }

    @Test("Each problem of a secure connection has its own title and a way on, which never is to ignore it")
    func security() {
        let reasons: [FailureReason] = [
            .certificateExpired, .certificateNotYetValid, .certificateForOtherHost, .certificateSelfSigned, .authorityUnknown,
            .certificateRevoked, .obsoleteTLS, .notTLS,
        ]
        #expect(Set(reasons.map { text($0).title }).count == reasons.count)
        #expect(Set(reasons.map { text($0).explanation }).count == reasons.count)
        for reason in reasons { #expect(text(reason).details?.hasPrefix("Details") == true, "\(reason.name)") }
        #expect(text(.certificateNotYetValid).explanation.contains("date and time"))
        #expect(text(.certificateExpired).title == "The server’s certificate has expired")
    }

    @Test("What is opened by mistake is called what it is, and a web page can be opened in a browser")
    func content() {
        #expect(text(.empty, url: "file:///a.mp4").title == "The file is empty")
        #expect(text(.empty).title == "The server sent nothing")
        let page = text(.webPage)
        #expect(page.title == "This is a web page, not a video")
        #expect(page.page == "https://example.com/a.mp4" && page.retry == nil)
        #expect(text(.webPage, url: "file:///a.html").page == nil)
        #expect(text(.text, url: "file:///a.txt").title == "This is a text, not a video")
        #expect(text(.document).title == "This is a document, not a video")
        #expect(text(.archive).explanation.contains("Unpack"))
        #expect(text(.empty).retry == "Try Again")
    }

    @Test("A broadcast that doesn't continue isn't called a server that can't be reached")
    func frozen() {
        let load = LoadFailure(.timeout, message: "the live playlist is frozen")
        let error = StreamingError(
            .frozen, message: load.message, url: "https://example.com/live.m3u8", underlying: load, isTransient: true)
        let text = FailureText(PlayerError(.network, error.message, url: error.url, underlying: error))
        #expect(text.title == "The video stopped")
        #expect(FailureText(PlayerError(.network, "x", url: "https://example.com/a.mp4")).title == "The server can’t be reached")
    }

    @Test("Redirects that lead nowhere are explained")
    func redirects() {
        #expect(text(.redirectLoop).title == "The server redirects in a circle")
        #expect(text(.redirectLoop).page == "https://example.com/a.mp4")
        #expect(text(.insecureRedirect).explanation.contains("http://"))
        #expect(text(.invalidRedirect).title != text(.insecureRedirect).title)
    }

    @Test("A server that asks for a password gets it with the address, and one that got it is said to have refused it")
    func passwords() {
        let asked = answer(401, .forbidden, reason: .credentialsRequired)
        #expect(asked.title == "A user name and a password are needed")
        #expect(asked.explanation.contains("https://name:password@"))
        let wrong = answer(401, .forbidden, url: "https://anna:guess@example.com/a.mp4", reason: .credentialsRefused)
        #expect(wrong.title == "The user name or the password is wrong")
        #expect(wrong.details?.contains("guess") == false)
        #expect(answer(403, .forbidden).title == "You don’t have access to this video")
        #expect(answer(401, .forbidden).title == "You don’t have access to this video", "a password would be of no use")
        for reason in [FailureReason.credentialsRequired, .credentialsRefused] {
            let text = answer(401, .forbidden, reason: reason, canSignIn: true)
            #expect(text.retry == "Sign In…")
            #expect(!text.explanation.contains("https://name:password@"))
        }
    }

    @Test("A server that fails or is too busy is blamed, not the video", arguments: [500, 502, 503, 504])
    func servers(status: Int) {
        #expect(answer(status, .unavailable).title == "The server has a problem")
        #expect(answer(429, .unavailable).title == "The server asks you to wait")
        #expect(answer(418, .unavailable).title == "This video can’t be played")
    }

    @Test("A file that may not be read is about permissions, not about a server")
    func permissions() {
        let text = answer(403, .forbidden, url: "file:///films/a.mkv")
        #expect(text.title == "You don’t have permission to open this file")
        #expect(!text.explanation.contains("server"))
    }

    @Test("An address of another kind is named as such, and is not called invalid")
    func schemes() {
        let camera = FailureText(PlayerError(.invalidAddress, "x", url: "rtsp://camera/1"))
        #expect(camera.title == "Addresses that begin with rtsp:// can’t be played")
        #expect(FailureText(PlayerError(.invalidAddress, "x", url: "https://")).title == "This isn’t a valid address")
        #expect(FailureText(PlayerError(.invalidAddress, "x", url: "ht!tp://a")).title == "This isn’t a valid address")
    }

    @Test("Details begin with a capital letter, unless it is an address or a name")
    func details() {
        func details(_ description: String) -> String? { FailureText(PlayerError(.malformed, description)).details }
        #expect(details("the response is empty") == "The response is empty")
        #expect(details("https://x isn’t a playlist") == "https://x isn’t a playlist")
        #expect(details("mp4a.40.2 can’t be decoded") == "mp4a.40.2 can’t be decoded")
    }
}
