// SPDX-License-Identifier: Apache-2.0

/// The functions of cairo and Pango that typeset and draw captions. They are loaded on demand, because linking them would load twenty
/// libraries at every start of a program without a window.
package struct CairoLibrary {
    typealias Handle = OpaquePointer

    let surfaces: Surfaces
    let drawing: Drawing
    let typesetting: Typesetting
    let attributes: Attributes
    /// Releases an object of Pango.
    let release: @convention(c) (Handle) -> Void
    /// Frees memory of Pango.
    let free: @convention(c) (UnsafeMutableRawPointer?) -> Void

    /// - Throws: if a library is missing.
    package init() throws(CaptionDrawingError) {
        let cairo = try SharedLibrary("libcairo.so.2")
        let both = try SharedLibrary("libpangocairo-1.0.so.0")
        let pango = try SharedLibrary("libpango-1.0.so.0")
        surfaces = try Surfaces(cairo)
        drawing = try Drawing(cairo, both)
        typesetting = try Typesetting(cairo, both, pango)
        attributes = try Attributes(pango)
        release = try SharedLibrary("libgobject-2.0.so.0").function("g_object_unref")
        free = try SharedLibrary("libglib-2.0.so.0").function("g_free")
    }

    /// A new `PangoLayout` of a space without attributes; nil if out of memory.
    func plainSpace() -> Handle? {
        guard let fonts = typesetting.fontMap(), let context = typesetting.createContext(fonts) else { return nil }
        defer { release(context) }
        guard let layout = typesetting.createLayout(context) else { return nil }
        typesetting.setText(layout, " ", 1)
        return layout
    }
}

extension CairoLibrary {
    /// Images in memory.
    struct Surfaces {
        typealias Read = @convention(c) (UnsafeMutableRawPointer?, UnsafeMutablePointer<UInt8>?, UInt32) -> Int32
        typealias Write = @convention(c) (UnsafeMutableRawPointer?, UnsafePointer<UInt8>?, UInt32) -> Int32

        let createSurface: @convention(c) (Int32, Int32, Int32) -> Handle?
        let surfaceFromPNG: @convention(c) (Read, UnsafeMutableRawPointer?) -> Handle?
        let writePNG: @convention(c) (Handle, Write, UnsafeMutableRawPointer?) -> Int32
        let surfaceStatus: @convention(c) (Handle) -> Int32
        let surfaceFormat: @convention(c) (Handle) -> Int32
        let surfaceWidth: @convention(c) (Handle) -> Int32
        let surfaceHeight: @convention(c) (Handle) -> Int32
        let surfaceStride: @convention(c) (Handle) -> Int32
        let surfaceData: @convention(c) (Handle) -> UnsafeMutablePointer<UInt8>?
        let flushSurface: @convention(c) (Handle) -> Void
        let markSurface: @convention(c) (Handle) -> Void
        let destroySurface: @convention(c) (Handle) -> Void

        init(_ cairo: SharedLibrary) throws(CaptionDrawingError) {
            createSurface = try cairo.function("cairo_image_surface_create")
            surfaceFromPNG = try cairo.function("cairo_image_surface_create_from_png_stream")
            writePNG = try cairo.function("cairo_surface_write_to_png_stream")
            surfaceStatus = try cairo.function("cairo_surface_status")
            surfaceFormat = try cairo.function("cairo_image_surface_get_format")
            surfaceWidth = try cairo.function("cairo_image_surface_get_width")
            surfaceHeight = try cairo.function("cairo_image_surface_get_height")
            surfaceStride = try cairo.function("cairo_image_surface_get_stride")
            surfaceData = try cairo.function("cairo_image_surface_get_data")
            flushSurface = try cairo.function("cairo_surface_flush")
            markSurface = try cairo.function("cairo_surface_mark_dirty")
            destroySurface = try cairo.function("cairo_surface_destroy")
        }
    }
}

extension CairoLibrary {
    /// Drawing on a surface.
    struct Drawing {
        let create: @convention(c) (Handle) -> Handle?
        let destroy: @convention(c) (Handle) -> Void
        let save: @convention(c) (Handle) -> Void
        let restore: @convention(c) (Handle) -> Void
        let newPath: @convention(c) (Handle) -> Void
        let rectangle: @convention(c) (Handle, Double, Double, Double, Double) -> Void
        let arc: @convention(c) (Handle, Double, Double, Double, Double, Double) -> Void
        let closePath: @convention(c) (Handle) -> Void
        let clip: @convention(c) (Handle) -> Void
        let fill: @convention(c) (Handle) -> Void
        let paint: @convention(c) (Handle) -> Void
        let setColor: @convention(c) (Handle, Double, Double, Double, Double) -> Void
        let setSurface: @convention(c) (Handle, Handle, Double, Double) -> Void
        let source: @convention(c) (Handle) -> Handle?
        let setExtend: @convention(c) (Handle, Int32) -> Void
        let move: @convention(c) (Handle, Double, Double) -> Void
        let translate: @convention(c) (Handle, Double, Double) -> Void
        let scale: @convention(c) (Handle, Double, Double) -> Void
        /// The matrix is xx, yx, xy, yy, x0 and y0.
        let transform: @convention(c) (Handle, UnsafePointer<Double>) -> Void
        let currentMatrix: @convention(c) (Handle, UnsafeMutablePointer<Double>) -> Void
        let setMatrix: @convention(c) (Handle, UnsafePointer<Double>) -> Void
        let showLayout: @convention(c) (Handle, Handle) -> Void

        init(_ cairo: SharedLibrary, _ both: SharedLibrary) throws(CaptionDrawingError) {
            create = try cairo.function("cairo_create")
            destroy = try cairo.function("cairo_destroy")
            save = try cairo.function("cairo_save")
            restore = try cairo.function("cairo_restore")
            newPath = try cairo.function("cairo_new_path")
            rectangle = try cairo.function("cairo_rectangle")
            arc = try cairo.function("cairo_arc")
            closePath = try cairo.function("cairo_close_path")
            clip = try cairo.function("cairo_clip")
            fill = try cairo.function("cairo_fill")
            paint = try cairo.function("cairo_paint")
            setColor = try cairo.function("cairo_set_source_rgba")
            setSurface = try cairo.function("cairo_set_source_surface")
            source = try cairo.function("cairo_get_source")
            setExtend = try cairo.function("cairo_pattern_set_extend")
            move = try cairo.function("cairo_move_to")
            translate = try cairo.function("cairo_translate")
            scale = try cairo.function("cairo_scale")
            transform = try cairo.function("cairo_transform")
            currentMatrix = try cairo.function("cairo_get_matrix")
            setMatrix = try cairo.function("cairo_set_matrix")
            showLayout = try both.function("pango_cairo_show_layout")
        }
    }
}

extension CairoLibrary {
    /// Fonts, and lines of text.
    struct Typesetting {
        let createFontOptions: @convention(c) () -> Handle?
        let destroyFontOptions: @convention(c) (Handle) -> Void
        let setAntialias: @convention(c) (Handle, Int32) -> Void
        let setHintStyle: @convention(c) (Handle, Int32) -> Void
        let setHintMetrics: @convention(c) (Handle, Int32) -> Void
        let setFontOptions: @convention(c) (Handle, Handle) -> Void
        let fontMap: @convention(c) () -> Handle?
        let createContext: @convention(c) (Handle) -> Handle?
        let setRounding: @convention(c) (Handle, Int32) -> Void
        let setDirection: @convention(c) (Handle, Int32) -> Void
        let setGravity: @convention(c) (Handle, Int32) -> Void
        let setGravityHint: @convention(c) (Handle, Int32) -> Void
        let createLayout: @convention(c) (Handle) -> Handle?
        let setAutomaticDirection: @convention(c) (Handle, Int32) -> Void
        let setSingleParagraph: @convention(c) (Handle, Int32) -> Void
        let setText: @convention(c) (Handle, UnsafePointer<CChar>, Int32) -> Void
        let setAttributes: @convention(c) (Handle, Handle?) -> Void
        /// Returns rectangles as four numbers: x, y, width and height in 1024ths of a pixel.
        let extents: @convention(c) (Handle, UnsafeMutablePointer<Int32>?, UnsafeMutablePointer<Int32>?) -> Void
        let line: @convention(c) (Handle, Int32) -> Handle?
        let ranges:
            @convention(c) (Handle, Int32, Int32, UnsafeMutablePointer<UnsafeMutablePointer<Int32>?>, UnsafeMutablePointer<Int32>) -> Void

        init(_ cairo: SharedLibrary, _ both: SharedLibrary, _ pango: SharedLibrary) throws(CaptionDrawingError) {
            createFontOptions = try cairo.function("cairo_font_options_create")
            destroyFontOptions = try cairo.function("cairo_font_options_destroy")
            setAntialias = try cairo.function("cairo_font_options_set_antialias")
            setHintStyle = try cairo.function("cairo_font_options_set_hint_style")
            setHintMetrics = try cairo.function("cairo_font_options_set_hint_metrics")
            setFontOptions = try both.function("pango_cairo_context_set_font_options")
            fontMap = try both.function("pango_cairo_font_map_get_default")
            createContext = try pango.function("pango_font_map_create_context")
            setRounding = try pango.function("pango_context_set_round_glyph_positions")
            setDirection = try pango.function("pango_context_set_base_dir")
            setGravity = try pango.function("pango_context_set_base_gravity")
            setGravityHint = try pango.function("pango_context_set_gravity_hint")
            createLayout = try pango.function("pango_layout_new")
            setAutomaticDirection = try pango.function("pango_layout_set_auto_dir")
            setSingleParagraph = try pango.function("pango_layout_set_single_paragraph_mode")
            setText = try pango.function("pango_layout_set_text")
            setAttributes = try pango.function("pango_layout_set_attributes")
            extents = try pango.function("pango_layout_get_extents")
            line = try pango.function("pango_layout_get_line_readonly")
            ranges = try pango.function("pango_layout_line_get_x_ranges")
        }
    }
}

extension CairoLibrary {
    /// The styles of parts of a text.
    struct Attributes {
        typealias Attribute = UnsafeMutableRawPointer

        let createAttributes: @convention(c) () -> Handle?
        let releaseAttributes: @convention(c) (Handle) -> Void
        let insertAttribute: @convention(c) (Handle, Attribute) -> Void
        let family: @convention(c) (UnsafePointer<CChar>) -> Attribute?
        let size: @convention(c) (Int32) -> Attribute?
        let weight: @convention(c) (Int32) -> Attribute?
        let style: @convention(c) (Int32) -> Attribute?
        let underline: @convention(c) (Int32) -> Attribute?
        let overline: @convention(c) (Int32) -> Attribute?
        let strikethrough: @convention(c) (Int32) -> Attribute?
        let spacing: @convention(c) (Int32) -> Attribute?
        let variant: @convention(c) (Int32) -> Attribute?
        let foreground: @convention(c) (UInt16, UInt16, UInt16) -> Attribute?
        let alpha: @convention(c) (UInt16) -> Attribute?

        init(_ pango: SharedLibrary) throws(CaptionDrawingError) {
            createAttributes = try pango.function("pango_attr_list_new")
            releaseAttributes = try pango.function("pango_attr_list_unref")
            insertAttribute = try pango.function("pango_attr_list_insert")
            family = try pango.function("pango_attr_family_new")
            size = try pango.function("pango_attr_size_new_absolute")
            weight = try pango.function("pango_attr_weight_new")
            style = try pango.function("pango_attr_style_new")
            underline = try pango.function("pango_attr_underline_new")
            overline = try pango.function("pango_attr_overline_new")
            strikethrough = try pango.function("pango_attr_strikethrough_new")
            spacing = try pango.function("pango_attr_letter_spacing_new")
            variant = try pango.function("pango_attr_variant_new")
            foreground = try pango.function("pango_attr_foreground_new")
            alpha = try pango.function("pango_attr_foreground_alpha_new")
        }
    }
}
