// SPDX-License-Identifier: Apache-2.0

/// Decides when an animated preview replaces a video's poster: while the item is hovered, focused or long-pressed, and the video
/// isn't playing there.
struct PreviewRule: Hashable {
    enum Event: Hashable {
        /// Another item is shown, with the URL of its preview; nil if it has none.
        case item(String?)
        case pointed(Bool)
        case focused(Bool)
        /// The item is long-pressed.
        case held(Bool)
        /// The video plays in place of the poster.
        case playing(Bool)
    }

    enum Action: Hashable {
        case show(String)
        case hide
    }

    private var address: String?
    private var isPointed = false
    private var isFocused = false
    private var isHeld = false
    private var isPlaying = false
    /// URL of the preview that is shown.
    private(set) var shown: String?

    mutating func handle(_ event: Event) -> Action? {
        switch event {
        case .item(let address): self.address = address
        case .pointed(let isPointed): self.isPointed = isPointed
        case .focused(let isFocused): self.isFocused = isFocused
        case .held(let isHeld): self.isHeld = isHeld
        case .playing(let isPlaying): self.isPlaying = isPlaying
        }
        let next = isPointed || isFocused || isHeld ? (isPlaying ? nil : address) : nil
        guard next != shown else { return nil }
        shown = next
        return next.map { .show($0) } ?? .hide
    }
}
