// SPDX-License-Identifier: Apache-2.0

#include "private.h"

#include <math.h>

G_DEFINE_FINAL_TYPE(WindowboxItem, windowbox_item, G_TYPE_OBJECT)

enum { PROP_NONE, PROP_URI, PROP_TITLE, PROP_START_POSITION, PROP_COUNT };
static GParamSpec *properties[PROP_COUNT];

static void
get_property(GObject *object, guint id, GValue *value, GParamSpec *spec)
{
    WindowboxItem *self = WINDOWBOX_ITEM(object);
    switch (id) {
    case PROP_URI: g_value_set_string(value, self->uri); break;
    case PROP_TITLE: g_value_set_string(value, self->title); break;
    case PROP_START_POSITION: g_value_set_double(value, self->start_position); break;
    default: G_OBJECT_WARN_INVALID_PROPERTY_ID(object, id, spec);
    }
}

static void
set_property(GObject *object, guint id, const GValue *value, GParamSpec *spec)
{
    WindowboxItem *self = WINDOWBOX_ITEM(object);
    switch (id) {
    case PROP_URI: self->uri = g_value_dup_string(value); break;
    case PROP_TITLE: windowbox_item_set_title(self, g_value_get_string(value)); break;
    case PROP_START_POSITION: windowbox_item_set_start_position(self, g_value_get_double(value)); break;
    default: G_OBJECT_WARN_INVALID_PROPERTY_ID(object, id, spec);
    }
}

static void
finalize(GObject *object)
{
    WindowboxItem *self = WINDOWBOX_ITEM(object);
    g_free(self->uri);
    g_free(self->title);
    g_ptr_array_unref(self->headers);
    G_OBJECT_CLASS(windowbox_item_parent_class)->finalize(object);
}

static void
windowbox_item_class_init(WindowboxItemClass *type)
{
    GObjectClass *object = G_OBJECT_CLASS(type);
    object->get_property = get_property;
    object->set_property = set_property;
    object->finalize = finalize;

    /**
     * WindowboxItem:uri:
     *
     * The URI of a file or stream: `file:`, `https:`, `http:` or `data:`.
     */
    properties[PROP_URI] =
        g_param_spec_string("uri", NULL, NULL, NULL, G_PARAM_READWRITE | G_PARAM_CONSTRUCT_ONLY | G_PARAM_STATIC_STRINGS);
    /**
     * WindowboxItem:title:
     *
     * The title to show; %NULL uses that of the media.
     */
    properties[PROP_TITLE] =
        g_param_spec_string("title", NULL, NULL, NULL, G_PARAM_READWRITE | G_PARAM_EXPLICIT_NOTIFY | G_PARAM_STATIC_STRINGS);
    /**
     * WindowboxItem:start-position:
     *
     * Where the item starts, in seconds; -1 is its default position: the start, or the live edge of a live stream.
     */
    properties[PROP_START_POSITION] = g_param_spec_double(
        "start-position", NULL, NULL, -1, G_MAXDOUBLE, -1, G_PARAM_READWRITE | G_PARAM_EXPLICIT_NOTIFY | G_PARAM_STATIC_STRINGS);
    g_object_class_install_properties(object, PROP_COUNT, properties);
}

static void
windowbox_item_init(WindowboxItem *self)
{
    self->headers = g_ptr_array_new_with_free_func(g_free);
    self->start_position = -1;
}

/**
 * windowbox_item_new:
 * @uri: the URI of a file or stream
 *
 * Nothing is loaded until a player plays the item: only then a URI turns out to be wrong.
 *
 * Returns: (transfer full): a new item
 */
WindowboxItem *
windowbox_item_new(const char *uri)
{
    g_return_val_if_fail(uri != NULL, NULL);
    return g_object_new(WINDOWBOX_TYPE_ITEM, "uri", uri, NULL);
}

/**
 * windowbox_item_new_for_file:
 * @file: a file with a URI that the player can open
 *
 * Returns: (transfer full): a new item
 */
WindowboxItem *
windowbox_item_new_for_file(GFile *file)
{
    g_return_val_if_fail(G_IS_FILE(file), NULL);
    g_autofree char *uri = g_file_get_uri(file);
    return windowbox_item_new(uri);
}

/**
 * windowbox_item_get_uri: (get-property uri)
 * @self: an item
 *
 * Returns: (transfer none): its URI
 */
const char *
windowbox_item_get_uri(WindowboxItem *self)
{
    g_return_val_if_fail(WINDOWBOX_IS_ITEM(self), NULL);
    return self->uri;
}

/**
 * windowbox_item_get_title: (get-property title)
 * @self: an item
 *
 * Returns: (transfer none) (nullable): the title that was set
 */
const char *
windowbox_item_get_title(WindowboxItem *self)
{
    g_return_val_if_fail(WINDOWBOX_IS_ITEM(self), NULL);
    return self->title;
}

/**
 * windowbox_item_set_title: (set-property title)
 * @self: an item
 * @title: (nullable): the title to show
 */
void
windowbox_item_set_title(WindowboxItem *self, const char *title)
{
    g_return_if_fail(WINDOWBOX_IS_ITEM(self));
    if (g_strcmp0(self->title, title) == 0) return;
    g_free(self->title);
    self->title = g_strdup(title);
    g_object_notify_by_pspec(G_OBJECT(self), properties[PROP_TITLE]);
}

/**
 * windowbox_item_get_start_position: (get-property start-position)
 * @self: an item
 *
 * Returns: seconds; -1 is the default position
 */
double
windowbox_item_get_start_position(WindowboxItem *self)
{
    g_return_val_if_fail(WINDOWBOX_IS_ITEM(self), -1);
    return self->start_position;
}

/**
 * windowbox_item_set_start_position: (set-property start-position)
 * @self: an item
 * @position: seconds; -1 is the default position
 */
void
windowbox_item_set_start_position(WindowboxItem *self, double position)
{
    g_return_if_fail(WINDOWBOX_IS_ITEM(self));
    g_return_if_fail(isfinite(position) && (position >= 0 || position == -1));
    if (self->start_position == position) return;
    self->start_position = position;
    g_object_notify_by_pspec(G_OBJECT(self), properties[PROP_START_POSITION]);
}

/**
 * windowbox_item_add_header:
 * @self: an item
 * @name: the name of an HTTP header
 * @value: its value
 *
 * Sends a header, such as `Authorization`, with each request to the origin of the URI. Other servers that a playlist names don't get it.
 */
void
windowbox_item_add_header(WindowboxItem *self, const char *name, const char *value)
{
    g_return_if_fail(WINDOWBOX_IS_ITEM(self));
    g_return_if_fail(name != NULL && *name != '\0' && strpbrk(name, ":\r\n ") == NULL);
    g_return_if_fail(value != NULL && strpbrk(value, "\r\n") == NULL);
    g_ptr_array_add(self->headers, g_strdup(name));
    g_ptr_array_add(self->headers, g_strdup(value));
}
