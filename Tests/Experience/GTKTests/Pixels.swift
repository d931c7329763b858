// SPDX-License-Identifier: Apache-2.0

import CGTK
import WindowboxMedia

@testable import WindowboxGTK

/// The pixels of a widget or a drawing.
@MainActor struct Pixels {
    let width: Int
    let height: Int
    private let bytes: [UInt8]

    /// Draws with Cairo, independent of the window's renderer.
    init?(width: Int, height: Int, _ draw: (OpaquePointer) -> Void) {
        let snapshot = gtk_snapshot_new()!
        draw(snapshot.raw.opaque)
        guard let node = gtk_snapshot_free_to_node(snapshot) else { return nil }
        defer { gsk_render_node_unref(node) }
        let renderer = gsk_cairo_renderer_new()!
        gsk_renderer_realize(renderer, nil, nil)
        var area = Rectangle(x: 0, y: 0, width: Double(width), height: Double(height)).graphene
        let texture = gsk_renderer_render_texture(renderer, node, &area)!
        defer {
            g_object_unref(texture.raw)
            gsk_renderer_unrealize(renderer)
            g_object_unref(renderer.raw)
        }
        var bytes = [UInt8](repeating: 0, count: width * height * 4)
        bytes.withUnsafeMutableBufferPointer { gdk_texture_download(texture, $0.baseAddress, gsize(width * 4)) }
        (self.width, self.height, self.bytes) = (width, height, bytes)
    }

    init?(of widget: Widget) {
        let paintable = gtk_widget_paintable_new(widget.widget)!
        defer { g_object_unref(paintable.raw) }
        self.init(width: widget.width, height: widget.height) {
            gdk_paintable_snapshot(paintable, $0, Double(widget.width), Double(widget.height))
        }
    }

    /// As a PNG file.
    var png: [UInt8]? {
        PicturePool(capacity: 0).picture(PixelSize(width: width, height: height)) { memory, stride in
            for row in 0..<height {
                bytes.withUnsafeBytes {
                    let line = UnsafeRawBufferPointer(rebasing: $0[(row * width * 4)...].prefix(width * 4))
                    UnsafeMutableRawBufferPointer(rebasing: memory[(row * stride)...]).copyMemory(from: line)
                }
            }
        }.png
    }

    /// Red, green and blue of each pixel, on black.
    var samples: [UInt8] {
        stride(from: 0, to: bytes.count, by: 4).flatMap { [bytes[$0 + 2], bytes[$0 + 1], bytes[$0]] }
    }

    /// The colour as 0xRRGGBB.
    subscript(x: Int, y: Int) -> UInt32 {
        let at = (y * width + x) * 4
        return UInt32(bytes[at + 2]) << 16 | UInt32(bytes[at + 1]) << 8 | UInt32(bytes[at])
    }
}

extension PicturePool {
    /// A picture whose quarters have these colours: top left, top right, bottom left, bottom right.
    func quarters(_ size: PixelSize, _ colors: [UInt32], orientation: DisplayOrientation = .upright) -> PooledPicture {
        picture(size, orientation: orientation) { memory, stride in
            for y in 0..<size.height {
                for x in 0..<size.width {
                    let color = colors[(y * 2 / size.height) * 2 + x * 2 / size.width]
                    memory.storeBytes(of: color, toByteOffset: y * stride + x * 4, as: UInt32.self)
                }
            }
        }
    }

    func plain(_ color: UInt32, _ size: PixelSize = PixelSize(width: 64, height: 36)) -> PooledPicture {
        quarters(size, [color, color, color, color])
    }
}

extension Picture {
    /// The picture as a PNG file.
    @MainActor var png: [UInt8]? {
        let bytes = withUnsafeBytes { g_bytes_new($0.baseAddress, gsize($0.count)) }
        defer { g_bytes_unref(bytes) }
        let format = GDK_MEMORY_B8G8R8A8_PREMULTIPLIED
        let texture = gdk_memory_texture_new(Int32(size.width), Int32(size.height), format, bytes, gsize(stride))!
        defer { g_object_unref(texture.raw) }
        guard let file = gdk_texture_save_to_png_bytes(texture) else { return nil }
        defer { g_bytes_unref(file) }
        var count: gsize = 0
        let start = g_bytes_get_data(file, &count)
        return [UInt8](UnsafeRawBufferPointer(start: start, count: Int(count)))
    }
}
