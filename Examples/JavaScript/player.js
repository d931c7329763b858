#!/usr/bin/env -S gjs -m
// SPDX-License-Identifier: Apache-2.0

// A player with a window and all controls, for GJS: player.js FILE-OR-URI…

import Gio from 'gi://Gio';
import Gtk from 'gi://Gtk?version=4.0';
import System from 'system';
import Windowbox from 'gi://Windowbox?version=1';

const app = new Gtk.Application({
    application_id: 'org.windowbox.PlayerInJavaScript',
    flags: Gio.ApplicationFlags.HANDLES_OPEN | Gio.ApplicationFlags.NON_UNIQUE,
});

app.connect('open', (_, files) => {
    const player = new Windowbox.Player();
    for (const file of files)
        player.append(Windowbox.Item.new_for_file(file));
    player.connect('error', (_player, error) => printerr(error.message));

    const video = new Windowbox.Video({player, controls: true});
    const window = new Gtk.ApplicationWindow({
        application: app,
        title: 'Windowbox in JavaScript',
        child: video,
        default_width: 960,
        default_height: 540,
    });
    window.present();
    player.play();
});
app.connect('activate', () => printerr('usage: player.js FILE-OR-URI…'));

System.exit(app.run([System.programInvocationName, ...ARGV]));
