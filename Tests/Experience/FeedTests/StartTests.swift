// SPDX-License-Identifier: Apache-2.0

import Testing
import WindowboxContract
import WindowboxFeedKit

@testable import WindowboxFeed

@Suite("Initialization") struct StartTests {
    @Test("An app ID in code precedes the environment's, and that the key file's") func places() throws {
        let file = "# keys\n\n  WindowboxAppID =  file-1  \nOther = x\n"
        #expect(try AppIDLookup(argument: "code-1", environment: [AppIDLookup.variable: "env-1"], keyFile: file).find() == "code-1")
        #expect(try AppIDLookup(environment: [AppIDLookup.variable: "env-1"], keyFile: file).find() == "env-1")
        #expect(try AppIDLookup(keyFile: file).find() == "file-1")
    }

    @Test("An app ID that is absent, misspelt or invalid is reported as missing") func missing() throws {
        for lookup in [
            AppIDLookup(), AppIDLookup(keyFile: ""), AppIDLookup(keyFile: "# WindowboxAppID = x"), AppIDLookup(argument: ""),
            AppIDLookup(argument: "has space"), AppIDLookup(argument: String(repeating: "x", count: 17)),
        ] {
            #expect { try lookup.find() } throws: { ($0 as? FeedSDKError)?.code == .missingAppID }
        }
        #expect { try AppIDLookup(keyFile: "windowboxAppId = x").find() } throws: { "\($0)".contains("windowboxAppId") }
    }

    private func begun() -> StartProcess {
        var process = StartProcess()
        #expect(
            process.handle(.begin(AppIDLookup(argument: "a1")), at: 0) == [.publishAppID("a1"), .authenticate(appID: "a1", attempt: 1)])
        return process
    }

    private let token = GuestToken(guestID: "g1", accessToken: "t", expiresIn: 60)
    private let configuration = AppConfiguration(featureFlags: [:], adConfigs: [], providers: .init(), languages: [])

    @Test("Initialization is complete with a guest and the app's configuration") func ready() throws {
        var process = begun()
        #expect(throws: FeedSDKError.notInitialized) { try process.checkReady() }
        #expect(process.guestID.isEmpty)
        #expect(process.handle(.authenticated(token, attempt: 1), at: 0) == [.publishGuestID("g1"), .fetchConfiguration(attempt: 1)])
        #expect(process.handle(.configured(configuration, attempt: 1), at: 0) == [.succeed])
        try process.checkReady()
        #expect(process.handle(.begin(AppIDLookup(argument: "a2")), at: 0) == [])
    }

    @Test("A wrong app ID and a failing service are distinguished, and the next attempt may succeed") func failures() {
        var process = begun()
        let refused = process.handle(.refused(ServiceError(APIError(.invalidApp, "No.")), attempt: 1), at: 0)
        guard case .fail(let error)? = refused.first else { return #expect(Bool(false)) }
        #expect(error.code == .authenticationFailure)
        #expect(process.handle(.begin(AppIDLookup(argument: "a1")), at: 1) == [.authenticate(appID: "a1", attempt: 2)])
        let dead = process.handle(.refused(.dead, attempt: 2), at: 1)
        guard case .fail(let error)? = dead.first else { return #expect(Bool(false)) }
        #expect(error.code == .serviceUnavailable)
        #expect(throws: error) { try process.checkReady() }
    }

    @Test("A new app ID is announced and gets a new guest, and the earlier response is ignored") func dynamic() {
        var process = begun()
        #expect(process.handle(.setAppID("a2"), at: 1) == [.publishAppID("a2"), .authenticate(appID: "a2", attempt: 2)])
        #expect(process.handle(.authenticated(token, attempt: 1), at: 1) == [])
        #expect(process.handle(.setAppID("a2"), at: 1) == [])
        var idle = StartProcess()
        #expect(idle.handle(.setAppID("a3"), at: 0) == [.publishAppID("a3")])
        #expect(idle.handle(.begin(AppIDLookup(argument: "a1")), at: 0) == [.authenticate(appID: "a3", attempt: 1)])
    }
}
