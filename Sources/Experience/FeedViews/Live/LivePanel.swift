// SPDX-License-Identifier: Apache-2.0

import WindowboxFeed
import WindowboxGTK

/// The centre panel of a stream that can't be watched now: start time, access code, or end.
@MainActor final class LivePanel: Box {
    private let texts: FeedLanguage
    private let icon = Icon("", size: 32)
    private let heading = Label().lines(6).aligned(.center).cssClass("heading")
    private let code: Entry
    private let unlock: Button
    private let remind: Button
    private let error = Label().lines(3).aligned(.center).cssClass("error")
    private let onUnlock: @MainActor (String) -> Void
    private(set) var panel = ItemLayers.Panel.none

    /// - Parameters:
    ///   - onUnlock: called with the entered code.
    ///   - onRemind: the user wants a reminder.
    init(_ texts: FeedLanguage, onUnlock: @escaping @MainActor (String) -> Void, onRemind: @escaping @MainActor () -> Void) {
        (self.texts, self.onUnlock) = (texts, onUnlock)
        code = Entry(name: texts.text(.enterAccessCode), placeholder: texts.text(.enterAccessCode)).limited(to: 128).keepingKeys()
        let enter = Deferred()
        unlock = Button(texts.text(.unlock)) { enter.run() }
        remind = Button(texts.text(.remindMe), action: onRemind)
        super.init(.vertical, spacing: 12)
        cssClass("live-panel").align(horizontal: .center, vertical: .center)
        accessibleRole(.region)
        append(icon.align(horizontal: .center))
        for part in [heading.accessibleRole(.status), code, error.accessibleRole(.alert), unlock.broken().cssClass("shop-main")] {
            append(part)
        }
        append(remind.broken().cssClass("shop-main"))
        minimumSize(width: Self.width)
        enter.run = { [weak self] in self?.enter() }
        code.onReturn { enter.run() }
        show(.none, appearance: .dark)
    }

    /// Whether to save space, next to a chat.
    var isSmall = false {
        didSet {
            guard isSmall != oldValue else { return }
            setCSSClass("small", isSmall)
            icon.isVisible = !isSmall
            minimumSize(width: isSmall ? nil : Self.width)
        }
    }
    /// In logical pixels.
    private static let width = 220

    func show(_ panel: ItemLayers.Panel, appearance: FeedAppearance) {
        let isOther = !self.panel.isSameKind(as: panel)
        self.panel = panel
        isVisible = panel != .none
        setCSSClass("light", appearance == .light)
        code.isVisible = panel == .code
        unlock.isVisible = panel == .code
        icon.name = symbol(panel)
        heading.text = Self.words(panel, texts)
        accessibleName(heading.text)
        if case .countdown(_, let canRemind) = panel { remind.isVisible = canRemind } else { remind.isVisible = false }
        if isOther {
            showFailure(nil)
            code.text = ""
        }
    }

    private func symbol(_ panel: ItemLayers.Panel) -> String {
        switch panel {
        case .none, .connecting: "network-transmit-receive-symbolic"
        case .regionRestricted: "mark-location-symbolic"
        case .code: "changes-prevent-symbolic"
        case .countdown: "alarm-symbolic"
        case .hostPaused: "media-playback-pause-symbolic"
        case .ended: "object-select-symbolic"
        }
    }

    static func words(_ panel: ItemLayers.Panel, _ texts: FeedLanguage) -> String {
        switch panel {
        case .none: ""
        case .regionRestricted: texts.text(.regionRestricted)
        case .code: texts.text(.enterAccessCode)
        case .countdown(let countdown, _): countdown.map { CountdownText.text($0, texts) } ?? texts.text(.notYetLive)
        case .connecting: texts.text(.connecting)
        case .hostPaused: texts.text(.hostPaused)
        case .ended: texts.text(.liveEnded)
        }
    }

    /// Disables the buttons while a code is checked or a reminder is created.
    var isBusy = false {
        didSet {
            unlock.isEnabled = !isBusy
            remind.isEnabled = !isBusy
        }
    }

    func showFailure(_ failure: String?) {
        error.text = failure ?? ""
        error.isVisible = failure != nil
    }

    private func enter() {
        let text = code.text.trimmed
        guard !text.isEmpty, !isBusy else { return }
        showFailure(nil)
        onUnlock(text)
    }
}

extension ItemLayers.Panel {
    /// Two countdowns are the same kind, whatever the remaining time.
    func isSameKind(as other: Self) -> Bool {
        switch (self, other) {
        case (.countdown, .countdown): true
        default: self == other
        }
    }
}
