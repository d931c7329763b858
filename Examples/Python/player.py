#!/usr/bin/env python3
# SPDX-License-Identifier: Apache-2.0
"""A player with its own controls: player.py FILE-OR-URI"""
import sys

import gi

gi.require_version("Gtk", "4.0")
gi.require_version("Windowbox", "1")
from gi.repository import Gio, Gtk, Windowbox


def open_files(app, files, count, hint):
    player = Windowbox.Player()
    for file in files:
        player.append(Windowbox.Item.new_for_file(file))

    video = Windowbox.Video(player=player)
    button = Gtk.Button(icon_name="media-playback-pause-symbolic", tooltip_text="Pause")
    slider = Gtk.Scale(hexpand=True, adjustment=Gtk.Adjustment(step_increment=5))
    message = Gtk.Label(wrap=True, visible=False)
    controls = Gtk.Box(margin_start=6, margin_end=6)
    box = Gtk.Box(orientation=Gtk.Orientation.VERTICAL)
    for parent, child in (controls, button), (controls, slider), (box, video), (box, message), (box, controls):
        parent.append(child)

    def show_state(player, state):
        playing = state == Windowbox.State.PLAYING
        button.set_icon_name("media-playback-pause-symbolic" if playing else "media-playback-start-symbolic")
        button.set_tooltip_text("Pause" if playing else "Play")
        message.set_visible(state == Windowbox.State.FAILED)

    button.connect("clicked", lambda _: player.pause() if player.get_state() == Windowbox.State.PLAYING else player.play())
    slider.connect("change-value", lambda _, scroll, value: player.seek(value))
    player.connect("state-changed", show_state)
    player.connect("position-changed", lambda _, time: slider.set_value(time))
    player.connect("media-info-changed", lambda _: slider.set_range(0, max(player.get_duration(), 0)))
    player.connect("error", lambda _, error: message.set_text(error.message))
    Gtk.ApplicationWindow(application=app, title="Windowbox in Python", child=box, default_width=960, default_height=600).present()
    player.play()


app = Gtk.Application(application_id="org.windowbox.PlayerInPython", flags=Gio.ApplicationFlags.HANDLES_OPEN | Gio.ApplicationFlags.NON_UNIQUE)
app.connect("open", open_files)
app.connect("activate", lambda _: print("usage: player.py FILE-OR-URI", file=sys.stderr))
sys.exit(app.run(sys.argv))
