"""Whether a sentence forbids what stands in it: "never disable the firewall", "`--no-verify` is not allowed"; or tells
only that it fails; and whether another one orders or permits that."""

import re

_CODE = re.compile(r"`[^`\n]*`")
# Where one clause ends and another begins, outside of code.
_BOUNDARY = re.compile(r"[.!?](?=\s|$|[)\"'])|[;:\n,]|\s[–—-]\s|\b(?:but|then|instead(?! of))\b", re.I)
_SUBORDINATE = re.compile(r"\s*(?:if|when|whenever|where|while|unless|because|since|as|until|once|though)\b", re.I)
# What forbids the verb that follows it: "do not" does where it begins an order, not in "tests do not pass".
_FORBIDS = re.compile(
    r"\b(?:never|avoid|refrain from|stop|instead of|rather than|no need to|not to|forb[ia]d\w*(?: to)?"
    r"|prohibit\w*(?: from)?"
    r"|disallow\w*|refus\w*(?: to)?|reject\w*|prevent\w*|(?:must|should|shall|may|can|need|ought)(?:n['’]t"
    r"| ?not)(?: to)?)\b"
    # The same in Spanish, Portuguese, French, Italian, German and Dutch, whose "not" stands behind its verb.
    r"|\b(?:nunca|jamais|mai|niemals|nie|nooit|vietato|proibido|prohibido|verboten|interdit de)\b"
    r"|(?:^|\b(?:you|we|they|agents?|please|and|or|so|always|also|either))\W{0,4}\bdo(?:n['’]t| not)\b",
    re.I,
)
# What turns a prohibition round: "do not forget to", "never commit without".
_REVERSED = re.compile(
    r"\b(?:forget|hesitate|fail|neglect|refuse|refrain|be afraid|without|unless|mind|worry"
    r"|sin|sem|sans|senza|ohne|zonder|olvid\w+|esque\w+|oubli\w+|dimentic\w+|verg(?:iss|ess|eet)\w*)\b",
    re.I,
)
_NEAR, _FAR = 2, 8  # words between a prohibition and the verb, or the code, that it forbids
_AFTER = re.compile(
    r"[^.;\n]{0,60}?\b(?:(?:is|are|was|were|gets?) (?:strictly |always )?"
    r"(?:forbidden|prohibited|banned|disallowed|rejected|(?:not|never|no longer) (?:allowed|permitted|acceptable"
    r"|an option))"
    r"|(?:must|should|shall|may|can)(?:n['’]t| ?not| never) be (?:used|run|passed|set|done|called|committed))\b"
    r"|[^.;\n]{0,60}?\b(?:está|é|è|est|ist|is)(?: hier)? (?:strictement |streng )?(?:prohibid[oa]|proibid[oa]"
    r"|vietat[oa]|interdite?|verboten|(?:hier )?nicht erlaubt)\b",
    re.I,
)
# A clause of its own, in which something else is said to be rejected: "if the push is rejected"; not "when committing".
_CONDITION = re.compile(
    r"\b(?:if|when|whenever|where|while|unless|because|once|though|(?:since|as|until) (?:the|an?|it|they|we|you|y?our)"
    r"|wenn|falls|weil|si|quand|lorsque|parce|cuando|porque|se|quando|omdat)\b(?! \w+ing\b)[^,]*$",
    re.I,
)
# What somebody else does, as a condition may tell: "when the push is rejected".
_IS_UNDERGONE = re.compile(r"(?:rejected|refused|prevented|disallowed|forbidden|prohibited)$", re.I)
_FAILS = re.compile(
    r"\s*(?P<where>(?:behind|in|on|at|with|under|inside|through|from)\b [^\n.;:!?,`]{1,60},? )?"
    r"(?:(?:the |this |our )?(?:command|installer|one-liner|line|call) "
    r"|(?:installing|running|using|downloading|calling|setting up)(?: [\w.-]{1,30}){0,3} (?:with|by|via|through) )?"
    r"`[^`\n]{1,500}`(?P<how> (?:(?:no longer|never) works"
    r"|(?:does|did|will)(?:n['’]t| not) (?:work|run)|fail(?:s|ed)"
    r"|hangs|times out|breaks|is (?:blocked|broken|refused|denied|rejected)"
    r"|(?:funktioniert|werkt) (?:[^\n.;:!?,]{0,60} )?(?:nicht|niet)(?: me[eh]r)?"
    r"|ne (?:fonctionne|marche) (?:plus|pas)|(?:ya )?no funciona|non funziona(?: più)?"
    r"|(?:já )?não funciona(?: mais)?)\b"
    r"[^\n.;:!?,]{0,60})\.?\s*",
    re.I,
)
# An order not to do something, up to its reason.
_PROHIBITION = re.compile(
    r"\W*(?:please )?(?:never|do not|don['’]t) (?P<verb>\w+)(?P<what>[^\n]*?)\W*(?:[;:] .*| because .*)?", re.I
)
_ORDERING = r"\W*(?:(?P<surely>always|(?:you|we|agents?) (?:may|can|must|should)) )?"
# An order goes on with where, when and how; whatever else follows, its words were a subject: `Push to main triggers …`
_FURTHER_ORDER = r"\W*(?:$| (?:after|before|once|when|if|unless|until|with|for|from|by|in|on|at|as|and)\b)"
_PERMITTED = r" (?:is|are) (?:always )?(?:fine|ok(?:ay)?|allowed|permitted|acceptable|an option)\b"
# What leads on to how it would work.
_FURTHER = re.compile(
    r"\b(?:and|or|but|so|then|if|when\w*|where|while|unless|until|without|before|first|because|since|as"
    r"|ohne|bis|wenn|sans|si|sin|sem|senza|se|zonder|als)\b",
    re.I,
)


def is_forbidden(text: str, start: int, end: int, *, is_code: bool = False) -> bool:
    """Whether what stands from `start` to `end`, an order or a command, is forbidden by its own clause."""
    outside = _CODE.sub(lambda code: "x" * len(code[0]), text[max(0, start - 200) : start])
    outside = outside.rpartition("`")[0] + " " if outside.count("`") % 2 else outside
    clause = _BOUNDARY.split(outside)[-1]
    after = _AFTER.match(text, end)
    return bool(after and not _CONDITION.search(after[0])) or _governs(clause, is_code)


def _governs(clause: str, is_code: bool) -> bool:
    """Whether a prohibition in what leads up to it reaches what follows the clause's end."""
    prohibition = next(reversed(list(_FORBIDS.finditer(clause))), None)
    if prohibition is None:
        return False
    if _IS_UNDERGONE.match(prohibition[0]) and _CONDITION.search(clause[: prohibition.start()]):
        return False
    between = clause[prohibition.end() :]
    limit = _FAR if is_code and not _SUBORDINATE.match(clause) else _NEAR
    near = len(between.split()) <= limit or re.search(r"\b(?:or|nor)\s+$", between)
    return bool(near) and not _REVERSED.search(between)


def tells_failure(text: str) -> bool:
    """Whether all that the text says is that the command in it does not work, and where."""
    failure = _FAILS.fullmatch(text)
    return failure is not None and not _FURTHER.search(f"{failure['where'] or ''} {failure['how']}")


def permits(text: str, prohibition: str) -> bool:
    """Whether the text orders or permits, in the same words, what the other one forbids without an exception."""
    forbidden = _PROHIBITION.fullmatch(prohibition)
    if not forbidden:
        return False
    verb, what = forbidden["verb"], re.escape(forbidden["what"])
    order = rf"{_ORDERING}{verb}{what}(?(surely)\b|{_FURTHER_ORDER})"
    permission = rf"\W*{verb.removesuffix('e')}\w?ing{what}{_PERMITTED}"
    return bool(re.match(rf"(?:{order}|{permission})", text, re.I))
