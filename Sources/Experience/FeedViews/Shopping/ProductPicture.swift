// SPDX-License-Identifier: Apache-2.0

import WindowboxContract
import WindowboxFeed
import WindowboxGTK
import WindowboxMedia

/// A decorative product image, with a bag as placeholder.
@MainActor final class ProductPicture: Box {
    private let still = StillView()
    private let bag: LineIcon
    private let store: PosterStore
    private let side: Int
    private var request: PosterStore.Request?

    /// - Parameter side: in logical pixels.
    init(_ store: PosterStore, side: Int) {
        (self.store, self.side) = (store, side)
        bag = LineIcon(.bag, size: side * 2 / 5)
        super.init(.horizontal)
        append(
            Overlay(still.minimumSize(width: side, height: side).cssClass("shop-picture")) { bag.cssClass("shop-picture-missing") })
        align(horizontal: .start, vertical: .center)
    }

    var address: String? {
        didSet {
            guard address != oldValue else { return }
            show(nil)
            request = nil
            guard let address else { return }
            let pixels = side * max(1, scaleFactor)
            request = store.request(address, covering: PixelSize(width: pixels, height: pixels)) { [weak self] picture in
                guard self?.address == address else { return }
                self?.show(picture)
            }
        }
    }

    private func show(_ picture: (any Picture)?) {
        still.picture = picture
        bag.isVisible = picture == nil
    }

    /// The variant's image, else the product's primary one, else its first.
    static func address(of product: Product, _ unit: ProductUnit? = nil) -> String? {
        let own = unit?.imageID.flatMap { id in product.images.first { $0.externalID == id } }
        return (own ?? product.images.first(where: \.primary) ?? product.images.min { $0.position < $1.position })?.url
    }
}
