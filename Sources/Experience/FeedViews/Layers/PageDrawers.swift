// SPDX-License-Identifier: Apache-2.0

import WindowboxContract
import WindowboxFeed
import WindowboxGTK

/// The view that drawers cover.
@MainActor protocol DrawerPlace: AnyObject {
    func addLayer(_ layer: WindowboxGTK.Widget)
    func removeLayer(_ layer: WindowboxGTK.Widget)
    /// Keeps the controls and the current item while the user is busy, for example in a drawer.
    /// - Parameter name: identifies the activity.
    func hold(_ name: String, _ isHeld: Bool)
    /// A drawer starts or stops covering part of the view.
    /// - Parameter name: identifies the drawer.
    func cover(_ name: String, _ isOpen: Bool)
}

extension FeedPlayerPage: DrawerPlace {
    func removeLayer(_ layer: WindowboxGTK.Widget) { remove(layer) }
}

/// The drawers of a page: the products, the cart, and short messages.
@MainActor final class PageDrawers {
    let products: Drawer
    let cart: Drawer
    let toast: ToastNote
    private let program: ItemOverlays
    private let texts: FeedLanguage
    private let productsContent = Box(.vertical)
    private let cartContent = Box(.vertical)
    private var shownProducts: WindowboxGTK.Widget?
    private var shownCart: WindowboxGTK.Widget?

    init(_ program: ItemOverlays, _ page: any DrawerPlace, _ texts: FeedLanguage) {
        (self.program, self.texts) = (program, texts)
        toast = ToastNote(seconds: program.settings.noteSeconds)
        let words = Drawer.DrawerTexts(back: texts.text(.back), close: texts.text(.close))
        products = Drawer(words, content: productsContent) { [weak page, shopping = program.shopping] isOpen in
            page?.hold("products", isOpen)
            page?.cover("products", isOpen)
            if !isOpen { shopping.productClosed() }
        }
        cart = Drawer(words, content: cartContent) { [weak page] isOpen in
            page?.hold("cart", isOpen)
            page?.cover("cart", isOpen)
        }
        cart.show(title: texts.text(.cart))
        for layer in [products, cart, toast] as [WindowboxGTK.Widget] {
            page.addLayer(layer)
            if texts.isRightToLeft { layer.setDirection(rightToLeft: true) }
        }
    }

    func remove(from page: any DrawerPlace) {
        close()
        toast.clear()
        for layer in [products, cart, toast] as [WindowboxGTK.Widget] { page.removeLayer(layer) }
    }

    func fit(_ size: PageSize) {
        products.fit(size)
        cart.fit(size)
    }

    func close() {
        products.isOpen = false
        cart.isOpen = false
    }

    /// - Returns: whether a drawer was open.
    func closeOpen() -> Bool {
        guard products.isOpen || cart.isOpen else { return false }
        close()
        return true
    }

    /// - Parameter content: replaces the drawer's content.
    func showProducts(
        _ content: WindowboxGTK.Widget, title: String, spoken: String? = nil, goBack: (@MainActor () -> Void)? = nil
    ) {
        if shownProducts !== content {
            if let shownProducts { productsContent.remove(shownProducts) }
            productsContent.append(content.expand(.vertical))
            shownProducts = content
            if texts.isRightToLeft { content.setDirection(rightToLeft: true) }
        }
        products.show(title: title, spoken: spoken, goBack: goBack)
        products.isOpen = true
    }

    func handle(_ event: Shopping.Event) {
        switch event {
        case .feedback(let feedback):
            let (text, isFailure) = texts.text(of: feedback)
            toast.show(text, isFailure: isFailure)
        case .dismissProduct: products.isOpen = false
        case .showCart: showCart()
        case .hostFailed(let message): toast.show(message, isFailure: true)
        }
    }

    /// Shows the host's cart, created again each time because its contents may have changed.
    func showCart() {
        guard let make = program.settings.cart else { return }
        products.isOpen = false
        if let shownCart { cartContent.remove(shownCart) }
        let content = make()
        cartContent.append(content.expand(.vertical))
        shownCart = content
        cart.isOpen = true
    }
}
