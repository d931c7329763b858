// SPDX-License-Identifier: Apache-2.0

import WindowboxEngine
import WindowboxGTK
import WindowboxLibrary
import WindowboxMedia
import WindowboxPlayer

/// The program: a session in a window, and what the desktop does for it.
@MainActor enum DesktopApp {
    /// The name of its desktop entry, its icon and its description.
    static let id = "org.windowbox.Desktop"
    static let version = "0.1"

    /// - Parameter began: when the program did.
    static func start(_ options: LaunchOptions, began: Instant, in application: Application) {
        let session = Session(library: Library(at: Library.standardLocation()), sound: sound())
        if let speed = options.speed { session.player.playbackSpeed = speed }
        let window = MainWindow(session, application: application)
        window.offerDesktopServices()
        ReportedRun(options, began: began).follow(window, seconds: options.seconds)
        window.present()
        window.tellTrouble()
        if !options.addresses.isEmpty {
            Task { await window.open(options.addresses, title: options.title, start: options.start) }
        }
    }

    private static func sound() -> any AudioOutput {
        do { return try PulseOutput(role: .video) } catch {
            StandardError.say("no sound: \(error)")
            return SilentOutput()
        }
    }
}
