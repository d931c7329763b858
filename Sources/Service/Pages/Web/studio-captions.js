// SPDX-License-Identifier: Apache-2.0
// The page that edits the captions of a video beside it. Each row of the list holds one cue.
import {call, say} from './studio-api.js';
import {settle, touch} from './studio-leave.js';
import {cueAt, following, merge, problem, readCaptions, readTime, replaceText, shift, split, timeText, writeCaptions} from './caption-model.js';

/** The list of cues as a form, and the captions over the video. */
class CaptionEditor {
  constructor(form, video) {
    this.form = form;
    this.video = video;
    this.list = form.querySelector('.cues');
    this.template = form.querySelector('template');
    this.head = 'WEBVTT';
    this.track = video?.addTextTrack('captions', form.dataset.language, form.dataset.language) ?? null;
    if (this.track) this.track.mode = 'showing';
    this.stopAt = null;
    form.addEventListener('submit', event => { event.preventDefault(); event.stopPropagation(); this.save(); });
    form.addEventListener('click', event => {
      const button = event.target.closest('[data-do]');
      // The buttons above the list change the cue that was used last.
      if (button) this.perform(button.dataset.do, button.closest('.cue') ?? this.chosen);
    });
    form.addEventListener('focusin', event => this.choose(event.target.closest('.cue')));
    form.addEventListener('input', event => { if (event.target.matches('[data-cue]')) this.changed(); });
    form.addEventListener('change', event => { if (event.target.matches('[data-cue]')) CaptionEditor.tidy(event.target); });
    form.addEventListener('keydown', event => this.press(event));
    video?.addEventListener('timeupdate', () => this.follow());
  }

  get rows() { return [...this.list.children]; }

  static field(row, name) { return row.querySelector(`[data-cue="${name}"]`); }

  static flag(element, name, isSet) { if (isSet) element.setAttribute(name, 'true'); else element.removeAttribute(name); }

  static cue(row) {
    const [start, end] = ['start', 'end'].map(name => readTime(CaptionEditor.field(row, name).value));
    return {id: row.dataset.id, settings: row.dataset.settings, start, end, text: CaptionEditor.field(row, 'text').value};
  }

  get cues() { return this.rows.map(CaptionEditor.cue); }

  row(cue) {
    const row = this.template.content.firstElementChild.cloneNode(true);
    CaptionEditor.fill(row, cue);
    return row;
  }

  static fill(row, {id, settings, start, end, text}) {
    [row.dataset.id, row.dataset.settings] = [id, settings];
    CaptionEditor.field(row, 'start').value = start === null ? '' : timeText(start);
    CaptionEditor.field(row, 'end').value = end === null ? '' : timeText(end);
    CaptionEditor.field(row, 'text').value = text;
  }

  /** The cue that the buttons above the list change; the first one until another is used. */
  get chosen() { return this.list.querySelector('.chosen') ?? this.list.firstElementChild; }

  choose(row) {
    if (!row) return;
    this.list.querySelector('.chosen')?.classList.remove('chosen');
    row.classList.add('chosen');
  }

  async load() {
    const {source} = this.form.dataset;
    if (source) {
      try {
        const {head, cues} = readCaptions(await call('GET', source));
        this.head = head;
        this.list.append(...cues.map(cue => this.row(cue)));
      } catch (error) {
        this.report(error.message);
        // Saving an empty list would replace what could not be loaded.
        for (const button of this.form.querySelectorAll('button')) button.disabled = true;
        return;
      }
    }
    this.show();
  }

  /** The captions over the video: all of them again, since few change at a time and thousands take milliseconds. */
  show() {
    if (!this.track) return;
    for (const cue of [...this.track.cues]) this.track.removeCue(cue);
    for (const {start, end, text} of this.cues) {
      if (start !== null && end !== null && end > start && text.trim()) this.track.addCue(new VTTCue(start / 1000, end / 1000, text));
    }
  }

  changed() {
    touch(this.form);
    clearTimeout(this.timer);
    this.timer = setTimeout(() => this.show(), 300);
  }

  /** Writes a time in the usual form, or marks the field. A message would move the button that is being pressed just now. */
  static tidy(field) {
    if (field.dataset.cue === 'text') return;
    const time = readTime(field.value);
    if (time !== null) field.value = timeText(time);
    CaptionEditor.flag(field, 'aria-invalid', time === null);
  }

  mark(row, fault) {
    const text = row.querySelector('.fault');
    text.textContent = fault?.message ?? '';
    text.hidden = !fault;
    for (const name of ['start', 'end']) CaptionEditor.flag(CaptionEditor.field(row, name), 'aria-invalid', fault?.field === name);
  }

  report(message) {
    const text = this.form.querySelector('.fault.general');
    text.textContent = message;
    text.hidden = message === '';
  }

  now() { return Math.round((this.video?.currentTime ?? 0) * 1000); }

  play(row) {
    const {start, end} = CaptionEditor.cue(row);
    if (!this.video || start === null) return;
    this.video.currentTime = start / 1000;
    this.stopAt = end === null ? null : end / 1000;
    this.video.play().catch(() => {});
  }

  follow() {
    if (this.stopAt !== null && this.video.currentTime >= this.stopAt) {
      this.stopAt = null;
      this.video.pause();
    }
    const current = cueAt(this.cues, this.now());
    for (const [index, row] of this.rows.entries()) CaptionEditor.flag(row, 'aria-current', index === current);
  }

  focus(row, name = 'text') { if (row) CaptionEditor.field(row, name).focus(); }

  perform(action, row) {
    if (!row && !['append', 'shift', 'replace'].includes(action)) return;
    const next = row?.nextElementSibling ?? null;
    const field = row && CaptionEditor.field(row, 'text');
    const cue = row && CaptionEditor.cue(row);
    switch (action) {
    case 'play': this.play(row); return;
    case 'start': case 'end':
      CaptionEditor.field(row, action).value = timeText(this.now());
      this.mark(row, null);
      break;
    case 'split': {
      const parts = split(cue, field.selectionStart);
      if (!parts) { this.mark(row, {field: 'text', message: 'Put the cursor between two words, then split.'}); return; }
      CaptionEditor.fill(row, parts[0]);
      row.after(this.row(parts[1]));
      this.focus(row.nextElementSibling);
      break;
    }
    case 'merge':
      if (!next) return;
      CaptionEditor.fill(row, merge(cue, CaptionEditor.cue(next)));
      next.remove();
      this.focus(row);
      break;
    case 'insert':
      row.after(this.row(following(cue, next && CaptionEditor.cue(next))));
      this.focus(row.nextElementSibling);
      break;
    case 'append': {
      const last = this.list.lastElementChild;
      this.list.append(this.row(following(last ? CaptionEditor.cue(last) : undefined, undefined)));
      this.focus(this.list.lastElementChild);
      break;
    }
    case 'remove':
      this.focus(next ?? row.previousElementSibling);
      row.remove();
      break;
    case 'shift': this.apply(shift(this.cues, Math.round(Number(this.form.querySelector('#shift').value) * 1000) || 0)); say('Moved.'); break;
    case 'replace': {
      const [found, text] = ['#find', '#replacement'].map(id => this.form.querySelector(id).value);
      const {cues, count} = replaceText(this.cues, found, text);
      this.apply(cues);
      say(count === 1 ? 'Replaced 1 time.' : `Replaced ${count} times.`);
      break;
    }
    default: return;
    }
    this.changed();
  }

  apply(cues) { for (const [index, row] of this.rows.entries()) CaptionEditor.fill(row, cues[index]); }

  press(event) {
    const row = event.target.closest('.cue');
    if (!row) return;
    const step = {ArrowUp: row.previousElementSibling, ArrowDown: row.nextElementSibling}[event.key];
    if (event.altKey && step) this.focus(step, event.target.dataset.cue ?? 'text');
    else if (event.ctrlKey && event.key === 'Enter') this.play(row);
    else if (event.ctrlKey && event.code === 'Space') this.toggle();
    else return;
    event.preventDefault();
  }

  toggle() {
    this.stopAt = null;
    if (this.video?.paused) this.video.play().catch(() => {}); else this.video?.pause();
  }

  async save() {
    this.report('');
    for (const row of this.rows) this.mark(row, null);
    const {cues} = this;
    const found = problem(cues);
    if (found && found.index < 0) { this.report(found.message); return; }
    if (found) {
      const row = this.rows[found.index];
      this.mark(row, found);
      this.focus(row, found.field);
      return;
    }
    settle(this.form);
    this.form.setAttribute('aria-busy', 'true');
    try {
      await call('PUT', this.form.dataset.path, new Blob([writeCaptions({head: this.head, cues})]), {type: 'text/vtt'});
      say('Saved.');
    } catch (error) {
      touch(this.form);
      this.report(error.message);
    } finally { this.form.removeAttribute('aria-busy'); }
  }
}

const form = document.getElementById('captions');
if (form) new CaptionEditor(form, document.querySelector('video.preview')).load();
