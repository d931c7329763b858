// SPDX-License-Identifier: Apache-2.0

#include "private.h"

struct _WindowboxVideo {
    GtkWidget parent;
    WindowboxPlayer *player;
    gboolean controls;
    GtkWidget *view;
};

G_DEFINE_FINAL_TYPE(WindowboxVideo, windowbox_video, GTK_TYPE_WIDGET)

enum { PROP_NONE, PROP_PLAYER, PROP_CONTROLS, PROP_COUNT };
static GParamSpec *properties[PROP_COUNT];

static void
remove_view(WindowboxVideo *self)
{
    g_clear_pointer(&self->view, gtk_widget_unparent);
}

static void
show(WindowboxVideo *self)
{
    remove_view(self);
    if (self->player == NULL || self->player->handle == 0) return;
    GtkWidget *view = (GtkWidget *)wb_bridge()->view_new(self->player->handle, self->controls);
    if (view == NULL) return;
    self->view = view;
    gtk_widget_set_parent(view, GTK_WIDGET(self));
    g_object_unref(view);
}

static void
get_property(GObject *object, guint id, GValue *value, GParamSpec *spec)
{
    WindowboxVideo *self = WINDOWBOX_VIDEO(object);
    switch (id) {
    case PROP_PLAYER: g_value_set_object(value, self->player); break;
    case PROP_CONTROLS: g_value_set_boolean(value, self->controls); break;
    default: G_OBJECT_WARN_INVALID_PROPERTY_ID(object, id, spec);
    }
}

static void
set_property(GObject *object, guint id, const GValue *value, GParamSpec *spec)
{
    WindowboxVideo *self = WINDOWBOX_VIDEO(object);
    switch (id) {
    case PROP_PLAYER: windowbox_video_set_player(self, g_value_get_object(value)); break;
    case PROP_CONTROLS: windowbox_video_set_controls(self, g_value_get_boolean(value)); break;
    default: G_OBJECT_WARN_INVALID_PROPERTY_ID(object, id, spec);
    }
}

static void
dispose(GObject *object)
{
    WindowboxVideo *self = WINDOWBOX_VIDEO(object);
    remove_view(self);
    g_clear_object(&self->player);
    G_OBJECT_CLASS(windowbox_video_parent_class)->dispose(object);
}

static void
windowbox_video_class_init(WindowboxVideoClass *type)
{
    GObjectClass *object = G_OBJECT_CLASS(type);
    GtkWidgetClass *widget = GTK_WIDGET_CLASS(type);
    object->get_property = get_property;
    object->set_property = set_property;
    object->dispose = dispose;
    gtk_widget_class_set_layout_manager_type(widget, GTK_TYPE_BIN_LAYOUT);
    gtk_widget_class_set_css_name(widget, "windowboxvideo");

    /**
     * WindowboxVideo:player:
     *
     * The player whose video is shown.
     */
    properties[PROP_PLAYER] = g_param_spec_object(
        "player", NULL, NULL, WINDOWBOX_TYPE_PLAYER, G_PARAM_READWRITE | G_PARAM_EXPLICIT_NOTIFY | G_PARAM_STATIC_STRINGS);
    /**
     * WindowboxVideo:controls:
     *
     * Whether controls are shown over the video, with menus, keys and messages. They need libadwaita, which the first such widget
     * initialises: it sets the style of the whole program.
     */
    properties[PROP_CONTROLS] =
        g_param_spec_boolean("controls", NULL, NULL, FALSE, G_PARAM_READWRITE | G_PARAM_EXPLICIT_NOTIFY | G_PARAM_STATIC_STRINGS);
    g_object_class_install_properties(object, PROP_COUNT, properties);
}

static void
windowbox_video_init(WindowboxVideo *self)
{
    gtk_widget_set_hexpand(GTK_WIDGET(self), TRUE);
    gtk_widget_set_vexpand(GTK_WIDGET(self), TRUE);
}

/**
 * windowbox_video_new:
 *
 * Returns: (transfer none): a new widget, which shows nothing yet
 */
GtkWidget *
windowbox_video_new(void)
{
    g_return_val_if_fail(gtk_is_initialized(), NULL);
    return g_object_new(WINDOWBOX_TYPE_VIDEO, NULL);
}

/**
 * windowbox_video_new_for_player:
 * @player: (nullable): the player whose video is shown
 *
 * Returns: (transfer none): a new widget
 */
GtkWidget *
windowbox_video_new_for_player(WindowboxPlayer *player)
{
    g_return_val_if_fail(gtk_is_initialized(), NULL);
    g_return_val_if_fail(player == NULL || WINDOWBOX_IS_PLAYER(player), NULL);
    return g_object_new(WINDOWBOX_TYPE_VIDEO, "player", player, NULL);
}

/**
 * windowbox_video_get_player: (get-property player)
 * @self: a widget
 *
 * Returns: (transfer none) (nullable): the player whose video is shown
 */
WindowboxPlayer *
windowbox_video_get_player(WindowboxVideo *self)
{
    g_return_val_if_fail(WINDOWBOX_IS_VIDEO(self), NULL);
    return self->player;
}

/**
 * windowbox_video_set_player: (set-property player)
 * @self: a widget
 * @player: (nullable): the player whose video is shown
 */
void
windowbox_video_set_player(WindowboxVideo *self, WindowboxPlayer *player)
{
    g_return_if_fail(WINDOWBOX_IS_VIDEO(self));
    g_return_if_fail(player == NULL || WINDOWBOX_IS_PLAYER(player));
    if (!g_set_object(&self->player, player)) return;
    show(self);
    g_object_notify_by_pspec(G_OBJECT(self), properties[PROP_PLAYER]);
}

/**
 * windowbox_video_get_controls: (get-property controls)
 * @self: a widget
 *
 * Returns: whether controls are shown over the video
 */
gboolean
windowbox_video_get_controls(WindowboxVideo *self)
{
    g_return_val_if_fail(WINDOWBOX_IS_VIDEO(self), FALSE);
    return self->controls;
}

/**
 * windowbox_video_set_controls: (set-property controls)
 * @self: a widget
 * @controls: whether controls are shown over the video
 */
void
windowbox_video_set_controls(WindowboxVideo *self, gboolean controls)
{
    g_return_if_fail(WINDOWBOX_IS_VIDEO(self));
    controls = controls != FALSE;
    if (self->controls == controls) return;
    self->controls = controls;
    show(self);
    g_object_notify_by_pspec(G_OBJECT(self), properties[PROP_CONTROLS]);
}
