// SPDX-License-Identifier: Apache-2.0

import CGTK
import Observation
import Testing
import WindowboxMedia

@testable import WindowboxGTK

/// The tests that open windows. They share one display and one main loop, so they run one after the other.
@Suite(.serialized, .enabled("needs a display: neither DISPLAY nor WAYLAND_DISPLAY leads to one") { await Application.hasDisplay })
@MainActor struct OnDisplay {}

/// Waits until something holds: it is looked at again after each turn of the main loop, and whenever something observable that it
/// reads has changed.
/// - Returns: false when it did not hold within so many seconds.
@MainActor func eventually(within seconds: Double = 20, _ condition: () -> Bool) async -> Bool {
    let deadline = MainLoop.now + seconds
    let alarm = MainLoop.after(seconds: seconds) { MainContext.shared.turned() }
    defer { alarm.cancel() }
    while true {
        let holds = withObservationTracking(condition) {
            Task { @MainActor in MainContext.shared.turned() }
        }
        if holds { return true }
        guard MainLoop.now < deadline, !Task.isCancelled else { return false }
        await MainContext.shared.turn()
    }
}

/// Lets everything run that is ready, and what that makes ready, and what that does.
@MainActor func settle() async {
    for _ in 0..<3 {
        await withCheckedContinuation { rested in
            MainLoop.whenIdle { rested.resume() }
            _ = MainContext.shared
        }
    }
}

/// Until animations of so many seconds are over.
@MainActor func rest(seconds: Double) async {
    var timer: MainLoop.Timer?
    await withCheckedContinuation { rested in
        timer = MainLoop.after(seconds: seconds) { rested.resume() }
        _ = MainContext.shared
    }
    timer?.cancel()
}

/// A window for one test.
@MainActor func withWindow<Result>(
    _ content: Widget, width: Int = 640, height: Int = 360, _ body: (Window) async throws -> Result
) async throws -> Result {
    let window = Window(title: "Test", width: width, height: height)
    window.setContent(content)
    window.present()
    defer { gtk_window_destroy(window.cast()) }
    try #require(await eventually { content.isMapped && content.width > 0 })
    return try await body(window)
}

extension MainLoop {
    /// Calls `body` once nothing of a higher priority is ready.
    static func whenIdle(_ body: @escaping @MainActor () -> Void) {
        typealias Body = @MainActor () -> Void
        g_idle_add_full(
            G_PRIORITY_LOW,
            { data in
                onMain(data!) { Callback<Body>.function(of: $0)() }
                return 0
            }, Callback<Body>.retain(body), { Callback<Body>.release($0!) })
    }
}
