// SPDX-License-Identifier: Apache-2.0

import Foundation
import WindowboxEngine
import WindowboxGTK
import WindowboxLibrary
import WindowboxMedia
import WindowboxPlayer

/// The program: a session in a window, and its desktop integration.
@MainActor final class DesktopApp {
    /// The name of its desktop entry, icon and metadata.
    nonisolated static let id = "org.windowbox.Desktop"
    nonisolated static let version = "0.1"

    private let options: LaunchOptions
    private let began: Instant
    private let library: Library
    private let audioOutput: AsyncAudioOutput
    private weak var window: MainWindow?

    /// - Parameters:
    ///   - began: start time of the program.
    ///   - audioOutput: the audio output, which may still be opening.
    init(_ options: LaunchOptions, began: Instant, library: Library, audioOutput: AsyncAudioOutput) {
        self.options = options
        self.began = began
        self.library = library
        self.audioOutput = audioOutput
    }

    /// Another launch of the program has handed over what to open.
    func open(_ addresses: [String], _ request: OpenRequest) {
        guard let window else { return }
        window.bringBack()
        Task { await window.open(addresses, title: request.title, start: request.start) }
    }

    func start(in application: Application) {
        if let window { return window.bringBack() }
        if let feed = options.feed {
            let window = FeedWindow(feed, library: library, application: application)
            RunReporter(options, began: began).follow(window, seconds: options.seconds)
            application.onTermination { [weak window] in window?.close() }
            return window.present()
        }
        let beacons = Library.standardLocation().deletingLastPathComponent().appending(path: "beacons.json")
        let session = Session(library: library, audioOutput: audioOutput.output, beacons: beacons)
        if let speed = options.speed { session.player.desiredSpeed = speed }
        session.ads.timeout = options.adTimeout
        let window = MainWindow(session, application: application)
        self.window = window
        // The window appears first; the bus answers in its own time.
        window.onFirstFrame { [weak window] in window?.offerDesktopServices() }
        RunReporter(options, began: began).follow(window, seconds: options.seconds)
        // Closing stores the position and the settings.
        application.onTermination { [weak window] in window?.close() }
        window.present()
        window.showProblems()
        if audioOutput.isSilent {
            window.toasts.show(translated("No sound: start the sound server, then open Windowbox again"), seconds: 10)
        }
        if !options.addresses.isEmpty {
            Task { [options] in
                await window.open(options.addresses, title: options.title, start: options.start, ads: options.ads)
                if let name = options.castName { session.castDevices.cast(toFirstNamed: name) }
            }
        }
    }
}
