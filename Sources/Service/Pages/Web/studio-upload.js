// SPDX-License-Identifier: Apache-2.0
import {authority, call, fault, say} from './studio-api.js';
import {collect, showFault} from './studio-form.js';
import {refusal, remaining, resumeKey, retryWait, titleOf} from './studio-parts.js';
import {frame} from './studio-tools.js';
import {sizeText} from './format.js';
import {route} from './routes.js';

const form = document.getElementById('upload');
const all = document.getElementById('uploads');
const pause = (seconds, signal) => new Promise((resolve, reject) => {
  const timer = setTimeout(resolve, seconds * 1000);
  signal?.addEventListener('abort', () => { clearTimeout(timer); reject(new DOMException('', 'AbortError')); }, {once: true});
});

let lastTitle = 0;

/** One upload, and its row on the page. */
class Upload {
  constructor(file, facts) {
    this.file = file;
    this.facts = facts;
    this.key = resumeKey(file);
    this.mark = crypto.randomUUID?.() ?? `${Date.now()}-${Math.random()}`;
    this.row = document.createElement('li');
    this.row.className = 'sending';
    const name = document.createElement('p');
    const bold = document.createElement('b');
    const own = document.createElement('bdi');
    own.textContent = file.name;
    bold.append(own);
    name.append(bold, ` ${sizeText(file.size)}`);
    this.picture = document.createElement('div');
    this.picture.className = 'poster';
    this.title = this.titleField();
    this.bar = document.createElement('progress');
    this.bar.max = 1;
    this.bar.value = 0;
    this.bar.setAttribute('aria-label', file.name);
    this.text = document.createElement('p');
    this.text.className = 'state';
    this.buttons = document.createElement('div');
    this.buttons.className = 'row';
    this.details = document.createElement('div');
    this.row.append(this.picture, name, this.title, this.bar, this.text, this.details, this.buttons);
    all.prepend(this.row);
  }

  /** A field for the title, which can be changed during the upload. */
  titleField() {
    const field = document.createElement('div');
    field.className = 'field';
    const label = document.createElement('label');
    const input = document.createElement('input');
    input.id = `title-${++lastTitle}`;
    input.value = this.facts.caption;
    input.maxLength = 1000;
    label.htmlFor = input.id;
    label.textContent = 'Title';
    input.onchange = () => this.rename(input);
    field.append(label, input);
    return field;
  }

  async rename(input) {
    const caption = input.value.trim();
    if (caption === '') { input.value = this.facts.caption; return; }
    this.facts.caption = caption;
    if (!this.import) return;
    try { await call('PATCH', route('updateVideo', this.import.video_id), {caption}); say('Title saved.'); } catch (error) {
      say(error.message, true);
    }
  }

  /** Shows a frame of the file, if the browser can decode it. */
  async showFrame() {
    const video = document.createElement('video');
    video.muted = true;
    video.preload = 'auto';
    const address = URL.createObjectURL(this.file);
    const gone = () => URL.revokeObjectURL(address);
    video.onloadeddata = () => { video.currentTime = Math.min(1, video.duration / 4 || 0); };
    video.onseeked = async () => {
      const picture = await frame(video);
      gone();
      if (!picture) return;
      const image = document.createElement('img');
      image.alt = '';
      image.src = URL.createObjectURL(picture);
      image.onload = () => URL.revokeObjectURL(image.src);
      this.picture.replaceChildren(image);
    };
    video.onerror = gone;
    video.src = address;
  }

  show(text, value, isFault = false) {
    this.text.textContent = text;
    this.text.classList.toggle('fault', isFault);
    if (value !== undefined) this.bar.value = value;
  }

  button(label, act) {
    const button = document.createElement('button');
    button.type = 'button';
    button.textContent = label;
    button.setAttribute('aria-label', `${label} ${this.file.name}`);
    button.onclick = act;
    return button;
  }

  async run() {
    this.abort = new AbortController();
    this.details.replaceChildren();
    this.buttons.replaceChildren(this.button('Cancel', () => this.abort.abort()));
    try {
      if (!this.import) {
        const upload = await this.send();
        this.show('Uploaded. Starting to process…', 1);
        this.import = await call('POST', route('importVideo'), {...this.facts, access: 'private', upload_id: upload.id, async: true},
          {headers: {'Idempotency-Key': this.mark}, signal: this.abort.signal});
        localStorage.removeItem(this.key);
      }
      await this.follow();
    } catch (error) {
      if (error.name === 'AbortError') {
        this.show(this.import ? 'Processing continues in the background.' : 'Cancelled. You can resume it for a while.');
      } else {
        this.show(error.message, undefined, true);
        if (error.detail) this.explain(error.detail);
        say(`${this.file.name}: ${error.message}`, true);
      }
      this.buttons.replaceChildren(
        ...(error.isFinal ? [] : [this.button('Try again', () => this.run())]),
        this.button('Remove', () => this.remove(error.isFinal)));
    }
  }

  /** Shows the service's own error, for its operators. */
  explain(text) {
    const details = document.createElement('details');
    const summary = document.createElement('summary');
    summary.textContent = 'Technical details';
    const own = document.createElement('pre');
    own.textContent = text;
    details.append(summary, own);
    this.details.replaceChildren(details);
  }

  /** Removes the row; and the video, if its processing failed. */
  async remove(isFailed) {
    if (isFailed && this.import) {
      try { await call('DELETE', route('deleteVideo', this.import.video_id)); } catch (error) {
        if (error.status !== 404) { say(error.message, true); return; }
      }
    }
    localStorage.removeItem(this.key);
    this.row.remove();
    document.getElementById('no-uploads').hidden = all.childElementCount > 0;
    say(`${this.file.name} was removed.`);
  }

  /** Sends all parts that the service doesn't have. */
  async send() {
    const {signal} = this.abort;
    let upload;
    const known = localStorage.getItem(this.key);
    if (known) {
      // It may have expired.
      upload = await call('GET', route('readUpload', known), undefined, {signal}).catch(error => {
        if (error.name === 'AbortError') throw error;
        return null;
      });
    }
    upload ??= await call('POST', route('makeUpload'), {file_name: this.file.name, size: this.file.size}, {signal});
    localStorage.setItem(this.key, upload.id);
    let {sent, missing} = remaining(upload);
    for (const {number, start, length} of missing) {
      const part = this.file.slice(start, start + length);
      await this.sendPart(upload, number, part, bytes => {
        const whole = (sent + bytes) / upload.size;
        this.show(`Uploading: ${Math.floor(whole * 100)} %, ${sizeText(sent + bytes)} of ${sizeText(upload.size)}`, whole);
      });
      sent += part.size;
    }
    await call('POST', route('completeUpload', upload.id), undefined, {signal});
    return upload;
  }

  async sendPart(upload, number, part, progress) {
    for (let attempt = 1; ; attempt += 1) {
      try { return await this.post(`${route('sendPart', upload.id)}?number=${number}`, part, progress); } catch (error) {
        const wait = retryWait(error, attempt);
        if (wait === null) throw error;
        this.show(`${error.message} Trying again in ${wait} s…`);
        await pause(wait, this.abort.signal);
      }
    }
  }

  /** Sends one part. An XMLHttpRequest, because fetch reports no progress. */
  async post(path, part, progress) {
    const {signal} = this.abort;
    const headers = {...authority, 'Content-Type': 'application/octet-stream'};
    if (crypto.subtle) {
      const sum = new Uint8Array(await crypto.subtle.digest('SHA-256', await part.arrayBuffer()));
      headers['Content-Digest'] = `sha-256=:${btoa(String.fromCharCode(...sum))}:`;
    }
    signal.throwIfAborted();
    await new Promise((resolve, reject) => {
      const request = new XMLHttpRequest();
      const stop = () => request.abort();
      signal.addEventListener('abort', stop, {once: true});
      request.open('POST', path);
      for (const [name, text] of Object.entries(headers)) request.setRequestHeader(name, text);
      request.upload.onprogress = event => progress(event.loaded);
      request.onload = () => {
        if (request.status < 300) resolve();
        else reject(fault(request.status, request.responseText, request.getResponseHeader('Retry-After')));
      };
      request.onerror = () => reject(fault(0, '{"error":{"message":"The connection was lost."}}', 0));
      request.onabort = () => reject(new DOMException('', 'AbortError'));
      request.onloadend = () => signal.removeEventListener('abort', stop);
      request.send(part);
    });
    progress(part.size);
    // A long upload keeps the session alive.
    await fetch('/studio/session').catch(() => {});
  }

  /** The button that publishes the draft, or asks an editor to do so. */
  publishing() {
    const asks = form.dataset.asks !== undefined;
    const button = this.button(asks ? 'Submit for review' : 'Publish', async () => {
      button.disabled = true;
      const change = asks ? {review: {status: 'requested'}} : {access: 'public', published_at: new Date().toISOString()};
      try {
        await call('PATCH', route('updateVideo', this.import.video_id), change);
        this.show(asks ? 'Submitted. An editor publishes it.' : 'Published.');
        button.remove();
      } catch (error) { say(error.message, true); } finally { button.disabled = false; }
    });
    button.className = 'primary';
    return button;
  }

  /** Shows the progress of processing, until it is ready or has failed. */
  async follow() {
    const link = document.createElement('a');
    link.href = `/studio/videos/${this.import.video_id}`;
    link.textContent = 'Open the video';
    link.className = 'button';
    for (;;) {
      const state = await call('GET', route('readImport', this.import.id), undefined, {signal: this.abort.signal});
      if (state.status === 'ready') {
        this.show('Ready. This is a draft that only you can see.', 1);
        this.buttons.replaceChildren(this.publishing(), link);
        say(`${this.file.name} is ready.`);
        return;
      }
      if (state.status === 'failed') {
        const error = new Error('This file could not be turned into a video. It may be damaged, or not be a video. Try another file.');
        error.isFinal = true;
        error.detail = state.error;
        throw error;
      }
      this.show(state.status === 'pending' ? 'Waiting to be processed…' : `Processing: ${Math.floor(state.progress * 100)} %`,
        state.progress);
      this.buttons.replaceChildren(link);
      await pause(1, this.abort.signal);
    }
  }
}

// One after the other: uploads at the same time would only share the network.
let queue = Promise.resolve();

function take(files) {
  const facts = collect(form);
  for (const place of form.querySelectorAll('.fault')) place.hidden = true;
  for (const file of files) {
    const refused = refusal(file);
    if (refused) { showFault(form, {message: refused}); continue; }
    document.getElementById('no-uploads').hidden = true;
    const caption = titleOf(file.name);
    const upload = new Upload(file, {channel_id: facts.channel_id, hashtags: facts.hashtags, caption});
    upload.showFrame();
    upload.show('Waiting to start…');
    queue = queue.then(() => upload.run());
  }
}

if (form) {
  const input = document.getElementById('files');
  input.addEventListener('change', () => { take([...input.files]); input.value = ''; });
  const drop = form.querySelector('.drop');
  form.addEventListener('dragover', event => { event.preventDefault(); drop.classList.add('over'); });
  form.addEventListener('dragleave', () => drop.classList.remove('over'));
  form.addEventListener('drop', event => {
    event.preventDefault();
    drop.classList.remove('over');
    take([...event.dataTransfer.files]);
  });
  form.addEventListener('submit', event => event.preventDefault());
  window.addEventListener('beforeunload', event => { if (all.querySelector('progress') && [...all.querySelectorAll('.state')].some(
    state => state.textContent.startsWith('Uploading'))) event.preventDefault(); });
}
