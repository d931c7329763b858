// SPDX-License-Identifier: Apache-2.0

/// When the seconds of a video that move take the place of its poster: while a person is at the item, by the pointer, by the keyboard or
/// with a finger that rests on it, and the video itself does not play there. A value.
struct PreviewRule: Hashable {
    enum Event: Hashable {
        /// Another item is shown, whose preview is at an address; nil: it has none.
        case item(String?)
        case pointed(Bool)
        case focused(Bool)
        /// A finger rests on it.
        case held(Bool)
        /// The video plays in the poster's place.
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
    /// The address of what is shown.
    private(set) var shown: String?

    mutating func handle(_ event: Event) -> Action? {
        switch event {
        case .item(let address): self.address = address
        case .pointed(let isPointed): self.isPointed = isPointed
        case .focused(let isFocused): self.isFocused = isFocused
        case .held(let isHeld): self.isHeld = isHeld
        case .playing(let isPlaying): self.isPlaying = isPlaying
        }
        let wanted = isPointed || isFocused || isHeld ? (isPlaying ? nil : address) : nil
        guard wanted != shown else { return nil }
        shown = wanted
        return wanted.map { .show($0) } ?? .hide
    }
}
