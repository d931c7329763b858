// SPDX-License-Identifier: Apache-2.0

#include "private.h"

struct _WindowboxTrack {
    GObject parent;
    char *name;
    char *language;
    gboolean is_default;
    gboolean is_description;
};

G_DEFINE_FINAL_TYPE(WindowboxTrack, windowbox_track, G_TYPE_OBJECT)

enum { PROP_NONE, PROP_NAME, PROP_LANGUAGE, PROP_DEFAULT, PROP_DESCRIPTION, PROP_COUNT };
static GParamSpec *properties[PROP_COUNT];

static void
get_property(GObject *object, guint id, GValue *value, GParamSpec *spec)
{
    WindowboxTrack *self = WINDOWBOX_TRACK(object);
    switch (id) {
    case PROP_NAME: g_value_set_string(value, self->name); break;
    case PROP_LANGUAGE: g_value_set_string(value, self->language); break;
    case PROP_DEFAULT: g_value_set_boolean(value, self->is_default); break;
    case PROP_DESCRIPTION: g_value_set_boolean(value, self->is_description); break;
    default: G_OBJECT_WARN_INVALID_PROPERTY_ID(object, id, spec);
    }
}

static void
finalize(GObject *object)
{
    WindowboxTrack *self = WINDOWBOX_TRACK(object);
    g_free(self->name);
    g_free(self->language);
    G_OBJECT_CLASS(windowbox_track_parent_class)->finalize(object);
}

static void
windowbox_track_class_init(WindowboxTrackClass *type)
{
    GObjectClass *object = G_OBJECT_CLASS(type);
    object->get_property = get_property;
    object->finalize = finalize;

    /**
     * WindowboxTrack:name: (getter get_name)
     *
     * The name in the media. May be empty.
     */
    properties[PROP_NAME] = g_param_spec_string("name", NULL, NULL, "", G_PARAM_READABLE | G_PARAM_STATIC_STRINGS);
    /**
     * WindowboxTrack:language: (getter get_language)
     *
     * A BCP 47 tag, such as `de`; %NULL if the media doesn't state it.
     */
    properties[PROP_LANGUAGE] = g_param_spec_string("language", NULL, NULL, NULL, G_PARAM_READABLE | G_PARAM_STATIC_STRINGS);
    /**
     * WindowboxTrack:default: (getter is_default)
     *
     * Whether it is the author's default.
     */
    properties[PROP_DEFAULT] = g_param_spec_boolean("default", NULL, NULL, FALSE, G_PARAM_READABLE | G_PARAM_STATIC_STRINGS);
    /**
     * WindowboxTrack:description: (getter is_description)
     *
     * Whether audio describes the video for blind users, or text describes the audio for deaf users.
     */
    properties[PROP_DESCRIPTION] =
        g_param_spec_boolean("description", NULL, NULL, FALSE, G_PARAM_READABLE | G_PARAM_STATIC_STRINGS);
    g_object_class_install_properties(object, PROP_COUNT, properties);
}

static void
windowbox_track_init(WindowboxTrack *self)
{
}

WindowboxTrack *
wb_track_new(const char *name, const char *language, gboolean is_default, gboolean is_description)
{
    WindowboxTrack *self = g_object_new(WINDOWBOX_TYPE_TRACK, NULL);
    self->name = g_strdup(name);
    self->language = g_strdup(language);
    self->is_default = is_default;
    self->is_description = is_description;
    return self;
}

/**
 * windowbox_track_get_name: (get-property name)
 * @self: a track
 *
 * Returns: (transfer none): the name in the media, which may be empty
 */
const char *
windowbox_track_get_name(WindowboxTrack *self)
{
    g_return_val_if_fail(WINDOWBOX_IS_TRACK(self), NULL);
    return self->name;
}

/**
 * windowbox_track_get_language: (get-property language)
 * @self: a track
 *
 * Returns: (transfer none) (nullable): a BCP 47 tag; %NULL if the media doesn't state it
 */
const char *
windowbox_track_get_language(WindowboxTrack *self)
{
    g_return_val_if_fail(WINDOWBOX_IS_TRACK(self), NULL);
    return self->language;
}

/**
 * windowbox_track_is_default: (get-property default)
 * @self: a track
 *
 * Returns: whether it is the author's default
 */
gboolean
windowbox_track_is_default(WindowboxTrack *self)
{
    g_return_val_if_fail(WINDOWBOX_IS_TRACK(self), FALSE);
    return self->is_default;
}

/**
 * windowbox_track_is_description: (get-property description)
 * @self: a track
 *
 * Returns: whether audio describes the video for blind users, or text describes the audio for deaf users
 */
gboolean
windowbox_track_is_description(WindowboxTrack *self)
{
    g_return_val_if_fail(WINDOWBOX_IS_TRACK(self), FALSE);
    return self->is_description;
}
