#!/usr/bin/env -S gjs -m
// SPDX-License-Identifier: Apache-2.0

// Plays a file or stream without a window and without sound, and prints each frame, for GJS: frames.js FILE-OR-URI

import Gio from 'gi://Gio';
import GLib from 'gi://GLib';
import System from 'system';
import Windowbox from 'gi://Windowbox?version=1';

if (ARGV.length !== 1) {
    printerr('usage: frames.js FILE-OR-URI');
    System.exit(2);
}

const loop = new GLib.MainLoop(null, false);
const player = Windowbox.Player.new_silent();
let status = 0;

player.set_frame_func((_player, frame) => {
    const time = frame.get_time().toFixed(3);
    print(`${time} s: ${frame.get_width()} × ${frame.get_height()}, ${frame.get_format()}`);
});
player.connect('error', (_player, error) => {
    printerr(error.message);
    status = 1;
    loop.quit();
});
player.connect('end-of-stream', () => {
    print(`ended after ${player.get_duration().toFixed(1)} s`);
    loop.quit();
});

player.append(Windowbox.Item.new_for_file(Gio.File.new_for_commandline_arg(ARGV[0])));
player.play();
loop.run();
System.exit(status);
