from typing import get_args

import pytest

from memassets.kernel import reasons
from memassets.kernel.reasons import Reason

CODES = get_args(Reason)


@pytest.mark.parametrize("code", CODES)
def test_every_code_is_kebab_case_and_has_one_sentence(code: Reason) -> None:
    assert code == code.lower()
    assert set(code) <= set("abcdefghijklmnopqrstuvwxyz-")
    sentence = reasons.SENTENCES[code]
    assert sentence[0].isupper()
    assert sentence.endswith(".")


def test_no_two_codes_share_a_sentence() -> None:
    assert len(set(reasons.SENTENCES.values())) == len(CODES)
