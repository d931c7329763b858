// SPDX-License-Identifier: Apache-2.0

import Glibc

/// The functions of cairo and Pango used to draw captions. They are loaded on demand, because linking them would load twenty libraries
/// at every start of the program.
struct CairoLibrary {
    typealias Handle = OpaquePointer
    typealias Read = @convention(c) (UnsafeMutableRawPointer?, UnsafeMutablePointer<UInt8>?, UInt32) -> Int32
    typealias Write = @convention(c) (UnsafeMutableRawPointer?, UnsafePointer<UInt8>?, UInt32) -> Int32

    let surfaceFromPNG: @convention(c) (Read, UnsafeMutableRawPointer?) -> Handle?
    let writePNG: @convention(c) (Handle, Write, UnsafeMutableRawPointer?) -> Int32
    let surfaceStatus: @convention(c) (Handle) -> Int32
    let surfaceWidth: @convention(c) (Handle) -> Int32
    let surfaceHeight: @convention(c) (Handle) -> Int32
    let destroySurface: @convention(c) (Handle) -> Void
    let create: @convention(c) (Handle) -> Handle?
    let destroy: @convention(c) (Handle) -> Void
    let save: @convention(c) (Handle) -> Void
    let restore: @convention(c) (Handle) -> Void
    let rectangle: @convention(c) (Handle, Double, Double, Double, Double) -> Void
    let clip: @convention(c) (Handle) -> Void
    let fill: @convention(c) (Handle) -> Void
    let paint: @convention(c) (Handle) -> Void
    let setColor: @convention(c) (Handle, Double, Double, Double, Double) -> Void
    let setSource: @convention(c) (Handle, Handle, Double, Double) -> Void
    let move: @convention(c) (Handle, Double, Double) -> Void
    let translate: @convention(c) (Handle, Double, Double) -> Void
    let scale: @convention(c) (Handle, Double, Double) -> Void
    let rotate: @convention(c) (Handle, Double) -> Void

    let newPath: @convention(c) (Handle) -> Void
    let arc: @convention(c) (Handle, Double, Double, Double, Double, Double) -> Void
    let closePath: @convention(c) (Handle) -> Void

    let createLayout: @convention(c) (Handle) -> Handle?
    let updateLayout: @convention(c) (Handle, Handle) -> Void
    let showLayout: @convention(c) (Handle, Handle) -> Void
    let layoutContext: @convention(c) (Handle) -> Handle?
    let setGravity: @convention(c) (Handle, Int32) -> Void
    let setMarkup: @convention(c) (Handle, UnsafePointer<CChar>, Int32) -> Void
    let setGravityHint: @convention(c) (Handle, Int32) -> Void
    let setDirection: @convention(c) (Handle, Int32) -> Void
    let contextChanged: @convention(c) (Handle) -> Void
    let setAutomaticDirection: @convention(c) (Handle, Int32) -> Void
    let setSingleParagraph: @convention(c) (Handle, Int32) -> Void
    /// Returns rectangles as four numbers: x, y, width and height in 1024ths of a pixel.
    let extents: @convention(c) (Handle, UnsafeMutablePointer<Int32>?, UnsafeMutablePointer<Int32>?) -> Void
    let line: @convention(c) (Handle, Int32) -> Handle?
    let ranges:
        @convention(c) (Handle, Int32, Int32, UnsafeMutablePointer<UnsafeMutablePointer<Int32>?>, UnsafeMutablePointer<Int32>) -> Void
    let release: @convention(c) (Handle) -> Void
    let free: @convention(c) (UnsafeMutableRawPointer?) -> Void

    /// - Throws: ``Failure`` if the libraries are not installed.
    init() throws {
        func function<Function>(_ library: String, _ name: String, as type: Function.Type = Function.self) throws -> Function {
            guard let handle = dlopen(library, RTLD_NOW | RTLD_GLOBAL), let symbol = dlsym(handle, name) else {
                throw Failure.failed("drawing captions requires \(library), which is missing: apt install libpangocairo-1.0-0")
            }
            return unsafeBitCast(symbol, to: type)
        }
        let (cairo, pango, both, objects) = ("libcairo.so.2", "libpango-1.0.so.0", "libpangocairo-1.0.so.0", "libgobject-2.0.so.0")
        surfaceFromPNG = try function(cairo, "cairo_image_surface_create_from_png_stream")
        writePNG = try function(cairo, "cairo_surface_write_to_png_stream")
        surfaceStatus = try function(cairo, "cairo_surface_status")
        surfaceWidth = try function(cairo, "cairo_image_surface_get_width")
        surfaceHeight = try function(cairo, "cairo_image_surface_get_height")
        destroySurface = try function(cairo, "cairo_surface_destroy")
        create = try function(cairo, "cairo_create")
        destroy = try function(cairo, "cairo_destroy")
        save = try function(cairo, "cairo_save")
        restore = try function(cairo, "cairo_restore")
        rectangle = try function(cairo, "cairo_rectangle")
        clip = try function(cairo, "cairo_clip")
        fill = try function(cairo, "cairo_fill")
        paint = try function(cairo, "cairo_paint")
        setColor = try function(cairo, "cairo_set_source_rgba")
        setSource = try function(cairo, "cairo_set_source_surface")
        move = try function(cairo, "cairo_move_to")
        translate = try function(cairo, "cairo_translate")
        scale = try function(cairo, "cairo_scale")
        rotate = try function(cairo, "cairo_rotate")
        newPath = try function(cairo, "cairo_new_path")
        arc = try function(cairo, "cairo_arc")
        closePath = try function(cairo, "cairo_close_path")
        createLayout = try function(both, "pango_cairo_create_layout")
        updateLayout = try function(both, "pango_cairo_update_layout")
        showLayout = try function(both, "pango_cairo_show_layout")
        layoutContext = try function(pango, "pango_layout_get_context")
        setGravity = try function(pango, "pango_context_set_base_gravity")
        setMarkup = try function(pango, "pango_layout_set_markup")
        setGravityHint = try function(pango, "pango_context_set_gravity_hint")
        setDirection = try function(pango, "pango_context_set_base_dir")
        contextChanged = try function(pango, "pango_layout_context_changed")
        setAutomaticDirection = try function(pango, "pango_layout_set_auto_dir")
        setSingleParagraph = try function(pango, "pango_layout_set_single_paragraph_mode")
        extents = try function(pango, "pango_layout_get_extents")
        line = try function(pango, "pango_layout_get_line_readonly")
        ranges = try function(pango, "pango_layout_line_get_x_ranges")
        release = try function(objects, "g_object_unref")
        free = try function("libglib-2.0.so.0", "g_free")
    }
}
