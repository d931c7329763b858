#!/usr/bin/python3
# SPDX-License-Identifier: Apache-2.0
"""A local mail server for tests, of Debian's python3-aiosmtpd.

It listens on a free port of 127.0.0.1, prints a line of JSON with the port, then one for each message that it accepted, and ends when its
standard input is closed. Options, in any order:

    tls=FOLDER       has server.pem and server.key; with starttls (the default) or implicit
    implicit         TLS from the start
    user=NAME:WORD   only who signs in may send; mechanism=LOGIN offers no PLAIN
    grey=N           answers 451 to the first N recipients
    reject=ADDRESS   answers 550 to this recipient
    full=ADDRESS     answers 552
    spam             answers 554 to the content
    lose=N           closes the connection after the content of the first N messages, without an answer
"""
import asyncio
import json
import logging
import ssl
import sys
import warnings

from aiosmtpd.smtp import SMTP, AuthResult, LoginPassword

warnings.simplefilter("ignore")
logging.disable(logging.CRITICAL)
options = dict(word.partition("=")[::2] for word in sys.argv[1:])


def tell(**facts):
    print(json.dumps(facts), flush=True)


class Handler:
    grey = int(options.get("grey", 0))
    lose = int(options.get("lose", 0))

    async def handle_RCPT(self, server, session, envelope, address, rcpt_options):
        if self.grey > 0:
            self.grey -= 1
            return f"451 4.7.1 <{address}>: Greylisted, try again later"
        if address == options.get("reject"):
            return f"550 5.1.1 <{address}>: No such user"
        if address == options.get("full"):
            return "552 5.2.2 Mailbox full"
        envelope.rcpt_tos.append(address)
        return "250 OK"

    async def handle_DATA(self, server, session, envelope):
        if "spam" in options:
            return "554 5.7.1 Looks like spam"
        tell(
            message="mail", sender=envelope.mail_from, recipients=envelope.rcpt_tos, secure="implicit" in options or session.ssl is not None,
            user=session.auth_data.login.decode() if session.auth_data else None,
            content=envelope.original_content.decode("ascii"))
        if self.lose > 0:
            self.lose -= 1
            server.transport.abort()
            return "421 Going"
        return "250 Message accepted"


def authenticate(server, session, envelope, mechanism, data):
    name, _, word = options["user"].partition(":")
    isRight = isinstance(data, LoginPassword) and data.login.decode() == name and data.password.decode() == word
    return AuthResult(success=isRight, handled=False, auth_data=data)


async def main():
    context = None
    if "tls" in options:
        context = ssl.create_default_context(ssl.Purpose.CLIENT_AUTH)
        context.load_cert_chain(f"{options['tls']}/server.pem", f"{options['tls']}/server.key")
    isImplicit = "implicit" in options
    handler = Handler()

    def connection():
        return SMTP(
            handler, hostname="mail.test", tls_context=None if isImplicit else context,
            require_starttls=context is not None and not isImplicit, auth_required="user" in options,
            authenticator=authenticate if "user" in options else None,
            auth_require_tls=context is not None and not isImplicit,
            auth_exclude_mechanism=["PLAIN"] if options.get("mechanism") == "LOGIN" else [])

    server = await asyncio.get_running_loop().create_server(connection, "127.0.0.1", 0, ssl=context if isImplicit else None)
    tell(message="listening", port=str(server.sockets[0].getsockname()[1]))
    await asyncio.get_running_loop().run_in_executor(None, sys.stdin.read)


asyncio.run(main())
