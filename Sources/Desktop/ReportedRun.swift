// SPDX-License-Identifier: Apache-2.0

import WindowboxContract
import WindowboxEngine
import WindowboxFeed
import WindowboxFeedViews
import WindowboxGTK
import WindowboxMedia
import WindowboxPlayer

/// Notes how a run goes, ends it when its time is up, and writes the report.
@MainActor final class ReportedRun {
    private(set) var report: DesktopReport
    private let path: String?
    private var ending: Task<Void, Never>?
    private var watching: Task<Void, Never>?

    init(_ options: LaunchOptions, began: Instant) {
        path = options.report
        report = DesktopReport(began: began)
    }

    isolated deinit {
        ending?.cancel()
        watching?.cancel()
    }

    /// Until the window goes.
    func follow(_ window: MainWindow, seconds: Double?) {
        window.onFirstFrame { [weak self] in self?.report.windowShown = MonotonicClock.now.seconds }
        watching = Task { [weak self, facts = window.session.player.engineFacts] in
            for await fact in facts { if case .ready = fact, self?.note() != true { return } }
        }
        if let seconds {
            ending = Task { [weak window] in
                try? await Task.sleep(for: .seconds(seconds))
                if !Task.isCancelled { window?.close() }
            }
        }
        // The window keeps what follows it.
        window.onEnd = { [self, weak window] in
            if let window { finish(window.session) }
        }
    }

    /// Until the window goes: of feeds, how soon they were there and what they cost.
    func follow(_ window: FeedWindow, seconds: Double?) {
        window.onFirstFrame { [weak self] in self?.report.windowShown = MonotonicClock.now.seconds }
        watching = Task { [weak self, notices = window.host.sdk.analytics] in
            for await event in notices { if event.name == .start, self?.note() != true { return } }
        }
        if let seconds {
            ending = Task { [weak window] in
                try? await Task.sleep(for: .seconds(seconds))
                if !Task.isCancelled { window?.close() }
            }
        }
        window.onEnd = { [self] in
            guard let path else { return }
            report.measureProcess()
            report.write(to: path)
        }
    }

    /// - Returns: whether more is to come.
    private func note() -> Bool {
        report.firstPicture = report.firstPicture ?? MonotonicClock.now.seconds
        return false
    }

    private func finish(_ session: Session) {
        guard let path else { return }
        let metrics = session.player.metrics()
        report.picturesPresented = metrics?.total.presentedFrames ?? 0
        report.picturesDropped = metrics?.total.droppedFrames ?? 0
        report.playedOn = session.elsewhere.target?.name
        report.position = session.player.time
        report.measureProcess()
        report.write(to: path)
    }
}
