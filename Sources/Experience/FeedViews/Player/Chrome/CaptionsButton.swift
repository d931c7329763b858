// SPDX-License-Identifier: Apache-2.0

import WindowboxFeed
import WindowboxGTK

/// A menu of captions, visible if the video has any.
@MainActor final class CaptionsButton: Box {
    private let list: ChoiceList
    private let button: MenuButton
    private let sdk: FeedSDK
    private let spoken: LiveCaptionsModel
    private let model: @MainActor () -> PlayerModel?

    /// - Parameters:
    ///   - spoken: live captions, which can be chosen as well.
    ///   - model: of the current player.
    init(_ sdk: FeedSDK, _ spoken: LiveCaptionsModel, model: @escaping @MainActor () -> PlayerModel?) {
        (self.sdk, self.spoken, self.model) = (sdk, spoken, model)
        list = ChoiceList([], name: sdk.language.text(.captions))
        button = MenuButton(icon: "media-view-subtitles-symbolic", name: sdk.language.text(.captions), content: list)
        super.init(.horizontal)
        append(button.cssClass("round"))
        button.bind(to: { sdk.language.text(.captions) }) { $0.accessibleName($1).tooltip = $1 }
        bind(to: { spoken.choices(Self.choices(model(), sdk.language), in: sdk.language) }) { button, choices in
            button.isVisible = choices.titles.count > 1
            button.list.titles = choices.titles
            button.list.selection = choices.selection
        }
        list.onChoose = { [weak self] in self?.choose($0) }
        list.onPick = { [weak button] in button?.isOpen = false }
    }

    /// Toggles between off and automatic.
    func toggle() {
        let hasOwn = (model()?.choices(of: .subtitles).titles.count ?? 0) > 1
        if case .language = spoken.choice { return spoken.choice = .off }
        if hasOwn { return model()?.toggleCaptions() ?? () }
        spoken.choice = spoken.choice == .off ? .automatic : .off
    }

    private func choose(_ index: Int) {
        let own = model()?.choices(of: .subtitles) ?? .none
        if let index = spoken.choose(index, own: own) { model()?.choose(index, of: .subtitles) }
    }

    func onOpen(_ handler: @escaping @MainActor (Bool) -> Void) { button.onOpen(handler) }

    /// Translates the choices: a stream has the automatic choice first, then “off”.
    static func choices(_ model: PlayerModel?, _ language: FeedLanguage) -> Choices {
        guard let model else { return .none }
        let own = model.choices(of: .subtitles)
        let titles = own.titles.enumerated().map { index, title in
            switch title {
            case "Automatic" where index == 0: language.text(.captionsDefault)
            case "Off" where index <= 1: language.text(.captionsOff)
            default: DisplayText.clean(title, limit: 60)
            }
        }
        return Choices(titles, selection: own.selection)
    }
}

extension PlayerModel {
    /// Toggles between off and automatic.
    func toggleCaptions() {
        let choices = choices(of: .subtitles)
        guard choices.titles.count > 1 else { return }
        choose(choices.selection == 1 ? (choices.titles.count > 2 ? 2 : 0) : 1, of: .subtitles)
    }
}
