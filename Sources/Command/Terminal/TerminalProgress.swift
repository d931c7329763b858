// SPDX-License-Identifier: Apache-2.0

import Foundation
import WindowboxEngine
import WindowboxMedia

/// A progress bar on standard error for work that takes longer than a second; shown on terminals only.
struct TerminalProgress {
    private let label: String
    private let began = MonotonicClock.now
    private let isTerminal = isatty(2) == 1
    private var isShown = false

    init(label: String) { self.label = label }

    /// - Parameter fraction: 0...1.
    mutating func show(_ fraction: Double) {
        guard isTerminal, MonotonicClock.now - began > 1 else { return }
        isShown = true
        let width = 32
        let filled = Int((min(max(fraction, 0), 1) * Double(width)).rounded())
        let bar = String(repeating: "█", count: filled) + String(repeating: "░", count: width - filled)
        let percent = String(format: "%3.0f %%", min(max(fraction, 0), 1) * 100)
        FileHandle.standardError.write(Data("\r\(label) \(bar) \(percent)".utf8))
    }

    mutating func finish() {
        guard isShown else { return }
        show(1)
        FileHandle.standardError.write(Data("\n".utf8))
    }
}
