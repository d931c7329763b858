// SPDX-License-Identifier: Apache-2.0

import CGTK

/// What a line of text is for: input methods help accordingly.
public enum EntryPurpose: Sendable {
    case text, email, name
}

extension Entry {
    /// Called when the person ends the line with return.
    public func onReturn(_ handler: @escaping @MainActor () -> Void) { on("activate", handler) }

    public func purpose(_ purpose: EntryPurpose) -> Self {
        let value =
            switch purpose {
            case .text: GTK_INPUT_PURPOSE_FREE_FORM
            case .email: GTK_INPUT_PURPOSE_EMAIL
            case .name: GTK_INPUT_PURPOSE_NAME
            }
        gtk_entry_set_input_purpose(cast(), value)
        return self
    }

    /// Characters that are taken; further ones are refused.
    public func limited(to characters: Int) -> Self {
        gtk_entry_set_max_length(cast(), Int32(clamping: characters))
        return self
    }

    /// Keys that move in the text don't mean anything to what is around it.
    public func keepingKeys() -> Self {
        let own: Set<Key> = [.space, .left, .right, .up, .down, .home, .end, .pageUp, .pageDown, .backspace, .delete]
        onKey { key, _ in own.contains(key) }
        return self
    }

    /// A symbol of the icon theme where the text begins, as an ornament.
    public func icon(_ name: String) -> Self {
        gtk_entry_set_icon_from_icon_name(cast(), GTK_ENTRY_ICON_PRIMARY, name)
        gtk_entry_set_icon_activatable(cast(), GTK_ENTRY_ICON_PRIMARY, 0)
        return self
    }

    /// Selects what stands behind a place; where nothing does, the place is where a person writes on.
    /// - Parameter character: Unicode scalars from the beginning.
    public func select(from character: Int) { gtk_editable_select_region(opaque, Int32(clamping: character), -1) }

    /// A button where the line ends that empties it, there while there is something to empty; Escape does the same.
    /// - Parameters:
    ///   - name: what the button does.
    ///   - onClear: called once the line is empty.
    public func clearable(_ name: String, onClear: @escaping @MainActor () -> Void) -> Self {
        func clear(_ entry: Entry) -> Bool {
            guard !entry.text.isEmpty else { return false }
            entry.text = ""
            onClear()
            return true
        }
        onChange { [weak self] text in self?.showClear(text.isEmpty ? nil : name) }
        on("icon-release") { [weak self] in if let self { _ = clear(self) } }
        onKey { [weak self] key, _ in
            guard key == .escape, let self else { return false }
            return clear(self)
        }
        return self
    }

    /// - Parameter name: nil takes the button away.
    private func showClear(_ name: String?) {
        guard (name != nil) != isClearShown else { return }
        gtk_entry_set_icon_from_icon_name(cast(), GTK_ENTRY_ICON_SECONDARY, name == nil ? nil : "edit-clear-symbolic")
        if let name { gtk_entry_set_icon_tooltip_text(cast(), GTK_ENTRY_ICON_SECONDARY, name) }
    }

    var isClearShown: Bool { gtk_entry_get_icon_name(cast(), GTK_ENTRY_ICON_SECONDARY) != nil }

    /// What it says while it is empty.
    public var placeholder: String {
        get { gtk_entry_get_placeholder_text(cast()).map { String(cString: $0) } ?? "" }
        set { gtk_entry_set_placeholder_text(cast(), newValue) }
    }
}
