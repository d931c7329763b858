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

    /// What it says while it is empty.
    public var placeholder: String {
        get { gtk_entry_get_placeholder_text(cast()).map { String(cString: $0) } ?? "" }
        set { gtk_entry_set_placeholder_text(cast(), newValue) }
    }
}
