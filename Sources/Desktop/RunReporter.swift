// SPDX-License-Identifier: Apache-2.0

import WindowboxContract
import WindowboxEngine
import WindowboxFeed
import WindowboxFeedViews
import WindowboxGTK
import WindowboxMedia
import WindowboxPlayer

/// Records a run, ends it when its time is up, and writes the report.
@MainActor final class RunReporter {
    private(set) var report: DesktopReport
    private let path: String?
    private let rehearsal: Rehearsal?
    private var ending: Task<Void, Never>?
    private var watching: Task<Void, Never>?

    init(_ options: LaunchOptions, began: Instant) {
        (path, rehearsal) = (options.report, options.rehearsal)
        report = DesktopReport(began: began)
    }

    isolated deinit {
        ending?.cancel()
        watching?.cancel()
    }

    /// Records a player window until it closes.
    func follow(_ window: MainWindow, seconds: Double?) {
        window.onFirstFrame { [weak self] in self?.report.windowShown = MonotonicClock.now.seconds }
        watching = Task { [weak self, facts = window.session.player.engineFacts] in
            for await fact in facts {
                guard case .ready = fact else { continue }
                self?.noteFirstPicture()
                return
            }
        }
        closeLater(window, seconds)
        // The window retains its observers.
        window.onEnd = { [self, weak window] in
            if let window { finish(window.session) }
        }
    }

    /// Records a feed window until it closes: how fast feeds appear, and what they cost.
    func follow(_ window: FeedWindow, seconds: Double?) {
        window.onFirstFrame { [weak self] in self?.report.windowShown = MonotonicClock.now.seconds }
        watching = Task { [weak self, notices = window.host.sdk.analytics] in
            for await event in notices where event.name == .start {
                self?.noteFirstPicture()
                return
            }
        }
        closeLater(window, seconds)
        let rehearsing = rehearsal.map { part in
            let rehearsal = FeedRehearsal(window.page)
            Task { [weak window] in
                await rehearsal.play(part)
                window?.close()
            }
            return rehearsal
        }
        window.onEnd = { [self] in
            guard let path else { return }
            report.rehearsal = rehearsing?.figures
            report.measureProcess()
            report.write(to: path)
        }
    }

    private func closeLater(_ window: Window, _ seconds: Double?) {
        guard let seconds else { return }
        ending = Task { [weak window] in
            try? await Task.sleep(for: .seconds(seconds))
            if !Task.isCancelled { window?.close() }
        }
    }

    private func noteFirstPicture() { report.firstPicture = MonotonicClock.now.seconds }

    private func finish(_ session: Session) {
        guard let path else { return }
        let metrics = session.player.metrics()
        report.picturesPresented = metrics?.total.presentedFrames ?? 0
        report.picturesDropped = metrics?.total.droppedFrames ?? 0
        report.playedOn = session.castDevices.target?.name
        report.position = session.player.time
        report.measureProcess()
        report.write(to: path)
    }
}
