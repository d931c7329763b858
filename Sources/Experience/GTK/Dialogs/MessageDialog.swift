// SPDX-License-Identifier: Apache-2.0

import CGTK

/// A question in a separate window above its parent.
public final class MessageDialog: Widget {
    /// - Parameters:
    ///   - answer: label of the default button, also triggered by Enter.
    ///   - content: shown between the text and the buttons.
    ///   - onAnswer: called when that button is pressed, not when the dialog is dismissed.
    ///   - onDismiss: called when the dialog is closed without an answer.
    public init(
        above parent: Window?, heading: String, body: String, answer: String, content: Widget? = nil,
        onAnswer: @escaping @MainActor () -> Void, onDismiss: @escaping @MainActor () -> Void = {}
    ) {
        super.init(borrowing: adw_message_dialog_new(parent?.cast(), heading, body))
        adw_message_dialog_add_response(cast(), "cancel", translated("Cancel"))
        adw_message_dialog_add_response(cast(), "answer", answer)
        adw_message_dialog_set_close_response(cast(), "cancel")
        adw_message_dialog_set_default_response(cast(), "answer")
        adw_message_dialog_set_response_appearance(cast(), "answer", ADW_RESPONSE_SUGGESTED)
        if let content { adw_message_dialog_set_extra_child(cast(), content.widget) }
        on("response") { (response: String) in if response == "answer" { onAnswer() } else { onDismiss() } }
    }

    /// The text below the heading.
    public var body: String {
        get { adw_message_dialog_get_body(cast()).map { String(cString: $0) } ?? "" }
        set { adw_message_dialog_set_body(cast(), newValue) }
    }

    /// Whether the affirmative button can be pressed; true by default.
    public var canAnswer: Bool {
        get { adw_message_dialog_get_response_enabled(cast(), "answer") != 0 }
        set { adw_message_dialog_set_response_enabled(cast(), "answer", newValue.gboolean) }
    }

    /// Shows the dialog. It closes with any answer.
    public func present() { gtk_window_present(cast()) }

    /// Closes the dialog without an answer.
    public func close() { gtk_window_close(cast()) }
}
