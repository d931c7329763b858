// SPDX-License-Identifier: Apache-2.0

import CGTK

/// A few titles of which one is chosen, in a column, with a tick at what holds.
///
/// Arrow keys go from one to the other and choose nothing; space and return choose.
// Buttons, and not GTK's radio buttons: those choose as soon as the focus comes, and assistive technology can't press them.
public final class ChoiceList: Widget {
    private var entries: [(button: Button, tick: Icon)] = []

    /// Called with the index that a person chose.
    public var onChoose: (@MainActor (Int) -> Void)?
    /// Called when a person has chosen with the pointer: who goes through the list by keys is not done with it yet.
    public var onPick: (@MainActor () -> Void)?

    public init(_ titles: [String], name: String) {
        self.titles = titles
        super.init(adopting: gtk_box_new(GTK_ORIENTATION_VERTICAL, 0))
        accessibleName(name)
        makeEntries()
        onPress { [weak self] isDown in
            // The button that it was released on has its turn first.
            if !isDown { MainLoop.call { [weak self] in self?.onPick?() } }
        }
    }

    /// Changing them leaves nothing chosen.
    public var titles: [String] {
        didSet { if titles != oldValue { makeEntries() } }
    }

    /// The index of what is chosen; nil when none is.
    public var selection: Int? {
        didSet { if selection != oldValue { showSelection() } }
    }

    private func makeEntries() {
        for entry in entries { gtk_box_remove(cast(), entry.button.widget) }
        entries = titles.enumerated().map { index, title in
            let tick = Icon("object-select-symbolic")
            let content = Box(.horizontal, spacing: 8) {
                tick
                Label(title.withNumbersInOrder).lines(3).shortened(columns: 40).leading()
            }
            let button = Button(name: title, content: content) { [weak self] in self?.choose(index) }
            button["accessible-role"] = Int32(GTK_ACCESSIBLE_ROLE_RADIO.rawValue)
            gtk_box_append(cast(), button.cssClass("choice").widget)
            return (button, tick)
        }
        selection = nil
        showSelection()
    }

    private func choose(_ index: Int) {
        selection = index
        onChoose?(index)
    }

    private func showSelection() {
        for (index, entry) in entries.enumerated() {
            entry.tick.isSeen = index == selection
            entry.button.accessibleChecked(index == selection)
        }
    }

    /// - Returns: false when nothing is chosen, or it can't have the focus.
    @discardableResult
    func grabSelectionFocus() -> Bool { selection.map { entries.indices.contains($0) && entries[$0].button.grabFocus() } ?? false }
}
