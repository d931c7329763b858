// SPDX-License-Identifier: Apache-2.0

import CGTK

/// The purpose of a text field, as a hint to input methods.
public enum EntryPurpose: Sendable {
    /// Any text, an e-mail address, or a person's name.
    case text, email, name
}

extension Entry {
    /// Called when the user presses Return.
    public func onReturn(_ handler: @escaping @MainActor () -> Void) { on("activate", handler) }

    /// Sets the purpose of the field, so that a screen keyboard can show suitable keys.
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

    /// Limits the number of characters.
    public func limited(to characters: Int) -> Self {
        gtk_entry_set_max_length(cast(), Int32(clamping: characters))
        return self
    }

    /// Stops keys that move the cursor or edit text from being passed to handlers of surrounding widgets.
    public func keepingKeys() -> Self {
        let own: Set<KeyboardKey> = [.space, .left, .right, .up, .down, .home, .end, .pageUp, .pageDown, .backspace, .delete]
        onKey { key, _ in own.contains(key) }
        return self
    }

    /// Shows a decorative icon at the start of the field.
    public func icon(_ name: String) -> Self {
        gtk_entry_set_icon_from_icon_name(cast(), GTK_ENTRY_ICON_PRIMARY, name)
        gtk_entry_set_icon_activatable(cast(), GTK_ENTRY_ICON_PRIMARY, 0)
        return self
    }

    /// Selects everything after a position, or places the cursor there if nothing follows.
    /// - Parameter character: offset in Unicode scalars.
    public func select(from character: Int) { gtk_editable_select_region(opaque, Int32(clamping: character), -1) }

    /// Adds a button at the end that clears the field, shown while it isn't empty; Escape also clears it.
    /// - Parameters:
    ///   - name: the button's accessible name.
    ///   - onClear: called after the field has been cleared.
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

    /// - Parameter name: nil removes the button.
    private func showClear(_ name: String?) {
        guard (name != nil) != isClearShown else { return }
        gtk_entry_set_icon_from_icon_name(cast(), GTK_ENTRY_ICON_SECONDARY, name == nil ? nil : "edit-clear-symbolic")
        if let name { gtk_entry_set_icon_tooltip_text(cast(), GTK_ENTRY_ICON_SECONDARY, name) }
    }

    var isClearShown: Bool { gtk_entry_get_icon_name(cast(), GTK_ENTRY_ICON_SECONDARY) != nil }

    /// Shown while the field is empty.
    public var placeholder: String {
        get { gtk_entry_get_placeholder_text(cast()).map { String(cString: $0) } ?? "" }
        set { gtk_entry_set_placeholder_text(cast(), newValue) }
    }
}
