// SPDX-License-Identifier: Apache-2.0

/// An invisible widget that reports its size.
public final class SizeWatch: CustomWidget {
    private var reportedSize = (width: 0, height: 0)
    private let onChange: @MainActor (_ width: Int, _ height: Int) -> Void

    /// - Parameter onChange: called with the size in logical pixels, when layout changes are allowed again.
    public init(_ onChange: @escaping @MainActor (_ width: Int, _ height: Int) -> Void) {
        self.onChange = onChange
        super.init()
        takesPointer = false
    }

    public override func resized() {
        // A layout pass is in progress.
        MainLoop.call { [weak self] in self?.report() }
    }

    private func report() {
        guard (width, height) != reportedSize else { return }
        reportedSize = (width, height)
        onChange(width, height)
    }
}
