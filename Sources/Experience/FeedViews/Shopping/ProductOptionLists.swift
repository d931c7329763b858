// SPDX-License-Identifier: Apache-2.0

import WindowboxContract
import WindowboxFeed
import WindowboxGTK

/// The options of a product, such as its size and colour, each with a list of its values.
@MainActor final class ProductOptionLists: Box {
    private let texts: FeedLanguage
    private var lists: [(label: Label, list: ChoiceList)] = []
    /// Called with the chosen value and the number of the option.
    var onChoose: @MainActor (_ value: Int, _ option: Int) -> Void = { _, _ in }

    init(_ texts: FeedLanguage) {
        self.texts = texts
        super.init(.vertical, spacing: 10)
    }

    /// Shows the options of another product.
    func show(_ options: [ProductChoice.Option]) {
        for (label, list) in lists {
            remove(label)
            remove(list)
        }
        lists = options.enumerated().map { index, option in
            let title =
                option.name.isEmpty
                ? texts.text(.chooseVariant) : texts.text(.chooseOption, ["name": DisplayText.clean(option.name, limit: 60)])
            let label = Label(title).shortened().aligned(.start).cssClass("heading")
            let list = ChoiceList(titles(of: option), name: title)
            list.onChoose = { [weak self] in self?.onChoose($0, index) }
            append(label)
            append(list)
            return (label, list)
        }
        if isRightToLeft { setDirection(rightToLeft: true) }
    }

    /// Shows what can be chosen now, and what is chosen.
    func update(_ options: [ProductChoice.Option]) {
        for ((_, list), option) in zip(lists, options) {
            list.titles = titles(of: option)
            list.selection = option.selection
        }
    }

    private func titles(of option: ProductChoice.Option) -> [String] {
        option.values.map { value in
            let name = DisplayText.clean(value.value, limit: 60)
            return value.isAvailable ? name : "\(name) – \(texts.text(.notAvailable))"
        }
    }
}
