// SPDX-License-Identifier: Apache-2.0

import WindowboxGTK
import WindowboxMedia

/// Asks for a time of the current item, which may change meanwhile.
@MainActor enum GoToTimeDialog {
    /// - Returns: nil if seeking is impossible.
    static func make(_ model: PlayerModel, above window: Window?) -> (dialog: MessageDialog, entry: Entry)? {
        guard times(of: model) != nil else { return nil }
        let entry = Entry(name: translated("Time"), placeholder: "1:23:45")
        let dialog = MessageDialog(
            above: window, heading: translated("Go to Time"), body: "", answer: translated("Go"), content: entry
        ) { [weak model] in
            guard let model, let range = times(of: model), let time = TimeText.seconds(ofClock: entry.text) else { return }
            model.seek(to: range.clamp(range.start + time))
        }
        dialog.bind(\.body) { [weak model] in
            guard let range = times(of: model) else { return translated("This video has no times to go to.") }
            return translated("Between 0:00 and {time}.", ["time": TimeText.clock(range.duration)])
        }
        let check: @MainActor (MessageDialog?) -> Void = { [weak model] dialog in
            dialog?.canAnswer = times(of: model) != nil && TimeText.seconds(ofClock: entry.text) != nil
        }
        dialog.bind(to: { [weak model] in times(of: model) != nil }) { dialog, _ in check(dialog) }
        entry.onChange { [weak dialog] _ in check(dialog) }
        return (dialog, entry)
    }

    private static func times(of model: PlayerModel?) -> TimeRange? { model?.canSeek == true ? model?.seekable : nil }
}
