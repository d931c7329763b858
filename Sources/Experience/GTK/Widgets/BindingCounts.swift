// SPDX-License-Identifier: Apache-2.0

import CGTK
import Glibc
import WindowboxMedia

/// Debug overlay that outlines widgets with bindings and shows how often these were evaluated, to reveal unnecessary updates.
///
/// A ``PlayerView`` has one if the environment variable `WINDOWBOX_BINDINGS` is set; other views may add one as their top layer.
@MainActor public final class BindingCounts: CustomWidget {
    /// A widget, where it was drawn, and its count.
    struct Count: Equatable {
        var widget: ObjectIdentifier
        var bounds: Rectangle
        var count: Int
    }

    static let isEnabled = getenv("WINDOWBOX_BINDINGS") != nil
    /// Redraws all counters after an evaluation.
    static func changed() { for counter in counters { counter.view?.redraw() } }
    private static var counters: [Counter] = []

    private struct Counter {
        weak var view: BindingCounts?
    }

    private(set) var drawn: [Count] = []
    private weak var view: Widget?

    /// - Parameter view: the root of the counted widgets; the overlay covers it.
    public init(of view: Widget) {
        self.view = view
        super.init()
        takesPointer = false
        accessibleName("Bindings")
        Self.counters = Self.counters.filter { $0.view != nil } + [Counter(view: self)]
    }

    /// How often the bindings of each widget in a view were evaluated.
    static func evaluations(below view: Widget) -> [ObjectIdentifier: Int] {
        var found: [ObjectIdentifier: Int] = [:]
        visit(view) { if $0.bindingEvaluations > 0 { found[ObjectIdentifier($0)] = $0.bindingEvaluations } }
        return found
    }

    /// Calls `body` with a widget and all descendants created by Swift.
    static func visit(_ widget: Widget, _ body: (Widget) -> Void) {
        body(widget)
        visit(below: widget.widget, body)
    }

    private static func visit(below parent: UnsafeMutablePointer<GtkWidget>, _ body: (Widget) -> Void) {
        var child = gtk_widget_get_first_child(parent)
        while let pointer = child {
            if let widget = Object.existing(pointer, as: Widget.self) { body(widget) }
            visit(below: pointer, body)
            child = gtk_widget_get_next_sibling(pointer)
        }
    }

    public override func draw(on canvas: Canvas) {
        drawn = []
        guard let view else { return }
        Self.visit(view) { widget in
            guard widget.bindingEvaluations > 0, widget.isMapped, let origin = place(of: widget, x: 0, y: 0) else { return }
            let rectangle = Rectangle(x: origin.x, y: origin.y, width: Double(widget.width), height: Double(widget.height))
            drawn.append(Count(widget: ObjectIdentifier(widget), bounds: rectangle, count: widget.bindingEvaluations))
        }
        for count in drawn { draw(count, on: canvas) }
    }

    private func draw(_ count: Count, on canvas: Canvas) {
        let (frame, text) = (count.bounds, String(count.count))
        for edge in [
            Rectangle(x: frame.x, y: frame.y, width: frame.width, height: 1),
            Rectangle(x: frame.x, y: frame.y + frame.height - 1, width: frame.width, height: 1),
            Rectangle(x: frame.x, y: frame.y, width: 1, height: frame.height),
            Rectangle(x: frame.x + frame.width - 1, y: frame.y, width: 1, height: frame.height),
        ] { canvas.fill(edge, Self.color) }
        let label = Rectangle(x: frame.x, y: frame.y, width: canvas.width(of: text) + 6, height: 16)
        canvas.fill(label, Self.color)
        canvas.text(text, in: label, .black)
    }

    private static let color = Color(red: 1, green: 0.8, blue: 0.1, alpha: 0.9)
}
