// SPDX-License-Identifier: Apache-2.0

extension StudioScript {
    /// Sends files part by part, so that what broke off goes on where it was; then follows the packager.
    static let upload = #"""
        // SPDX-License-Identifier: Apache-2.0
        import {authority, call, fault, say} from './studio-api.js';
        import {collect, showFault} from './studio-form.js';

        const form = document.getElementById('upload');
        const all = document.getElementById('uploads');
        const pause = (seconds, signal) => new Promise((resolve, reject) => {
          const timer = setTimeout(resolve, seconds * 1000);
          signal?.addEventListener('abort', () => { clearTimeout(timer); reject(new DOMException('', 'AbortError')); }, {once: true});
        });

        const size = bytes => bytes < 1e6 ? `${Math.ceil(bytes / 1e3)} kB` : bytes < 1e9 ? `${(bytes / 1e6).toFixed(1)} MB`
          : `${(bytes / 1e9).toFixed(2)} GB`;

        /** One file on its way, and its row on the page. */
        class Sending {
          constructor(file, facts) {
            this.file = file;
            this.facts = facts;
            this.key = `studio-upload ${file.name} ${file.size} ${file.lastModified}`;
            this.mark = crypto.randomUUID?.() ?? `${Date.now()}-${Math.random()}`;
            this.row = document.createElement('li');
            this.row.className = 'sending';
            const name = document.createElement('p');
            const bold = document.createElement('b');
            const own = document.createElement('bdi');
            own.textContent = file.name;
            bold.append(own);
            name.append(bold, ` ${size(file.size)}`);
            this.bar = document.createElement('progress');
            this.bar.max = 1;
            this.bar.value = 0;
            this.bar.setAttribute('aria-label', file.name);
            this.text = document.createElement('p');
            this.text.className = 'state';
            this.buttons = document.createElement('div');
            this.buttons.className = 'row';
            this.row.append(name, this.bar, this.text, this.buttons);
            all.prepend(this.row);
          }

          tell(text, value, isFault = false) {
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
            this.buttons.replaceChildren(this.button('Cancel', () => this.abort.abort()));
            try {
              if (!this.import) {
                const upload = await this.send();
                this.tell('Handing it to the packager…', 1);
                this.import = await call('POST', '/v1/admin/imports', {...this.facts, upload_id: upload.id, async: true},
                  {headers: {'Idempotency-Key': this.mark}, signal: this.abort.signal});
                localStorage.removeItem(this.key);
              }
              await this.follow();
            } catch (error) {
              if (error.name === 'AbortError') {
                this.tell(this.import ? 'Not followed any more: the packager goes on.' : 'Cancelled. What was sent is kept for a while.');
              } else {
                this.tell(error.message, undefined, true);
                say(`${this.file.name}: ${error.message}`, true);
              }
              this.buttons.replaceChildren(
                this.button('Try again', () => { if (error.isFinal) { this.import = null; this.mark += '+'; } this.run(); }),
                this.button('Take it off the list', () => { localStorage.removeItem(this.key); this.row.remove(); }));
            }
          }

          /** All parts that the service doesn't have. */
          async send() {
            const {signal} = this.abort;
            let upload;
            const known = localStorage.getItem(this.key);
            if (known) {
              // It may be gone: uploads are not kept for ever.
              upload = await call('GET', `/v1/admin/uploads/${known}`, undefined, {signal}).catch(error => {
                if (error.name === 'AbortError') throw error;
                return null;
              });
            }
            upload ??= await call('POST', '/v1/admin/uploads', {file_name: this.file.name, size: this.file.size}, {signal});
            localStorage.setItem(this.key, upload.id);
            const count = Math.ceil(upload.size / upload.part_size);
            const has = new Set(upload.parts);
            let sent = 0;
            const length = number => Math.min(upload.part_size, upload.size - (number - 1) * upload.part_size);
            for (const number of has) sent += length(number);
            for (let number = 1; number <= count; number += 1) {
              if (has.has(number)) continue;
              const start = (number - 1) * upload.part_size;
              const part = this.file.slice(start, start + length(number));
              await this.sendPart(upload, number, part, bytes => {
                const whole = (sent + bytes) / upload.size;
                this.tell(`Sending: ${Math.floor(whole * 100)} %, ${size(sent + bytes)} of ${size(upload.size)}`, whole);
              });
              sent += part.size;
            }
            await call('POST', `/v1/admin/uploads/${upload.id}/complete`, undefined, {signal});
            return upload;
          }

          async sendPart(upload, number, part, progress) {
            for (let attempt = 1; ; attempt += 1) {
              try { return await this.post(`/v1/admin/uploads/${upload.id}/parts?number=${number}`, part, progress); } catch (error) {
                const isLasting = error.status >= 400 && error.status < 500 && error.status !== 429 && error.code !== 'checksum_mismatch';
                if (error.name === 'AbortError' || isLasting || attempt === 6) throw error;
                const wait = error.wait || 2 ** attempt;
                this.tell(`${error.message} Trying again in ${wait} s…`);
                await pause(wait, this.abort.signal);
              }
            }
          }

          /** fetch doesn't tell how much is sent. */
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
              request.onerror = () => reject(fault(0, '{"error":{"message":"The connection broke."}}', 0));
              request.onabort = () => reject(new DOMException('', 'AbortError'));
              request.onloadend = () => signal.removeEventListener('abort', stop);
              request.send(part);
            });
            progress(part.size);
            // Whoever sends a long file is at work.
            await fetch('/studio/session').catch(() => {});
          }

          /** What the packager says of its work. */
          async follow() {
            const link = document.createElement('a');
            link.href = `/studio/videos/${this.import.video_id}`;
            link.textContent = 'Open the video';
            link.className = 'button';
            for (;;) {
              const state = await call('GET', `/v1/admin/imports/${this.import.id}`, undefined, {signal: this.abort.signal});
              if (state.status === 'ready') {
                this.tell('Ready.', 1);
                this.buttons.replaceChildren(link);
                say(`${this.file.name} is ready.`);
                return;
              }
              if (state.status === 'failed') {
                const error = new Error(state.error ?? 'The packager could not make a video of it.');
                error.isFinal = true;
                throw error;
              }
              this.tell(state.status === 'pending' ? 'Waiting for the packager…' : `Packaging: ${Math.floor(state.progress * 100)} %`,
                state.progress);
              this.buttons.replaceChildren(link);
              await pause(1, this.abort.signal);
            }
          }
        }

        // One after the other: two halves of the network are no faster than one whole.
        let queue = Promise.resolve();

        function take(files) {
          const facts = collect(form);
          for (const place of form.querySelectorAll('.fault')) place.hidden = true;
          for (const file of files) {
            if (file.size === 0) { showFault(form, {message: `${file.name} is empty.`}); continue; }
            document.getElementById('no-uploads').hidden = true;
            const caption = file.name.replace(/\.[^.]*$/u, '');
            const sending = new Sending(file, {channel_id: facts.channel_id, hashtags: facts.hashtags, caption});
            sending.tell('Waiting for its turn…');
            queue = queue.then(() => sending.run());
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
            state => state.textContent.startsWith('Sending'))) event.preventDefault(); });
        }
        """#
}
