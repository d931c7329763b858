# SPDX-License-Identifier: Apache-2.0
"""AES in CBC, CTR and GCM mode with OpenSSL's libcrypto, because Python has no AES."""

import ctypes
import ctypes.util

LIBRARY = ctypes.CDLL(ctypes.util.find_library("crypto") or "libcrypto.so.3")
LIBRARY.EVP_CIPHER_CTX_new.restype = ctypes.c_void_p
LIBRARY.EVP_get_cipherbyname.restype = ctypes.c_void_p


class Cipher:
    """One chain or counter of blocks: each call continues where the last one ended."""

    def __init__(self, mode, key, initial):
        name = f"AES-{len(key) * 8}-{mode}"
        kind = LIBRARY.EVP_get_cipherbyname(name.encode())
        self.context = ctypes.c_void_p(LIBRARY.EVP_CIPHER_CTX_new())
        if not kind or LIBRARY.EVP_EncryptInit_ex(self.context, ctypes.c_void_p(kind), None, key, initial) != 1:
            raise RuntimeError(f"libcrypto offers no {name}")
        LIBRARY.EVP_CIPHER_CTX_set_padding(self.context, 0)

    def __del__(self):
        LIBRARY.EVP_CIPHER_CTX_free(self.context)

    def encrypt(self, data):
        """Encrypts bytes; whole blocks of 16 of them in a chain."""
        output, length = ctypes.create_string_buffer(len(data) + 16), ctypes.c_int(0)
        LIBRARY.EVP_EncryptUpdate(self.context, output, ctypes.byref(length), bytes(data), len(data))
        return output.raw[:length.value]


class Sealer(Cipher):
    """AES-GCM with a vector of 16 bytes."""

    SET_VECTOR_LENGTH, GET_TAG = 0x9, 0x10

    def __init__(self, key, initial):
        super().__init__("GCM", key, None)
        LIBRARY.EVP_CIPHER_CTX_ctrl(self.context, self.SET_VECTOR_LENGTH, len(initial), None)
        LIBRARY.EVP_EncryptInit_ex(self.context, None, None, None, initial)

    def seal(self, data):
        """The encrypted bytes and their tag."""
        encrypted, rest, tag = self.encrypt(data), ctypes.c_int(0), ctypes.create_string_buffer(16)
        LIBRARY.EVP_EncryptFinal_ex(self.context, ctypes.create_string_buffer(16), ctypes.byref(rest))
        LIBRARY.EVP_CIPHER_CTX_ctrl(self.context, self.GET_TAG, 16, tag)
        return encrypted + tag.raw


def encrypt_file(data, key, initial):
    """A whole resource as METHOD=AES-128 and AES-256 have it: CBC with PKCS #7 padding."""
    pad = 16 - len(data) % 16
    return Cipher("CBC", key, initial).encrypt(data + bytes([pad]) * pad)


def seal_file(data, key, initial):
    """A whole resource as METHOD=AES-256-GCM has it: the vector before it, the tag after it."""
    return initial + Sealer(key, initial).seal(data)


def count_file(data, key, initial):
    """A whole resource as METHOD=AES-256-CTR has it: without padding."""
    return Cipher("CTR", key, initial).encrypt(data)
