// SPDX-License-Identifier: Apache-2.0

import CGTK

// Buttons instead of GTK's radio buttons, which select as soon as they get the focus and can't be pressed by assistive technology.
/// A column of titles with a tick at the selected one.
///
/// Arrow keys move the focus without selecting; Space and Return select.
public final class ChoiceList: Widget {
    private var entries: [(button: Button, tick: Icon)] = []

    /// Called with the index that the user chose.
    public var onChoose: (@MainActor (Int) -> Void)?
    /// Called after a choice with the pointer; a keyboard user may still be moving through the list.
    public var onPick: (@MainActor () -> Void)?

    /// - Parameter name: the accessible name of the list.
    public init(_ titles: [String], name: String) {
        self.titles = titles
        super.init(adopting: gtk_box_new(GTK_ORIENTATION_VERTICAL, 0))
        accessibleName(name)
        makeEntries()
        onPress { [weak self] isDown in
            // Let the released button handle the event first.
            if !isDown { MainLoop.call { [weak self] in self?.onPick?() } }
        }
    }

    /// Changing the titles clears the selection.
    public var titles: [String] {
        didSet { if titles != oldValue { makeEntries() } }
    }

    /// The selected index; nil if none is selected.
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

    /// - Returns: false if nothing is selected, or the selected entry can't have the focus.
    @discardableResult
    func grabSelectionFocus() -> Bool { selection.map { entries.indices.contains($0) && entries[$0].button.grabFocus() } ?? false }
}
