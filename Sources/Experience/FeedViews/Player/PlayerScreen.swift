// SPDX-License-Identifier: Apache-2.0

import WindowboxGTK
import WindowboxPlayer

/// A player of a page, with its model and slide.
@MainActor final class PlayerScreen {
    let player: Player
    let model: PlayerModel
    let pictures: PictureMailbox
    let slide: Slide

    init(_ player: Player, _ pictures: PictureMailbox, _ posters: PosterStore) {
        (self.player, self.pictures) = (player, pictures)
        model = PlayerModel(player)
        slide = Slide(pictures, posters)
        slide.follow(model)
    }
}

/// The screens of a page: one per player, and two slides without a player for items that can't be played.
@MainActor final class ScreenPool {
    private let host: FeedHost
    private(set) var screens: [ObjectIdentifier: PlayerScreen] = [:]
    private var bare: [Slide] = []
    /// Called with each new slide.
    var onSlide: (@MainActor (Slide) -> Void)?

    init(_ host: FeedHost) { self.host = host }

    func makePlayer() -> Player {
        let pictures = PictureMailbox()
        let player = host.makePlayer(pictures)
        let screen = PlayerScreen(player, pictures, host.posters)
        screens[ObjectIdentifier(player)] = screen
        onSlide?(screen.slide)
        return player
    }

    func screen(of player: Player?) -> PlayerScreen? { player.flatMap { screens[ObjectIdentifier($0)] } }

    /// A slide without a player that isn't currently shown.
    func bareSlide(besides shown: Slide?) -> Slide {
        if let free = bare.first(where: { $0 !== shown }) { return free }
        let slide = Slide(PictureMailbox(), host.posters)
        bare.append(slide)
        onSlide?(slide)
        return slide
    }

    /// The slides of all players, in use or spare.
    var slides: [Slide] { screens.values.map(\.slide) + bare }
}
