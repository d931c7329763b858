// SPDX-License-Identifier: Apache-2.0

import CGTK

/// A user interface loaded from GtkBuilder XML, with placeholders for players and videos.
///
/// `<object class="WindowboxPlayerView" id="…"/>` and `<object class="WindowboxVideoView" id="…"/>` are placeholders for a
/// ``PlayerView`` and a ``VideoView``. They are allowed wherever widgets are, and have all properties of a widget.
@MainActor public final class Interface {
    private let builder: Object

    /// - Throws: ``InterfaceError`` when the XML is invalid or names an unknown class.
    public init(xml: String) throws(InterfaceError) {
        _ = (Self.playerType, Self.videoType)
        builder = Object(adopting: gtk_builder_new())
        var error: UnsafeMutablePointer<GError>?
        guard gtk_builder_add_from_string(builder.opaque, xml, -1, &error) != 0 else {
            defer { g_error_free(error) }
            throw InterfaceError(.malformed, error.map { String(cString: $0.pointee.message) } ?? "the interface can't be read")
        }
    }

    private static let playerType = TypeRegistry.register("WindowboxPlayerView", parent: adw_bin_get_type()) { _, _ in }
    private static let videoType = TypeRegistry.register("WindowboxVideoView", parent: adw_bin_get_type()) { _, _ in }

    /// The widget with an `id`.
    /// - Throws: ``InterfaceError`` when there is none.
    public func widget(_ id: String) throws(InterfaceError) -> Widget {
        guard let object = gtk_builder_get_object(builder.opaque, id), g_type_is_a(Self.type(of: object), gtk_widget_get_type()) != 0 else {
            throw InterfaceError(.missing, "the interface has no widget with the id “\(id)”")
        }
        return Object.existing(object) ?? Widget(borrowing: object)
    }

    /// Shows a player in the placeholder with an `id`, replacing its current content.
    /// - Throws: ``InterfaceError`` when there is no such placeholder.
    @discardableResult
    public func show(_ player: any PlayerControlling, pictures: PictureMailbox, in id: String) throws(InterfaceError) -> PlayerView {
        let placeholder = try placeholder(id, Self.playerType, "WindowboxPlayerView")
        let view = PlayerView(player, pictures: pictures)
        adw_bin_set_child(placeholder.cast(), view.widget)
        return view
    }

    /// Shows video without controls in the placeholder with an `id`, replacing its current content.
    /// - Throws: ``InterfaceError`` when there is no such placeholder.
    @discardableResult
    public func show(_ pictures: PictureMailbox, in id: String) throws(InterfaceError) -> VideoView {
        let placeholder = try placeholder(id, Self.videoType, "WindowboxVideoView")
        let view = VideoView(pictures)
        adw_bin_set_child(placeholder.cast(), view.widget)
        return view
    }

    private func placeholder(_ id: String, _ type: GType, _ name: String) throws(InterfaceError) -> Widget {
        let widget = try widget(id)
        guard g_type_is_a(Self.type(of: widget.raw), type) != 0 else {
            throw InterfaceError(.missing, "“\(id)” in the interface isn’t a \(name)")
        }
        return widget
    }

    private static func type(of object: some ObjectPointer) -> GType {
        object.raw.assumingMemoryBound(to: GTypeInstance.self).pointee.g_class.pointee.g_type
    }
}

/// Why an interface can't be loaded or used.
public struct InterfaceError: Error, CustomStringConvertible {
    /// Cases may be added, so match against the static members.
    public struct Code: Hashable, Sendable {
        private let name: String
        private init(_ name: String) { self.name = name }
        /// GtkBuilder rejects the XML.
        public static let malformed = Code("malformed")
        /// No object of the requested kind has the id.
        public static let missing = Code("missing")
    }

    /// The kind of error, to be matched with the static members of ``Code``.
    public let code: Code
    /// Cause and location, human-readable.
    public let description: String

    init(_ code: Code, _ description: String) {
        self.code = code
        self.description = description
    }
}
