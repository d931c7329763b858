#!/usr/bin/env python3
# SPDX-License-Identifier: Apache-2.0
"""Uses the library through introspection: enumerations, errors, out parameters, lists, frames and asynchronous calls."""
import os
import sys

import gi

gi.require_version("Windowbox", "1")
from gi.repository import GLib, Windowbox

context = GLib.MainContext.default()


def wait(condition):
    alarm = GLib.timeout_add(100, lambda: True)
    end = GLib.get_monotonic_time() + 120_000_000
    while not condition() and GLib.get_monotonic_time() < end:
        context.iteration(True)
    GLib.source_remove(alarm)
    assert condition()


player = Windowbox.Player.new_silent()
frames, states, errors = [], [], []
player.set_frame_func(lambda player, frame: frames.append(frame))
player.connect("state-changed", lambda player, state: states.append(state))
player.connect("error", lambda player, error: errors.append(error))

player.props.uri = "file:///nowhere/film.mp4"
player.play()
wait(lambda: errors)
assert errors[0].matches(Windowbox.error_quark(), Windowbox.Error.NOT_FOUND), errors[0]
assert "film.mp4" in errors[0].message
assert player.get_error().code == Windowbox.Error.NOT_FOUND

player.props.uri = os.environ["STREAM"]
player.play()
wait(lambda: len(frames) > 2)
frame = frames[0]
luma = frame.get_plane(0)
assert len(luma) == frame.get_stride(0) * frame.get_height()
assert frame.get_pixels(Windowbox.PixelLayout.RGBA, 32, 18).get_size() == 32 * 18 * 4
assert frame.get_png().get_data()[:4] == b"\x89PNG"
try:
    frame.get_pixels(Windowbox.PixelLayout.RGBA, -1, -1)
    raise SystemExit("a negative size was accepted")
except GLib.Error as error:
    assert error.matches(Windowbox.error_quark(), Windowbox.Error.CONVERSION)

player.pause()
known, start, end = player.get_seekable_range()
assert known and end > 1
tracks = player.get_audio_tracks()
wait(lambda: len(tracks) > 1)
assert all(track.props.name for track in tracks)
player.select_audio_track(1)
wait(lambda: player.props.audio_track == 1)
try:
    player.select_audio_track(99)
    raise SystemExit("track 99 was accepted")
except GLib.Error as error:
    assert error.matches(Windowbox.error_quark(), Windowbox.Error.NO_SUCH_TRACK)

results = []
player.seek_async(2.0, Windowbox.SeekMode.EXACT, None, lambda player, result: results.append(player.seek_finish(result)))
wait(lambda: results)
assert results == [True] and abs(player.get_position() - 2) < 0.01
assert Windowbox.State.PLAYING in states and Windowbox.State.FAILED in states
player.set_frame_func(None)

item = Windowbox.Item(uri=os.environ["SHORT"], title="Short", start_position=0.5)
assert item.get_title() == "Short"
other = Windowbox.Player(silent=True, allow_plain_http=True)
other.append(item)
assert [listed.props.uri for listed in other.get_items()] == [os.environ["SHORT"]]
ended = []
other.connect("end-of-stream", ended.append)
other.play()
wait(lambda: ended)
print("all good")
sys.stdout.flush()
