// SPDX-License-Identifier: Apache-2.0

import CGTK
import Testing
import WindowboxMedia

@testable import WindowboxGTK

/// The tests that open windows. They share one display and one main loop, so they run one after the other.
@Suite(.serialized, .enabled("needs a display: neither DISPLAY nor WAYLAND_DISPLAY leads to one") { await Application.hasDisplay })
@MainActor struct OnDisplay {}

/// Lets the main loop and the main actor run until something holds.
/// - Returns: false when it did not within so many seconds.
@MainActor func eventually(within seconds: Double = 20, _ condition: () -> Bool) async -> Bool {
    let deadline = MainLoop.now + seconds
    while !condition() {
        guard MainLoop.now < deadline else { return false }
        if g_main_context_iteration(nil, 0) == 0 { try? await Task.sleep(for: .milliseconds(1)) } else { await Task.yield() }
    }
    return true
}

/// Lets everything run that is ready, and what that makes ready.
@MainActor func settle() async {
    for _ in 0..<20 {
        while g_main_context_iteration(nil, 0) != 0 {}
        await Task.yield()
    }
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
