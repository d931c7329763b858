// SPDX-License-Identifier: Apache-2.0

import CGTK
import Observation
import Testing
import WindowboxMedia

@testable import WindowboxGTK

/// The tests that open windows. They share one display and one main loop, so they run one after another.
@Suite(.serialized, .enabled("needs a display: neither DISPLAY nor WAYLAND_DISPLAY leads to one") { await Application.hasDisplay })
@MainActor struct OnDisplay {}

/// Waits until a condition holds. It is checked after each turn of the main loop, and whenever an observable value that it
/// reads has changed.
/// - Returns: False if it did not hold within this many seconds.
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

/// Runs all pending sources of the main loop, and those that they add, three times over.
@MainActor func settle() async {
    for _ in 0..<3 {
        await withCheckedContinuation { rested in
            MainLoop.whenIdle { rested.resume() }
            _ = MainContext.shared
        }
    }
}

/// Waits until animations of this duration are over.
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
