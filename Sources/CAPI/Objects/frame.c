// SPDX-License-Identifier: Apache-2.0

#include "private.h"

struct _WindowboxFrame {
    gatomicrefcount references;
    WbHandle handle;
    WbFrameInfo info;
    char *format;
};

G_DEFINE_BOXED_TYPE(WindowboxFrame, windowbox_frame, windowbox_frame_ref, windowbox_frame_unref)

WindowboxFrame *
wb_frame_new(WbHandle handle, const WbFrameInfo *info, const char *format)
{
    WindowboxFrame *self = g_new0(WindowboxFrame, 1);
    g_atomic_ref_count_init(&self->references);
    self->handle = handle;
    self->info = *info;
    self->format = g_strdup(format);
    return self;
}

/**
 * windowbox_frame_ref:
 * @self: a frame
 *
 * Returns: (transfer full): the same frame
 */
WindowboxFrame *
windowbox_frame_ref(WindowboxFrame *self)
{
    g_return_val_if_fail(self != NULL, NULL);
    g_atomic_ref_count_inc(&self->references);
    return self;
}

/**
 * windowbox_frame_unref:
 * @self: (transfer full): a frame
 *
 * Gives back a reference. The last one frees the frame.
 */
void
windowbox_frame_unref(WindowboxFrame *self)
{
    g_return_if_fail(self != NULL);
    if (!g_atomic_ref_count_dec(&self->references)) return;
    wb_bridge()->release(self->handle);
    g_free(self->format);
    g_free(self);
}

/**
 * windowbox_frame_get_time:
 * @self: a frame
 *
 * Returns: seconds on the item's timeline
 */
double
windowbox_frame_get_time(WindowboxFrame *self)
{
    g_return_val_if_fail(self != NULL, -1);
    return self->info.time;
}

/**
 * windowbox_frame_get_duration:
 * @self: a frame
 *
 * Returns: seconds until the next frame, according to the media; 0 if unknown
 */
double
windowbox_frame_get_duration(WindowboxFrame *self)
{
    g_return_val_if_fail(self != NULL, 0);
    return self->info.duration;
}

/**
 * windowbox_frame_get_width:
 * @self: a frame
 *
 * Returns: the width in pixels, as stored
 */
int
windowbox_frame_get_width(WindowboxFrame *self)
{
    g_return_val_if_fail(self != NULL, 0);
    return self->info.width;
}

/**
 * windowbox_frame_get_height:
 * @self: a frame
 *
 * Returns: the height in pixels, as stored
 */
int
windowbox_frame_get_height(WindowboxFrame *self)
{
    g_return_val_if_fail(self != NULL, 0);
    return self->info.height;
}

/**
 * windowbox_frame_get_display_width:
 * @self: a frame
 *
 * Returns: the width on screen, upright and in square pixels
 */
int
windowbox_frame_get_display_width(WindowboxFrame *self)
{
    g_return_val_if_fail(self != NULL, 0);
    return self->info.display_width;
}

/**
 * windowbox_frame_get_display_height:
 * @self: a frame
 *
 * Returns: the height on screen, upright and in square pixels
 */
int
windowbox_frame_get_display_height(WindowboxFrame *self)
{
    g_return_val_if_fail(self != NULL, 0);
    return self->info.display_height;
}

/**
 * windowbox_frame_get_rotation:
 * @self: a frame
 *
 * Returns: the clockwise rotation that makes the planes upright, in degrees: 0, 90, 180 or 270
 */
int
windowbox_frame_get_rotation(WindowboxFrame *self)
{
    g_return_val_if_fail(self != NULL, 0);
    return self->info.rotation;
}

/**
 * windowbox_frame_get_format:
 * @self: a frame
 *
 * Returns: (transfer none): FFmpeg's name of the planes' format, such as `yuv420p`
 */
const char *
windowbox_frame_get_format(WindowboxFrame *self)
{
    g_return_val_if_fail(self != NULL, NULL);
    return self->format;
}

/**
 * windowbox_frame_get_n_planes:
 * @self: a frame
 *
 * Returns: the number of planes, such as 3 for `yuv420p`
 */
guint
windowbox_frame_get_n_planes(WindowboxFrame *self)
{
    g_return_val_if_fail(self != NULL, 0);
    return self->info.plane_count;
}

/**
 * windowbox_frame_get_plane:
 * @self: a frame
 * @plane: an index below windowbox_frame_get_n_planes()
 * @length: (out): the number of bytes
 *
 * The bytes of a plane as decoded, without a copy. They are valid as long as the frame is.
 *
 * Returns: (transfer none) (array length=length): the bytes
 */
const guint8 *
windowbox_frame_get_plane(WindowboxFrame *self, guint plane, gsize *length)
{
    if (length != NULL) *length = 0;
    g_return_val_if_fail(self != NULL, NULL);
    g_return_val_if_fail(plane < (guint)self->info.plane_count, NULL);
    if (length != NULL) *length = self->info.lengths[plane];
    return self->info.planes[plane];
}

/**
 * windowbox_frame_get_stride:
 * @self: a frame
 * @plane: an index below windowbox_frame_get_n_planes()
 *
 * Returns: the bytes from one row of the plane to the next
 */
gsize
windowbox_frame_get_stride(WindowboxFrame *self, guint plane)
{
    g_return_val_if_fail(self != NULL, 0);
    g_return_val_if_fail(plane < (guint)self->info.plane_count, 0);
    return self->info.strides[plane];
}

/// Sizes up to this are converted.
#define MOST_PIXELS 32768

/**
 * windowbox_frame_get_pixels:
 * @self: a frame
 * @layout: the bytes of a pixel
 * @width: the width in pixels, or 0 for that on screen
 * @height: the height in pixels, or 0 for that on screen
 * @error: return location for an error
 *
 * Converts a frame, upright and scaled: to its size on screen unless another is passed. Rows follow each other without padding.
 *
 * Returns: (transfer full): the pixels, from the top row down; %NULL on failure
 */
GBytes *
windowbox_frame_get_pixels(WindowboxFrame *self, WindowboxPixelLayout layout, int width, int height, GError **error)
{
    g_return_val_if_fail(self != NULL, NULL);
    g_return_val_if_fail(error == NULL || *error == NULL, NULL);
    if (width == 0) width = self->info.display_width;
    if (height == 0) height = self->info.display_height;
    if (width < 1 || height < 1 || width > MOST_PIXELS || height > MOST_PIXELS || (guint)layout > WINDOWBOX_PIXEL_LAYOUT_BGRA) {
        g_set_error(
            error, WINDOWBOX_ERROR, WINDOWBOX_ERROR_CONVERSION,
            "A frame can't be converted to %d × %d pixels with layout %d. Pass 1 to %d pixels and a value of WindowboxPixelLayout.", width,
            height, layout, MOST_PIXELS);
        return NULL;
    }
    int64_t length = 0;
    char *message = NULL;
    uint8_t *pixels = wb_bridge()->frame_pixels(self->handle, layout, width, height, &length, &message);
    if (pixels == NULL) {
        wb_take_message(error, WINDOWBOX_ERROR_CONVERSION, message);
        return NULL;
    }
    return g_bytes_new_with_free_func(pixels, length, free, pixels);
}

/**
 * windowbox_frame_get_png:
 * @self: a frame
 * @error: return location for an error
 *
 * Returns: (transfer full): a PNG file with the frame as on screen; %NULL on failure
 */
GBytes *
windowbox_frame_get_png(WindowboxFrame *self, GError **error)
{
    g_return_val_if_fail(self != NULL, NULL);
    g_return_val_if_fail(error == NULL || *error == NULL, NULL);
    int64_t length = 0;
    char *message = NULL;
    uint8_t *file = wb_bridge()->frame_png(self->handle, &length, &message);
    if (file == NULL) {
        wb_take_message(error, WINDOWBOX_ERROR_CONVERSION, message);
        return NULL;
    }
    return g_bytes_new_with_free_func(file, length, free, file);
}

/**
 * windowbox_frame_get_texture:
 * @self: a frame
 * @error: return location for an error
 *
 * Returns: (transfer full): a texture with the frame as on screen; %NULL on failure
 */
GdkTexture *
windowbox_frame_get_texture(WindowboxFrame *self, GError **error)
{
    g_return_val_if_fail(self != NULL, NULL);
    g_autoptr(GBytes) pixels = windowbox_frame_get_pixels(self, WINDOWBOX_PIXEL_LAYOUT_RGBA, 0, 0, error);
    if (pixels == NULL) return NULL;
    return gdk_memory_texture_new(
        self->info.display_width, self->info.display_height, GDK_MEMORY_R8G8B8A8, pixels, self->info.display_width * 4);
}
