"""Options and settings that switch a check off, told by what their names say: `--no-verify`, `sslVerify = false`.

A name is read without the signs between its words, so that each way of writing it is one: `ssl_verify`, `sslVerify`.
"""

import re
from collections.abc import Iterator

# What is named after checking is switched off by "no"; what is named after not checking, by "yes".
_CHECK = re.compile(
    r"^(?!.*(?:email|phone|account))(?:.*verify(?:peer|host|ssl|tls|cert\w*|server\w*|mode)?|.*verification"
    r"|.*rejectunauthorized"
    r"|.*checkhostname|.*hostkeychecking|.*strictssl|.*(?:validate|check)cert\w*|.*hookspath|husky)$"
)
_NO_CHECK = re.compile(
    r"(?:no|skip|disable|ignore|bypass)(?:all|check|web|strict)?(?:ssl|tls|https|cert|gpg|signature|signing|verif"
    r"|auth(?!or)|secur"
    r"|hook|hostkey|permission|approval)|allow(?:insecur|unauth|untrust|unsign)|trust(?:all|edhost|servercert)"
    r"|insecure(?!registr)|dangerously|^yolo$"
)
_OPTION = re.compile(r"(?<![\w-])--([a-z][\w-]{2,60})(?!\w)(?!=(?:false|0|no))", re.I)
_VALUE = r"[\"']?(?P<value>0|1|false|true|no|yes|off|on|none|disabled?|/dev/null)(?![\w.])"
_SETTING = re.compile(rf"(?<![\w.-])(?P<name>[A-Za-z][\w.-]{{2,60}})[\"']?\s?(?:=>?|:|,)\s?{_VALUE}", re.I)
# In prose any word may stand before "no": what only a space joins has a name that no word is like.
_SPACED = re.compile(rf"(?<![\w.-])(?P<name>[a-z]{{1,30}}(?:[._-]|(?-i:[A-Z]))[\w.-]{{1,60}}) {_VALUE}", re.I)
_OFF = {"0", "false", "no", "off", "none", "disable", "disabled", "/dev/null"}


def checks_switched_off(text: str) -> Iterator[re.Match[str]]:
    """Each option and setting in a text that switches a check off."""
    yield from (option for option in _OPTION.finditer(text) if _NO_CHECK.search(_plain(option[1])))
    for form in (_SETTING, _SPACED):
        yield from (setting for setting in form.finditer(text) if _switches_off(setting))


def _switches_off(setting: re.Match[str]) -> bool:
    name, is_off = _plain(setting["name"]), setting["value"].lower() in _OFF
    return bool((_CHECK.match(name) and not _NO_CHECK.search(name)) if is_off else _NO_CHECK.search(name))


def _plain(name: str) -> str:
    return re.sub(r"[^a-z]", "", name.lower())
