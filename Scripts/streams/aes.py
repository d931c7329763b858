# SPDX-License-Identifier: Apache-2.0
"""AES in CBC mode through OpenSSL's libcrypto, which Python itself does not offer."""

import ctypes
import ctypes.util

LIBRARY = ctypes.CDLL(ctypes.util.find_library("crypto") or "libcrypto.so.3")
LIBRARY.EVP_CIPHER_CTX_new.restype = ctypes.c_void_p
LIBRARY.EVP_aes_128_cbc.restype = ctypes.c_void_p


class CBC:
    """One chain of blocks: each call goes on where the last one ended."""

    def __init__(self, key, initial):
        self.context = ctypes.c_void_p(LIBRARY.EVP_CIPHER_CTX_new())
        started = LIBRARY.EVP_EncryptInit_ex(self.context, ctypes.c_void_p(LIBRARY.EVP_aes_128_cbc()), None, key, initial)
        if started != 1:
            raise RuntimeError("libcrypto offers no AES-128-CBC")
        LIBRARY.EVP_CIPHER_CTX_set_padding(self.context, 0)

    def __del__(self):
        LIBRARY.EVP_CIPHER_CTX_free(self.context)

    def encrypt(self, data):
        """Encrypts whole blocks of 16 bytes."""
        output, length = ctypes.create_string_buffer(len(data) + 16), ctypes.c_int(0)
        LIBRARY.EVP_EncryptUpdate(self.context, output, ctypes.byref(length), bytes(data), len(data))
        return output.raw[:length.value]


def encrypt_file(data, key, initial):
    """A whole resource as METHOD=AES-128 has it: CBC with PKCS #7 padding."""
    pad = 16 - len(data) % 16
    return CBC(key, initial).encrypt(data + bytes([pad]) * pad)
