"""Print the README's two commands, one a line: the first shell block of each of the first two steps."""

import pathlib
import re

readme = pathlib.Path(__file__).parent.parent / "README.md"
for block in re.findall(r"```sh\n(.*?)```", readme.read_text(encoding="utf-8"), flags=re.DOTALL)[:2]:
    print(" ".join(block.replace("\\\n", " ").split()))
