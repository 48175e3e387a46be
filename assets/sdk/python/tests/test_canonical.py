import json
import pathlib
import unittest

from assent import canonicalize, manifest_hash

SUITE = pathlib.Path(__file__).parents[5] / "shared/data/jcs"


class Canonical(unittest.TestCase):
    @unittest.skipUnless(SUITE.is_dir(), f"{SUITE} is not there")
    def test_rfc_8785s_own_cases(self):
        for case in sorted((SUITE / "input").iterdir()):
            with self.subTest(case.name):
                self.assertEqual(canonicalize(json.loads(case.read_text())), (SUITE / "output" / case.name).read_text())

    def test_forms(self):
        for value, form in [
            ({"b": 1, "a": [True, None, "x"]}, '{"a":[true,null,"x"],"b":1}'),
            ({"\U0001f600": 1, "\ufb33": 2}, '{"\U0001f600":1,"\ufb33":2}'),  # UTF-16 code units, not code points
            ([-0.0, 1e21, 1e-7, 333333333.33333329, 4.5, 0.000001], "[0,1e+21,1e-7,333333333.3333333,4.5,0.000001]"),
            ([1e20, 100.0, 123456789012345680000.0, 5e-324, 1.7976931348623157e308, -1.5e-9], "[100000000000000000000,100,123456789012345680000,5e-324,1.7976931348623157e+308,-1.5e-9]"),
            ([2**53, -1, 0, 10], "[9007199254740992,-1,0,10]"),
            ("\0\b\x1f\x7f\u2028\"\\/", '"\\u0000\\b\\u001f\x7f\u2028\\"\\\\/"'),
        ]:
            with self.subTest(form):
                self.assertEqual(canonicalize(value), form)

    def test_what_json_cannot_hold(self):
        for value, error in [(float("nan"), ValueError), (float("inf"), ValueError), (2**53 + 1, ValueError), ("\ud800", ValueError), ({"\udc00": 1}, ValueError),
                             ({1: 2}, TypeError), (b"", TypeError), ({1, 2}, TypeError)]:
            with self.subTest(value), self.assertRaises(error):
                canonicalize(value)

    def test_a_manifests_hash_is_sha_256_of_its_form(self):
        self.assertEqual(manifest_hash({}), "44136fa355b3678a1146ad16f7e8649e94fb4fc21fe77e8310c060f61caaff8a")


if __name__ == "__main__":
    unittest.main()
