// SPDX-License-Identifier: Apache-2.0

#include "private.h"

#include <math.h>

G_DEFINE_FINAL_TYPE(WindowboxPlayer, windowbox_player, G_TYPE_OBJECT)

gboolean
wb_player_is_usable(WindowboxPlayer *self, const char *function)
{
    return wb_on_main_thread(function) && self->handle != 0;
}

static void
constructed(GObject *object)
{
    WindowboxPlayer *self = WINDOWBOX_PLAYER(object);
    G_OBJECT_CLASS(windowbox_player_parent_class)->constructed(object);
    if (wb_on_main_thread("windowbox_player_new")) {
        self->handle = wb_bridge()->player_new(wb_link_new(self), self->is_silent, self->allows_plain_http);
        return;
    }
    self->now.state = WINDOWBOX_STATE_FAILED;
    self->error = g_error_new_literal(
        WINDOWBOX_ERROR, WINDOWBOX_ERROR_WRONG_THREAD,
        "This player was created on another thread than the program's main thread, and can't be used. Create it on the main thread.");
}

static void
dispose(GObject *object)
{
    WindowboxPlayer *self = WINDOWBOX_PLAYER(object);
    WbHandle handle = self->handle;
    self->handle = 0;
    // Swift ends the player on the main thread, whichever this one is.
    if (handle != 0) wb_bridge()->release(handle);
    wb_player_drop_frame_func(self);
    g_clear_object(&self->current);
    if (self->items != NULL) g_list_store_remove_all(self->items);
    G_OBJECT_CLASS(windowbox_player_parent_class)->dispose(object);
}

static void
finalize(GObject *object)
{
    WindowboxPlayer *self = WINDOWBOX_PLAYER(object);
    g_object_unref(self->items);
    g_object_unref(self->audio_tracks);
    g_object_unref(self->subtitle_tracks);
    g_free(self->title);
    g_free(self->captions);
    g_clear_error(&self->error);
    G_OBJECT_CLASS(windowbox_player_parent_class)->finalize(object);
}

static void
windowbox_player_class_init(WindowboxPlayerClass *type)
{
    GObjectClass *object = G_OBJECT_CLASS(type);
    object->constructed = constructed;
    object->dispose = dispose;
    object->finalize = finalize;
    wb_player_class_install(object);
}

static void
windowbox_player_init(WindowboxPlayer *self)
{
    self->items = g_list_store_new(WINDOWBOX_TYPE_ITEM);
    self->audio_tracks = g_list_store_new(WINDOWBOX_TYPE_TRACK);
    self->subtitle_tracks = g_list_store_new(WINDOWBOX_TYPE_TRACK);
    self->position = -1;
    self->now = (WbSnapshot){
        .volume = 1, .rate = 1, .duration = -1, .seekable_start = -1, .seekable_end = -1, .buffered_start = -1,
        .buffered_end = -1, .audio_track = -1, .subtitle_track = -1,
    };
}

/**
 * windowbox_player_new:
 *
 * Creates a player that plays audio on the default device of the sound server; without one it is silent. Must be called on the main
 * thread.
 *
 * Returns: (transfer full): a new player
 */
WindowboxPlayer *
windowbox_player_new(void)
{
    return g_object_new(WINDOWBOX_TYPE_PLAYER, NULL);
}

/**
 * windowbox_player_new_silent:
 *
 * Creates a player that uses no audio device.
 *
 * Returns: (transfer full): a new player
 */
WindowboxPlayer *
windowbox_player_new_silent(void)
{
    return g_object_new(WINDOWBOX_TYPE_PLAYER, "silent", TRUE, NULL);
}

// MARK: Items

/**
 * windowbox_player_get_uri: (get-property uri)
 * @self: a player
 *
 * Returns: (transfer none) (nullable): the URI of the current item
 */
const char *
windowbox_player_get_uri(WindowboxPlayer *self)
{
    g_return_val_if_fail(WINDOWBOX_IS_PLAYER(self), NULL);
    return self->current != NULL ? self->current->uri : NULL;
}

/**
 * windowbox_player_set_uri: (set-property uri)
 * @self: a player
 * @uri: (nullable): the URI of a file or stream
 *
 * Replaces the list by one item, or empties it. Doesn't change whether the player plays or is paused.
 */
void
windowbox_player_set_uri(WindowboxPlayer *self, const char *uri)
{
    WB_REQUIRE(self);
    windowbox_player_clear(self);
    if (uri == NULL) return;
    g_autoptr(WindowboxItem) item = windowbox_item_new(uri);
    windowbox_player_append(self, item);
}

/**
 * windowbox_player_get_items: (get-property items)
 * @self: a player
 *
 * Returns: (transfer none): a list of #WindowboxItem that follows changes
 */
GListModel *
windowbox_player_get_items(WindowboxPlayer *self)
{
    g_return_val_if_fail(WINDOWBOX_IS_PLAYER(self), NULL);
    return G_LIST_MODEL(self->items);
}

static gboolean
find(WindowboxPlayer *self, WindowboxItem *item, guint *index)
{
    return g_list_store_find(self->items, item, index);
}

/**
 * windowbox_player_append:
 * @self: a player
 * @item: (transfer none): an item
 *
 * Adds an item at the end of the list. The first one becomes the current item. The next item is loaded ahead, and follows without a gap.
 *
 * Returns: whether it was added; %FALSE if it is in the list already
 */
gboolean
windowbox_player_append(WindowboxPlayer *self, WindowboxItem *item)
{
    WB_REQUIRE_VALUE(self, FALSE);
    g_return_val_if_fail(WINDOWBOX_IS_ITEM(item), FALSE);
    if (find(self, item, NULL)) return FALSE;
    g_list_store_append(self->items, item);
    g_autoptr(GPtrArray) headers = g_ptr_array_sized_new(item->headers->len + 1);
    for (guint index = 0; index < item->headers->len; index++) g_ptr_array_add(headers, item->headers->pdata[index]);
    g_ptr_array_add(headers, NULL);
    wb_bridge()->item_append(
        self->handle, (WbItem)item, item->uri != NULL ? item->uri : "", item->title, item->start_position,
        (const char *const *)headers->pdata);
    // Known at once, not only when the player reports it.
    if (self->current == NULL) wb_player_set_current(self, item);
    return TRUE;
}

/**
 * windowbox_player_remove:
 * @self: a player
 * @item: an item of the list
 *
 * Removes an item. If it was the current one, the next one becomes current.
 *
 * Returns: whether it was removed; %FALSE if it isn't in the list
 */
gboolean
windowbox_player_remove(WindowboxPlayer *self, WindowboxItem *item)
{
    guint index;
    WB_REQUIRE_VALUE(self, FALSE);
    g_return_val_if_fail(WINDOWBOX_IS_ITEM(item), FALSE);
    if (!find(self, item, &index)) return FALSE;
    wb_bridge()->item_remove(self->handle, (WbItem)item);
    if (self->current == item) wb_player_set_current(self, NULL);
    g_list_store_remove(self->items, index);
    return TRUE;
}

/**
 * windowbox_player_clear:
 * @self: a player
 *
 * Empties the list, and unloads the current item.
 */
void
windowbox_player_clear(WindowboxPlayer *self)
{
    WB_REQUIRE(self);
    wb_bridge()->item_remove(self->handle, 0);
    wb_player_set_current(self, NULL);
    g_list_store_remove_all(self->items);
}

/**
 * windowbox_player_get_current_item: (get-property current-item)
 * @self: a player
 *
 * Returns: (transfer none) (nullable): the item that plays, or is to play next
 */
WindowboxItem *
windowbox_player_get_current_item(WindowboxPlayer *self)
{
    g_return_val_if_fail(WINDOWBOX_IS_PLAYER(self), NULL);
    return self->current;
}

/**
 * windowbox_player_set_current_item: (set-property current-item)
 * @self: a player
 * @item: (nullable): an item of the list, or %NULL to stop and unload
 *
 * Goes to an item. Doesn't change whether the player plays or is paused.
 */
void
windowbox_player_set_current_item(WindowboxPlayer *self, WindowboxItem *item)
{
    WB_REQUIRE(self);
    g_return_if_fail(item == NULL || (WINDOWBOX_IS_ITEM(item) && find(self, item, NULL)));
    wb_bridge()->item_choose(self->handle, (WbItem)item);
    wb_player_set_current(self, item);
}

/**
 * windowbox_player_next:
 * @self: a player
 *
 * Goes to the next item, if there is one.
 */
void
windowbox_player_next(WindowboxPlayer *self)
{
    WB_REQUIRE(self);
    wb_bridge()->item_go(self->handle, 1);
}

/**
 * windowbox_player_previous:
 * @self: a player
 *
 * Goes to the previous item, or to the start of this one if it has played for more than three seconds.
 */
void
windowbox_player_previous(WindowboxPlayer *self)
{
    WB_REQUIRE(self);
    wb_bridge()->item_go(self->handle, -1);
}

// MARK: Playing

/**
 * windowbox_player_play:
 * @self: a player
 *
 * Plays, as soon as the item is loaded. After the end it starts over, after an error it tries again.
 */
void
windowbox_player_play(WindowboxPlayer *self)
{
    WB_REQUIRE(self);
    wb_bridge()->play(self->handle);
}

/**
 * windowbox_player_pause:
 * @self: a player
 *
 * Pauses. The item stays loaded.
 */
void
windowbox_player_pause(WindowboxPlayer *self)
{
    WB_REQUIRE(self);
    wb_bridge()->pause(self->handle);
}

/**
 * windowbox_player_get_state: (get-property state)
 * @self: a player
 *
 * Returns: what it does
 */
WindowboxState
windowbox_player_get_state(WindowboxPlayer *self)
{
    g_return_val_if_fail(WINDOWBOX_IS_PLAYER(self), WINDOWBOX_STATE_IDLE);
    return self->now.state;
}

/**
 * windowbox_player_is_buffering: (get-property buffering)
 * @self: a player
 *
 * Returns: whether playback waits for data
 */
gboolean
windowbox_player_is_buffering(WindowboxPlayer *self)
{
    g_return_val_if_fail(WINDOWBOX_IS_PLAYER(self), FALSE);
    return self->now.is_buffering;
}

/**
 * windowbox_player_get_error: (get-property error)
 * @self: a player
 *
 * Returns: (transfer none) (nullable): why the current item can't be played
 */
const GError *
windowbox_player_get_error(WindowboxPlayer *self)
{
    g_return_val_if_fail(WINDOWBOX_IS_PLAYER(self), NULL);
    return self->error;
}
