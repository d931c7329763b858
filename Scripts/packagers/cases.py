# SPDX-License-Identifier: Apache-2.0
"""What is packaged, and what a correct player presents of it."""

SECONDS = 6
SIZE = (320, 180)
CASES = []


def rate_of(text):
    top, _, bottom = text.partition("/")
    return float(top) / float(bottom or 1)


class Case:
    """What a correct player presents of a stream, and how the stream is made."""

    def __init__(
            self, name, make, needs=(), pictures=None, rate="30", sound=SECONDS, ruler=True, sound_from=0.0, picture_from=0.0,
            priming=0, timed=True, whole=True):
        self.name, self.make, self.needs = name, make, needs
        self.rate = rate_of(rate)
        self.pictures = round(SECONDS * self.rate) if pictures is None else pictures
        self.sound, self.ruler, self.sound_from, self.picture_from = sound, ruler, sound_from, picture_from
        # Encoder priming samples that nothing in the stream marks as such.
        self.priming = priming
        # The packager wrote the correct time of every frame.
        self.timed = timed
        # Short enough for a test that plays it completely.
        self.whole = whole

    def facts(self, playlist):
        return {
            "name": self.name, "path": f"{self.name}/{playlist}", "pictures": self.pictures, "rate": self.rate,
            "pictureStart": self.picture_from, "soundStart": self.sound_from, "soundEnd": self.sound_from + self.sound if self.sound else 0,
            "hasRuler": self.ruler and self.sound > 0, "priming": self.priming, "hasTrueTimes": self.timed,
            "isPlayedWhole": self.whole}
