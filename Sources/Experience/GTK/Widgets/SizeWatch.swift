// SPDX-License-Identifier: Apache-2.0

/// Sees nothing and shows nothing: it tells how large the place is that it fills.
public final class SizeWatch: CustomWidget {
    private var told = (width: 0, height: 0)
    private let onChange: @MainActor (_ width: Int, _ height: Int) -> Void

    /// - Parameter onChange: called in pixels of the style, when it may change the layout again.
    public init(_ onChange: @escaping @MainActor (_ width: Int, _ height: Int) -> Void) {
        self.onChange = onChange
        super.init()
        takesPointer = false
    }

    public override func resized() {
        // A layout is under way.
        MainLoop.call { [weak self] in self?.tell() }
    }

    private func tell() {
        guard (width, height) != told else { return }
        told = (width, height)
        onChange(width, height)
    }
}
