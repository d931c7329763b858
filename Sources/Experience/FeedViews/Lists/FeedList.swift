// SPDX-License-Identifier: Apache-2.0

import WindowboxContract
import WindowboxFeed
import WindowboxGTK
import WindowboxMedia
import WindowboxPlayer

/// The items of a feed in a row or grid of any length; the most visible one may play automatically.
@MainActor final class FeedList: Overlay {
    /// The differences between kinds of lists.
    struct Plan {
        var arrangement: ItemArrangement
        var autoplay = AutoplayRule.Settings()
        /// Whether inline playback is muted.
        var isSilent = true
        /// Caption style of inline playback.
        var subtitles = SubtitleConfiguration()
        /// Logical pixels around the list.
        var insets = FeedInsets()
        /// Logical pixels between cells; each cell has half of it on each side.
        var spacing = 0.0
        var backgroundColor = Color.clear
        var makeCell: @MainActor () -> FeedCell
    }

    let feed: Feed
    private let host: FeedHost
    private let list: ItemList<FeedItem>
    private let plan: Plan
    private let onOpen: @MainActor (Int) -> Void
    private var rule: AutoplayRule
    private(set) var inline: InlinePlayback?
    /// Called with the item that starts inline playback.
    var onPlaying: (@MainActor (Int) -> Void)?
    /// Called with whether inline playback has captions to choose from.
    var onCaptions: (@MainActor (Bool) -> Void)?
    private var available = (width: 0.0, height: 0.0)

    /// - Parameter onOpen: called with the index that the user chose.
    init(_ feed: Feed, host: FeedHost, plan: Plan, onOpen: @escaping @MainActor (Int) -> Void) {
        FeedStyle.install()
        (self.feed, self.host, self.plan, self.onOpen) = (feed, host, plan, onOpen)
        rule = AutoplayRule(settings: plan.autoplay)
        let sdk = host.sdk
        let (ready, made) = (CellMaker(), plan.makeCell)
        list = ItemList(
            plan.arrangement, name: sdk.language.text(.videos),
            title: { ItemFace($0, ad: sdk.adBadge.text, showsReplay: true).spoken(sdk.language) },
            makeCell: {
                let cell = made()
                ready.onMade(cell)
                return cell
            }, onActivate: onOpen)
        super.init(list.expand(.horizontal, .vertical))
        cssClass("feed", FeedCSS.styleClass("background: \(plan.backgroundColor.css);"))
        ready.onMade = { [weak self] in self?.size($0) }
        pad()
        let panel = FeedStatePanel(
            sdk, state: { .init(feed.loadResult, isLoading: feed.isLoading, isEmpty: feed.items.isEmpty) }, onRetry: { feed.loadAgain() })
        add(panel)
        add(FeedErrorBar(feed, sdk))
        list.onSizeChange = { [weak self] in self?.resized($0, $1) }
        list.onSeen = { [weak self] in self?.saw($0) }
        list.bind(\.items) { feed.items }
        bind(to: { sdk.language.isRightToLeft }) { $0.setDirection(rightToLeft: $1) }
        onRooted { [weak self] in if !$0 { self?.inline = nil } }
        if feed.items.isEmpty { feed.load() }
    }

    /// The number of cells created, which doesn't depend on the number of items.
    var cells: Int { list.cells }

    /// Whether something covers the list, such as the player; inline playback stops then.
    func setCovered(_ isCovered: Bool) { perform(rule.handle(.covered(isCovered), at: host.now)) }
    func setViewport(isEntered: Bool) { perform(rule.handle(.viewport(isEntered: isEntered), at: host.now)) }

    /// Handles a click on the item.
    func choose(_ index: Int) { onOpen(index) }

    func scroll(to index: Int) { list.scroll(to: index) }
    func focus(on index: Int) { list.focus(on: index) }
    func scroll(by pixels: Double) -> Bool { list.scroll(by: pixels) }
    func cell(at index: Int) -> FeedCell? { list.cell(at: index) as? FeedCell }

    /// Along the scroll axis, the cells' own spacing is enough.
    private func pad() {
        let half = plan.spacing / 2
        func rest(_ inset: Double) -> Int { Int(max(0, inset - half)) }
        if plan.arrangement == .row {
            list.margins(top: rest(plan.insets.top), bottom: rest(plan.insets.bottom))
        } else {
            list.margins(start: rest(plan.insets.leading), end: rest(plan.insets.trailing))
        }
    }

    private func resized(_ width: Int, _ height: Int) {
        switch plan.arrangement {
        case .row: available = (0, Double(height) - plan.spacing)
        case .grid(let columns): available = (Double(width) / Double(max(1, columns)) - plan.spacing, 0)
        }
        for case let cell as FeedCell in list.boundCells { cell.resize(width: available.width, height: available.height) }
    }

    private func size(_ cell: FeedCell) { cell.resize(width: available.width, height: available.height) }

    private func saw(_ parts: [Int: Double]) {
        if let last = parts.keys.max() { feed.approach(last) }
        for index in parts.keys {
            guard let cell = cell(at: index) else { continue }
            size(cell)
            // Cells are recycled: move the video to the item's current cell.
            if let inline { cell.place(inline.slide(for: index)) }
        }
        let playable = parts.filter { index, _ in
            feed.items.indices.contains(index) && ItemFace(feed.items[index], ad: nil, showsReplay: false).isPlayable
                && feed.items[index].video != nil
        }
        perform(rule.handle(.seen(playable), at: host.now))
    }

    private func perform(_ actions: [AutoplayRule.Action]) {
        for action in actions {
            switch action {
            case .play(let index): play(index)
            case .pause: inline?.pause()
            }
        }
    }

    private func play(_ index: Int) {
        guard feed.items.indices.contains(index) else { return }
        if inline == nil {
            let inline = InlinePlayback(feed, host: host, silence: plan.isSilent, subtitles: plan.subtitles)
            inline.onPlace = { [weak self] index, slide in self?.cell(at: index)?.place(slide) }
            self.inline = inline
            bind(to: { [weak inline] in
                InlineCaptions(index: inline?.playback.index, areThere: (inline?.model?.choices(of: .subtitles).titles.count ?? 0) > 1)
            }) { $0.onCaptions?($1.areThere) }
        }
        inline?.play(index)
        onPlaying?(index)
    }

    /// Pauses or plays an item inline at the user's request.
    func toggle(_ index: Int) {
        if let inline, inline.index == index, inline.playback.player?.shouldPlay == true {
            inline.playback.pause()
            perform(rule.handle(.userPaused(index), at: host.now))
        } else {
            let actions = rule.handle(.userPlayed(index), at: host.now)
            play(index)
            inline?.playback.play()
            perform(actions.filter { $0 != .play(index) && $0 != .pause(index) })
        }
    }

    var cellsShown: [FeedCell] { list.boundCells.compactMap { $0 as? FeedCell } }

    private struct InlineCaptions: Equatable {
        /// A change makes the binding fire for the new cell.
        var index: Int?
        var areThere: Bool
    }

    /// Forwards created cells to the list, which doesn't exist yet when the cells' factory is made.
    private final class CellMaker {
        var onMade: @MainActor (FeedCell) -> Void = { _ in }
    }
}
