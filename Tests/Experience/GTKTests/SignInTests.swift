// SPDX-License-Identifier: Apache-2.0

import CGTK
import Foundation
import Testing
import WindowboxEngine
import WindowboxKit
import WindowboxLibrary
import WindowboxOrigin
import WindowboxPlayer
import WindowboxTransport

@testable import WindowboxGTK
@testable import windowbox_desktop

@Suite("Signing in")
struct SignInTests {
    private func challenge(
        _ host: String = "films.example", port: Int? = nil, isEncrypted: Bool = true, sendsPassword: Bool = true,
        refusedUser: String? = nil,
        referringHost: String? = nil
    ) -> AuthenticationChallenge {
        AuthenticationChallenge(
            origin: "https://\(host):\(port ?? 443)", host: host, port: port, isEncrypted: isEncrypted, sendsPassword: sendsPassword,
            refusedUser: refusedUser, referringHost: referringHost)
    }

    @Test("The question names the server, says what was wrong, and who refers to it")
    func texts() {
        #expect(SignInQuestion(challenge()).body == "“films.example” requires a user name and a password.")
        #expect(SignInQuestion(challenge(port: 8443)).body.contains("“films.example:8443”"))
        let again = SignInQuestion(challenge(refusedUser: "anna"))
        #expect(again.body.hasPrefix("The user name or the password was wrong. "))
        #expect(again.user == "anna")
        #expect(SignInQuestion(challenge(referringHost: "portal.example")).body.contains("The video at “portal.example”"))
    }

    @Test("Without encryption there is a warning, except for servers on this computer")
    func warnings() {
        #expect(SignInQuestion(challenge()).warning == nil)
        #expect(SignInQuestion(challenge(isEncrypted: false)).warning?.contains("read the password") == true)
        #expect(SignInQuestion(challenge(isEncrypted: false, sendsPassword: false)).warning?.contains("see what you watch") == true)
        #expect(SignInQuestion(challenge("127.0.0.1", isEncrypted: false)).warning == nil)
    }

    @Test("Someone who declines isn't asked again for the same server, until playback has failed or something else is opened")
    func declining() {
        var policy = SignInPolicy()
        policy.answered(nil, to: challenge())
        #expect(!policy.asks(challenge()))
        #expect(policy.asks(challenge("other.example")))
        policy.failed()
        #expect(policy.asks(challenge()))
        policy.answered(nil, to: challenge())
        _ = policy.open()
        #expect(policy.asks(challenge()))
    }

    @Test("Credentials that aren't to be remembered are forgotten when something else is opened")
    func forgetting() {
        var policy = SignInPolicy()
        let credentials = HTTPCredentials(user: "a", password: "b")
        policy.answered(SignInAnswer(credentials: credentials, isRemembered: false), to: challenge("once.example"))
        policy.answered(SignInAnswer(credentials: credentials, isRemembered: true), to: challenge("kept.example"))
        #expect(policy.open() == ["https://once.example:443"])
        #expect(policy.open() == [])
    }
}

extension OnDisplay {
    @MainActor struct SigningIn {
        private func withApp(_ body: (MainWindow) async throws -> Void) async throws {
            let window = MainWindow(Session(library: Library(), audioOutput: SilentOutput()))
            window.present()
            defer { gtk_window_destroy(window.cast()) }
            try #require(await eventually { window.isMapped && window.width > 0 })
            try await body(window)
        }

        /// Serves a film to those who know the password.
        private func locked() async throws -> FaultyOrigin {
            let film = try Array(Data(contentsOf: GeneratedStreams.named("file-film-mkv").url))
            return try await FaultyOrigin { request in
                guard request.header("Authorization") == "Basic bWU6c2VjcmV0" else {
                    return OriginResponse(status: 401, headers: [("WWW-Authenticate", #"Basic realm="films""#)], body: .bytes([]))
                }
                return memoryAnswer([request.path: film], to: request)
            }
        }

        /// The question that is on screen.
        private func dialog() async -> MessageDialog? {
            var found: MessageDialog?
            _ = await eventually {
                found = Self.windows().lazy.compactMap { Object.existing($0) as MessageDialog? }.first { $0.isMapped }
                return found != nil
            }
            return found
        }

        private static func windows() -> [OpaquePointer] {
            let list = gtk_window_get_toplevels()
            return (0..<g_list_model_get_n_items(list)).compactMap { index in
                let window = g_list_model_get_item(list, index)
                defer { g_object_unref(window) }
                return window.map { OpaquePointer($0) }
            }
        }

        @Test("A film behind a password plays after a wrong and then the right answer, and is remembered without the password")
        func plays() async throws {
            let origin = try await locked()
            try await withApp { window in
                var bodies: [String] = []
                let signIn = window.session.signIn
                let password = ["guess", "secret"]
                signIn.present = { challenge in
                    bodies.append(SignInQuestion(challenge).body)
                    let credentials = HTTPCredentials(user: "me", password: password[min(bodies.count, 2) - 1])
                    return SignInAnswer(credentials: credentials, isRemembered: false)
                }
                await window.open([origin.address + "/film.mkv"])
                #expect(await eventually { window.session.player.playbackState == .playing })
                #expect(bodies.count == 2)
                #expect(bodies.last?.contains("wrong") == true)
                #expect(window.session.history.presentAddress == origin.address + "/film.mkv")
                // Opened again, it asks again, and a refusal is explained with a way on.
                signIn.present = { _ in nil }
                await window.open([origin.address + "/other.mkv"])
                #expect(await eventually { window.session.player.error != nil })
                let failure = try #require(window.session.model.failure)
                #expect(failure.title == "A user name and a password are needed")
                #expect(failure.retry == "Sign In…")
                // The way on asks again.
                signIn.present = { _ in SignInAnswer(credentials: HTTPCredentials(user: "me", password: "secret"), isRemembered: true) }
                await settle()
                window.session.model.retry()
                #expect(await eventually { window.session.player.playbackState == .playing })
            }
        }

        @Test("The dialog needs a user name, answers once, and closes when nothing waits for it any more")
        func dialogs() async throws {
            let origin = try await locked()
            try await withApp { window in
                await window.open([origin.address + "/film.mkv"])
                let first = try #require(await dialog())
                #expect(first.body.contains("127.0.0.1"))
                #expect(!first.canAnswer)
                // Something else is opened: the question is of no interest any more.
                window.session.player.removeAllItems()
                #expect(await eventually { !first.isMapped })

                let challenge = AuthenticationChallenge(
                    origin: "http://films.example:80", host: "films.example", isEncrypted: false, sendsPassword: true)
                let question = SignInDialog(SignInQuestion(challenge), above: window)
                let answer = Task { await question.ask() }
                #expect(await eventually { question.dialog.isMapped })
                await settle()
                let tree = try await AccessibilityTree.ofThisProcess()?.outline ?? [:]
                if !tree.isEmpty { #expect(tree.keys.contains { $0.contains("others on the network can read the password") }) }
                question.user.text = "anna"
                #expect(question.dialog.canAnswer)
                question.password.text = "secret"
                question.remembers.isOn = true
                adw_message_dialog_response(question.dialog.cast(), "answer")
                #expect(
                    await answer.value
                        == SignInAnswer(credentials: HTTPCredentials(user: "anna", password: "secret"), isRemembered: true))
            }
        }
    }
}
