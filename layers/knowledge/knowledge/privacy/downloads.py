"""Where something that was fetched from elsewhere is executed: piped, substituted, saved and run, or installed."""

import re
from collections.abc import Iterator
from itertools import islice
from urllib.parse import urlsplit

from knowledge.privacy.elsewhere import URL, is_elsewhere

_FETCH = r"(?:curl|wget|iwr|irm|invoke-(?:webrequest|restmethod))\b"
_SHELL = r"(?:(?:ba|z|da|k|fi)?sh|pwsh|powershell|iex|invoke-expression|source|eval)"
_LANGUAGE = r"(?:python[\d.]*|node|deno|bun|perl|ruby|php)"
_AS_ROOT = r"(?:sudo(?: -\w+)* |env(?: \w+=\S*)* )?"
# An interpreter that reads its program where others read data: it is given none by an option or by its path.
_RUNS_INPUT = (
    rf"{_AS_ROOT}(?:{_SHELL}\b(?! -\w*c\b| (?!-)[^\s`]*[./]\w)|{_LANGUAGE}\b(?! -\w*[mcenpr]\b| (?!-)[^\s`]*[./]\w)"
    rf"|{_LANGUAGE} -\w*[ce] [^\n|]{{0,100}}\b(?:exec|eval)\()"
)
_PIPED = re.compile(
    rf"\b(?:{_FETCH}|base64 (?:-d|--decode)\b)[^\n|]{{0,300}}(?:\|[^\n|]{{1,100}}){{0,3}}\|\s*{_RUNS_INPUT}", re.I
)
_INTO_SHELL = re.compile(rf"\b(?:in)?to {_AS_ROOT}{_SHELL}\b(?! -\w*c\b)", re.I)
_PIPED_IN_WORDS = re.compile(rf"(?:\b{_FETCH}|{URL}|\bpip(?:e[sd]?|ing)\b)[^\n]{{0,300}}?{_INTO_SHELL.pattern}", re.I)
_SUBSTITUTED = re.compile(
    rf"(?<![\w.-])(?:{_SHELL}|{_LANGUAGE}|\.)(?:\s+-\S{{1,20}})*\s*[\"']?\s?[<$]?\(\s*{_FETCH}[^\n`]{{0,200}}"
    rf"|\b(?:exec|eval|Function)\s?\([^\n]{{0,80}}?\b(?:urlopen|requests\.get|fetch|{_FETCH})[^\n`]{{0,200}}"
    # What a command printed is run; what was fetched is handed on to be.
    rf"|\bsystem\s?\(\s?`\s?{_FETCH}[^\n`]{{0,200}}|\bfetch\([^\n]{{1,300}}?\.then\(\s?(?:eval|Function)\b",
    re.I,
)
# A program that nobody can read as it stands.
_ENCODED = re.compile(
    r"\b(?:powershell|pwsh)(?:\.exe)?\b[^\n|;&`]{0,100} [-/]e(?:c|nc|ncodedcommand)?\s{1,4}[A-Za-z0-9+/=]{8}", re.I
)
_INSTALLED = re.compile(
    r"\b(?:npx|uvx|bunx|(?:pip[\d.]*|pipx|uv|poetry|npm|pnpm|yarn|bun|gem|cargo|go|conda)\b[^\n`;|&#,(]{0,60}?"
    rf" (?:install|add|i|get|run|exec|dlx))\b[^\n`;|&#,(]{{0,100}}?[ =]{URL}",
    re.I,
)
_RUN = r"(?:run|execute|start|launch|source|eval(?:uate)?|install)"
_IT = r"(?:it|them|this|that|the (?:\w+ )?(?:script|file|installer|binary|patch|program))"
_IN_WORDS = re.compile(
    rf"\b(?:download|(?:fetch|grab|get|pull|save|retrieve)\b[^\n]{{0,40}}?(?={URL}))[^\n]{{0,200}}?"
    rf"(?:\b(?:and|then)\b|[,;.]) (?:then )?{_RUN} {_IT}\b"
    rf"|\b{_RUN} (?:the |this |a )?(?:\w+ )?(?:(?:script|installer|binary|program|file|code) (?:at|from|behind"
    rf"|under) )?{URL}",
    re.I,
)
_DOWNLOAD = re.compile(rf"\b(?:{_FETCH}[^\n`;|]{{0,300}}|{URL})", re.I)
_SAVED_AS = re.compile(r"(?:-[a-zA-Z]{0,8}[oO]|--output(?:-document)?|-OutFile|>)[ =]?\s?([\w./~-]{2,80})", re.I)
_MOST = 8  # names of files that are looked for


def executed_downloads(text: str) -> Iterator[re.Match[str]]:
    """Each place where a text fetches something and has it executed."""
    in_words = [_PIPED_IN_WORDS] if _INTO_SHELL.search(text) else []  # the dearest is hardly ever asked
    for form in (_PIPED, *in_words, _SUBSTITUTED, _INSTALLED, _IN_WORDS):
        yield from (match for match in form.finditer(text) if _brings(match[0]))
    yield from _ENCODED.finditer(text)
    names = "|".join(map(re.escape, islice(dict.fromkeys(_saved(text)), _MOST)))
    if names:
        path = rf"(?:[\w.~-]{{0,80}}/){{0,6}}(?:{names})(?![\w-])"
        ran = rf"(?:{_SHELL}|{_LANGUAGE}|chmod [\w+]{{1,10}}|{_RUN}|\.)\s{{1,2}}[`\"']?"
        run = rf"(?<![\w./~-])(?:{ran}|\./){path}"
        yield from re.finditer(run, text, re.I)


def _brings(part: str) -> bool:
    """Whether it fetches, or decodes what it hides, and not from the machine itself."""
    return bool(_DOWNLOAD.search(part) or "base64" in part or "ownload" in part) and is_elsewhere(part)


def _saved(text: str) -> Iterator[str]:
    """The names under which a text saves what it fetches from elsewhere."""
    for download in _DOWNLOAD.finditer(text):
        if is_elsewhere(download[0]):
            yield from (name.rpartition("/")[2] for name in _SAVED_AS.findall(download[0]))
            yield from (name for url in re.findall(URL, download[0], re.I) if (name := _last_part(url)))


def _last_part(url: str) -> str:
    """What a URL's path ends with, where it is a file's name."""
    try:
        name = urlsplit(url).path.rpartition("/")[2].rstrip(".,:)")
    except ValueError:
        return ""
    return name if 3 <= len(name) <= 80 and "." in name else ""
