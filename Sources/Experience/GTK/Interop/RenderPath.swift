// SPDX-License-Identifier: Apache-2.0

import CGTK

/// How pictures get to a window.
enum RenderPath: Equatable {
    /// Drawn by Cairo, on the processor.
    case software
    /// Uploaded as textures, to be drawn by OpenGL.
    case graphics

    /// What suits the renderer of the window that a widget is in.
    @MainActor static func of(_ widget: Widget) -> RenderPath { of(widget.widget) }

    @MainActor static func of(_ widget: UnsafeMutablePointer<GtkWidget>) -> RenderPath {
        guard let native = gtk_widget_get_native(widget), let renderer = gtk_native_get_renderer(native.raw.opaque) else {
            return .software
        }
        let type = String(cString: g_type_name_from_instance(renderer.raw.cast()))
        return type == "GskCairoRenderer" ? .software : .graphics
    }

    /// Keeps OpenGL away where nothing is there to draw with: to answer that it would run on the processor, it loads a compiler for
    /// that. Called before the display is connected to; a person's own choices stand.
    static func spareGraphics() {
        guard !hasGraphics(in: "/dev") else { return }
        g_setenv("GSK_RENDERER", "cairo", 0)
        if g_getenv("GSK_RENDERER").map({ String(cString: $0) }) == "cairo" { g_setenv("GDK_DEBUG", "gl-disable", 0) }
    }

    /// - Parameter folder: of the machine's devices.
    static func hasGraphics(in folder: String) -> Bool {
        ["dri", "nvidia0", "dxg", "mali0", "kgsl-3d0"].contains {
            g_file_test("\(folder)/\($0)", G_FILE_TEST_EXISTS) != 0
        }
    }

    /// Makes Cairo the renderer of all windows to come where OpenGL would run on the processor: a picture of 1280x720 then
    /// costs 3 ms instead of 50. A person's own choice, in `GSK_RENDERER`, stands.
    @MainActor static func chooseRenderer() {
        guard let display = gdk_display_get_default(), isSoftware(rendererName(of: display)) else { return }
        g_setenv("GSK_RENDERER", "cairo", 0)
    }

    /// Whether OpenGL's name of the one who draws means the processor; no name means that there is no OpenGL.
    static func isSoftware(_ name: String?) -> Bool {
        guard let name else { return true }
        return ["llvmpipe", "softpipe", "Software Rasterizer"].contains { name.contains($0) }
    }

    @MainActor private static func rendererName(of display: OpaquePointer) -> String? {
        guard let context = gdk_display_create_gl_context(display, nil) else { return nil }
        defer { g_object_unref(context.raw) }
        guard gdk_gl_context_realize(context, nil) != 0 else { return nil }
        gdk_gl_context_make_current(context)
        defer { gdk_gl_context_clear_current() }
        return glGetString(UInt32(CGTK_GL_RENDERER)).map { String(cString: $0) }
    }
}
