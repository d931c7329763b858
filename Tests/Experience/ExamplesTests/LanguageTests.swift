// SPDX-License-Identifier: Apache-2.0

import Foundation
import Testing
import WindowboxKit

/// The start page of the desktop app in the languages of different users.
@Suite("The app in the user's language", .serialized, .timeLimit(.minutes(3)))
struct LanguageTests {
    /// The main menu's button, once there is a button with the other name, and the width of the window.
    private func mainMenu(
        _ variables: [String: String], _ name: String, beside button: String
    ) async throws -> (place: AccessibleObject.Extents, width: Int) {
        let folder = FileManager.default.temporaryDirectory.appending(path: UUID().uuidString)
        defer { try? FileManager.default.removeItem(at: folder) }
        let environment = variables.merging(["XDG_DATA_HOME": folder.path]) { own, _ in own }
        return try await onThread {
            let session = try DesktopSession("windowbox-desktop", [], environment: environment)
            let program = try AccessibilityBus(session).program(session.process)
            _ = try program.wait(for: "button: \(button)")
            let extents = try #require(program.wait(for: "button: \(name)").extents)
            return (extents, try #require(program.children.first?.extents).width)
        }
    }

    @Test("LANGUAGE comes before LC_ALL, and that before LANG; a language without translations is passed over")
    func order() async throws {
        let variables = ["LANGUAGE": "tlh:de", "LC_ALL": "fr_FR.UTF-8", "LANG": "ja_JP.UTF-8"]
        let (extents, width) = try await mainMenu(variables, "Hauptmenü", beside: "Öffnen\u{A0}…")
        #expect(extents.x > width / 2)
        _ = try await mainMenu(
            ["LANGUAGE": "", "LC_ALL": "fr_FR.UTF-8", "LANG": "ja_JP.UTF-8"], "Menu principal", beside: "Ouvrir…")
    }

    @Test("In Arabic the window runs from right to left, although its locale isn't installed")
    func arabic() async throws {
        let (extents, width) = try await mainMenu(["LC_ALL": "ar_EG.UTF-8"], "القائمة الرئيسية", beside: "افتح…")
        #expect(extents.x < width / 2)
    }
}
