// SPDX-License-Identifier: Apache-2.0

import CGTK
import WindowboxMedia

/// A picture in a form that the renderer can draw, sharing the picture's memory.
@MainActor final class PictureImage {
    let picture: any Picture
    private let form: Form

    private enum Form {
        case surface(OpaquePointer)
        case texture(OpaquePointer)
    }

    /// Nil if the picture is empty or has less data than its size requires.
    ///
    /// - Parameter isOpaque: whether the fourth byte of each pixel is unused, as in video.
    init?(_ picture: any Picture, path: RenderPath, isOpaque: Bool = true) {
        let (size, stride) = (picture.size, picture.stride)
        guard picture.displayAspectRatio > 0, stride % 4 == 0, stride / 4 >= size.width else { return nil }
        guard let address = picture.withUnsafeBytes({ $0.count / stride >= size.height ? $0.baseAddress : nil }) else { return nil }
        self.picture = picture
        let memory = UnsafeMutableRawPointer(mutating: address)
        // The renderer may outlive this object, so it retains the memory's owner.
        let owner = Unmanaged.passRetained(picture as AnyObject).toOpaque()
        let release: @convention(c) (UnsafeMutableRawPointer?) -> Void = { Unmanaged<AnyObject>.fromOpaque($0!).release() }
        let (width, height) = (Int32(size.width), Int32(size.height))
        switch path {
        case .software:
            let pixels = memory.assumingMemoryBound(to: UInt8.self)
            let surface = cairo_image_surface_create_for_data(
                pixels, isOpaque ? CAIRO_FORMAT_RGB24 : CAIRO_FORMAT_ARGB32, width, height, Int32(stride))!
            cairo_surface_set_user_data(surface, Self.ownerKey, owner, release)
            form = .surface(surface)
        case .graphics:
            let bytes = g_bytes_new_with_free_func(memory, gsize(stride * size.height), release, owner)
            form = .texture(gdk_memory_texture_new(width, height, GDK_MEMORY_B8G8R8A8_PREMULTIPLIED, bytes, gsize(stride)))
            g_bytes_unref(bytes)
        }
    }

    /// Only its address matters.
    private static let ownerKey = UnsafeMutablePointer<cairo_user_data_key_t>.allocate(capacity: 1)

    isolated deinit {
        switch form {
        case .surface(let surface): cairo_surface_destroy(surface)
        case .texture(let texture): g_object_unref(texture.raw)
        }
    }

    /// Draws the picture into the rectangle, upright.
    /// - Parameters:
    ///   - visible: the part to show; nil shows all of it.
    ///   - change: rotation or mirroring chosen by the user, applied to the upright picture.
    func draw(
        on canvas: Canvas, in rectangle: Rectangle, visible: Rectangle? = nil, smoothly: Bool, change: DisplayOrientation = .upright
    ) {
        let orientation = picture.orientation.followed(by: change)
        guard let visible, !visible.contains(rectangle) else {
            return draw(on: canvas, rectangle, recorded: rectangle, smoothly, orientation)
        }
        guard let seen = rectangle.intersection(visible) else { return }
        canvas.pushClip(visible)
        defer { canvas.popClip() }
        // Cairo scales everything that is recorded, visible or not.
        draw(on: canvas, rectangle, recorded: orientation == .upright ? seen : rectangle, smoothly, orientation)
    }

    private func draw(
        on canvas: Canvas, _ rectangle: Rectangle, recorded: Rectangle, _ smoothly: Bool, _ orientation: DisplayOrientation
    ) {
        let (width, height) = orientation.isSideways ? (rectangle.height, rectangle.width) : (rectangle.width, rectangle.height)
        gtk_snapshot_save(canvas.snapshot)
        defer { gtk_snapshot_restore(canvas.snapshot) }
        var centre = graphene_point_t(x: Float(rectangle.x + rectangle.width / 2), y: Float(rectangle.y + rectangle.height / 2))
        if orientation != .upright {
            gtk_snapshot_translate(canvas.snapshot, &centre)
            if orientation.isMirrored { gtk_snapshot_scale(canvas.snapshot, -1, 1) }
            gtk_snapshot_rotate(canvas.snapshot, Float(orientation.rotation))
            centre = graphene_point_t(x: 0, y: 0)
        }
        let left = Double(centre.x) - width / 2
        let top = Double(centre.y) - height / 2
        var bounds = Rectangle(x: left, y: top, width: width, height: height).graphene
        switch form {
        case .texture(let texture):
            gtk_snapshot_append_texture(canvas.snapshot, texture, &bounds)
        case .surface(let surface):
            if orientation == .upright { bounds = recorded.graphene }
            let cairo = gtk_snapshot_append_cairo(canvas.snapshot, &bounds)
            cairo_translate(cairo, left, top)
            cairo_scale(cairo, width / Double(picture.size.width), height / Double(picture.size.height))
            cairo_set_source_surface(cairo, surface, 0, 0)
            cairo_pattern_set_filter(cairo_get_source(cairo), smoothly ? CAIRO_FILTER_BILINEAR : CAIRO_FILTER_NEAREST)
            cairo_pattern_set_extend(cairo_get_source(cairo), CAIRO_EXTEND_PAD)
            cairo_rectangle(cairo, 0, 0, Double(picture.size.width), Double(picture.size.height))
            cairo_fill(cairo)
            cairo_destroy(cairo)
        }
    }
}
