// SPDX-License-Identifier: Apache-2.0

/// The space that the visible controls take from the captions and panels of a player. A value.
struct ControlsInsets: Equatable {
    /// Pixels at the top, below the header.
    var top: Int
    /// Pixels at the bottom, above the controls.
    var bottom: Int

    /// Space between the controls and a panel above them, in pixels.
    static let margin = 16

    var panelMargin: Int { bottom + Self.margin }

    /// - Parameters:
    ///   - isHidden: controls and header are hidden.
    ///   - controls: height of the controls and of the empty shade at their top; nil if they aren't in this view or not visible.
    ///   - header: its height; nil without a visible one.
    init(isHidden: Bool, controls: (height: Int, shade: Int)?, header: Int?) {
        top = isHidden ? 0 : header ?? 0
        bottom = isHidden ? 0 : controls.map { max($0.height - $0.shade, 0) } ?? 0
    }
}
