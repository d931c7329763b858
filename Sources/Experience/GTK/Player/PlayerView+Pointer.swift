// SPDX-License-Identifier: Apache-2.0

import WindowboxPlayer

extension PlayerView {
    func handle(_ event: PlayerInput.Event) {
        for action in gestures.handle(event) {
            switch action {
            case .showControls: visibility.show()
            case .holdFocus(let isHeld): hold(.focus, isHeld)
            case .toggleControls: visibility.toggle()
            case .playPause: perform(.togglePlayPause)
            case .revertPlayPause: player.togglePlayPause()
            case .toggleFullScreen: perform(.toggleFullScreen)
            }
        }
    }

    func tapped(_ count: Int, _ x: Double, _ device: PointingDevice) {
        handle(.pressed)
        let side = PlayerGestures.side(at: x, width: video.width, player)
        let hasSkipped = side.map { gestures.skip($0, with: gestures.tapSkips, player) } ?? false
        handle(.tapped(device, count: count, isAtSide: side != nil, hasSkipped: hasSkipped))
    }

    func pinched(_ scale: Double) {
        if scale > 1.15 { video.gravity = .fill } else if scale < 0.87 { video.gravity = .fit }
    }

    func hovered(_ time: Double?) { panels.showPreview(at: time, above: controls.seekBar) }
}
