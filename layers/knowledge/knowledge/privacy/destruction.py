"""Commands that destroy what cannot be brought back, told by what they do and to what.

Held is a command that deletes what holds data of its own (a database, a volume, a namespace), and one that deletes
anything of production but what comes back by itself (a pod, a cache). Not held is what is made for a while (tests,
previews, one's own machine), what the same sentence makes anew, and a report of what such a command did.
"""

import re
from collections.abc import Iterator
from itertools import chain

# What holds data of its own. A name may have it as its first or last part: `db-instance`, `prod-db`.
STORES = (
    r"(?:namespaces?|ns|databases?|dbs?|schemas?|tables?|keyspaces?|tablespaces?|collections?|buckets?|volumes?|pvcs?"
    r"|pvs?|persistentvolumes?|persistentvolumeclaims?|crds?|disks?|drives?|file-?systems?|clusters?|instances?"
    r"|projects?|accounts?|tenants?|vaults?|repos?|repositor(?:y|ies)|stacks?|resource-groups?|snapshots?|backups?)"
)
_STORE = re.compile(rf"[\s,-]{STORES}(?=$|[\s,-])|\baz group\b", re.I)
_DELETES = r"(?:delete|destroy|drop|purge|wipe|erase|terminate|truncate|nuke|uninstall|rb)"
_IS_BUCKET = re.compile(r"\b(?:s3|gs|r2|az)://")
# What deletes too, and is said of so much else that it counts only where production loses a store.
_MAY_DELETE = r"(?:rm|remove|prune|reset|down)"
_PROSE = (
    r"(?:an?|after|and|are|as|at|because|before|between|but|do|does|every|execute|for|from|ha[sd]|have|if|in|is|it"
    r"|needs|never|not|of|on|once|or|our|run|so|that|the|their|then|this|to|unless|until|was|when|whenever|where|which"
    r"|while|will|with|you|your)(?![\w-])"
)
_WORD = rf"(?!{_PROSE}|[–—-]\s)[^\s`;|&()]{{0,200}}[^\s`;|&().,:!?]"
_LEAD = (
    r"(?:(?<![^\n])|(?:\$\(|[`$|;&])\s?"
    r"|\b(?:run|running|runs|execute|executing|issue|and|then|by|with|use|via)\s[`\"']?)"
)
_COMMAND = re.compile(
    rf"{_LEAD}(?:sudo\s)?(?P<program>(?!{_PROSE})[a-z][\w.-]{{0,40}})(?P<path>(?:\s{_WORD}){{0,6}}?)"
    rf"\s(?P<verb>(?:\w{{1,30}}:)?(?:(?P<surely>{_DELETES})|{_MAY_DELETE})(?P<what>-[\w-]{{1,60}})?)"
    rf"(?![\w:.(/-])(?P<words>(?:\s{_WORD}){{0,8}})",
    re.I,
)
_OPTION = re.compile(r"(?:^|\s)(?:-[a-z]\s[^\s-]\S*|--?[\w-]+(?:=\S+)?)", re.I)  # with the value behind one letter
# A statement stands in capitals or in quotes, and ends with what it deletes.
_STATEMENT = re.compile(
    r"(?:\b(?:DROP (?:DATABASE|SCHEMA|TABLE|KEYSPACE|TABLESPACE)|TRUNCATE(?: TABLE)?|DELETE\sFROM)"
    r"|(?<=[`\"'])(?i:drop (?:database|schema|table|keyspace)|truncate table|delete\sfrom))"
    rf"(?P<words>(?: (?:IF EXISTS|if exists|ONLY))? {_WORD}(?: (?:CASCADE|cascade|RESTRICT))?)"
    r"(?=[`\"'.,;:!?)]|$|\s(?!an?\b|the\b|our\b)(?:without|[–—-]|" + _PROSE + r"))(?!\s+(?i:where)\b)"
    r"|\b(?:FLUSHALL|FLUSHDB)\b|\bdropDatabase\(\)|\bdropdb\b(?P<name>(?: -\S+){0,4} [^\s`;|&]+)"
    r"|\b(?:wipefs|lvremove|vgremove|pvremove)\s[^\s`;|&]+|\bgit push\b[^\n|;&`]{0,60}? --mirror\b"
)
_RM = (
    r"\brm (?:-[\w-]{1,30} ){0,4}?(?:-\w{0,6}[rR]\w{0,6}|--recursive) (?:-[\w-]{1,30} ){0,4}?"
    r"(?:--no-preserve-root|[\"']?%s[\"']?(?=[\s`;&|,)]|\.?(?:\s|$)))"
)
# A folder at the root, the home, where one stands, its parent, all in it, or what its history is in.
_WHOLE = r"(?:/(?:\*|[a-z]+/?)?|~/?\*?|\$\{?HOME\}?/?\*?|\.{1,2}/?|\./\*|\*|(?:\./)?\.git/?)"
# What services keep, and machines hold for them (FHS 3.0).
_STATE = r"/(?:var/(?:lib|backups|opt|mail|spool)(?:/[\w.*${}+-]+){0,6}|(?:srv|mnt|media|data|home)(?:/[\w.*${}-]+)?)/?"
_TREE = re.compile(rf"{_RM % _STATE}|\bfind (?:{_STATE}|/|~/?)\s[^\n|;&`]{{0,100}}-delete\b")
# Whatever is said around it: whole disks and folders, the history that others work on.
_ALWAYS = re.compile(
    rf"{_RM % _WHOLE}|\bmkfs\b|\bdd\b[^\n|;&`]{{0,100}}\bof=/dev/(?!null)|>\s?/dev/(?:sd|nvme|vd)"
    r"|\bgit\b[^\n|;&`]{0,40} push\b[^\n|;&`]{0,60} (?:(?:-f|--force|-d|--delete)(?![\w-])[^\n|;&`]{0,60}"
    r" (?:main|master)\b|:(?:main|master)\b)",
    re.I,
)
# What is told apart in names and in prose alike: `shop-prod`, `prod_db`, "in production".
_PRODUCTION = r"(?<![a-z])(?:prod(?:uction)?|live)(?![a-z])"
_FOR_A_WHILE = (
    r"(?<![a-z])(?:tests?|testing|ci|dev|develop(?:ment|er)?|local(?:ly|host)?|staging|qa|previews?|review|sandbox"
    r"|scratch|throwaway|temp(?:orary)?|tmp|ephemeral|demos?|examples?|fixtures?|features?|branch|pr|playground|127)"
    r"(?![a-z])"
)
_COMES_BACK = re.compile(
    r"(?<![a-z])(?:pods?|po|jobs?|replicasets?|rs|caches?|logs?|locks?|lease|events?|sessions?|lists|workspaces?|builds?"
    r"|dist|target|node_modules|apt|dnf|yum)(?![a-z])",
    re.I,
)
_SCOPE = r"\b(?:in|on|at|of|for|from|with|within|against|the|your|our)\s[`\"']?(?:[\w']{1,30}[\s_-]){0,2}?"
_IN_PRODUCTION = re.compile(_SCOPE + _PRODUCTION, re.I)
_IN_TESTS = re.compile(
    rf"{_SCOPE}{_FOR_A_WHILE}|\blocally\b|\b(?:between|before|after) (?:(?:the|each|every|all) )?tests?\b", re.I
)
_NAMES_PRODUCTION = re.compile(_PRODUCTION, re.I)
_NAMES_TESTS = re.compile(_FOR_A_WHILE, re.I)
# Containers and clusters of one's own machine.
_OWN_MACHINE = re.compile(r"(?:docker|docker-compose|podman|nerdctl|kind|minikube|k3d|vagrant)", re.I)
_MADE_AGAIN = re.compile(
    r"(?:\band|\bthen|&&|[;,])\s+[`\"']?(?:[\w.:/-]+\s){0,3}?(?:re-?)?(?:[\w]{1,20}[:-])?(?:create\w*|createdb|build|deploy"
    r"|install|migrate|seed|restore|import|load|apply|set-?up|stamp|upgrade|make it (?:again|anew))\b",
    re.I,
)
_WAS_RUN = re.compile(r"\b(?:ran|executed|typed|issued|had run|has run)\s[`\"']?$", re.I)
_EFFECT = re.compile(
    r"[`\"']?\s(?:(?:is|was) (?:only )?(?:run|(?!needed|recommended|required)\w+ed)|has|needs|requires"
    r"|(?:also |even |silently )?(?:hangs|fails|times out|deletes|drops|destroys|wipes|loses|erases|took"
    r"|deleted|dropped|destroyed|wiped))\b",
    re.I,
)
_SENTENCE_END = re.compile(r"[.!?](?=\s|$)|\n")
_REACH = 200  # characters of a sentence on each side


def destructions(text: str) -> Iterator[re.Match[str]]:
    """Each command in a text that destroys what cannot be brought back."""
    yield from _ALWAYS.finditer(text)
    for match in chain(_COMMAND.finditer(text), _STATEMENT.finditer(text), _TREE.finditer(text)):
        if _destroys(match, *_around(text, match)):
            yield match


def _around(text: str, match: re.Match[str]) -> tuple[str, str]:
    """What stands before and behind a command in its sentence."""
    before = _SENTENCE_END.split(text[max(0, match.start() - _REACH) : match.start()])[-1]
    return before, _SENTENCE_END.split(text[match.end() : match.end() + _REACH])[0]


def _destroys(match: re.Match[str], before: str, after: str) -> bool:
    command, sentence = _code(match[0], before, after), f"{before} {match[0]} {after}"
    if _WAS_RUN.search(before + match[0][:1]) or _EFFECT.match(after) or _NAMES_TESTS.search(command):
        return False
    if _NAMES_PRODUCTION.search(command) or _IN_PRODUCTION.search(sentence):
        return _is_of_production(match)
    is_for_a_while = _IN_TESTS.search(sentence) or _MADE_AGAIN.search(after) or _COMES_BACK.search(command)
    return not is_for_a_while and not _empties_cache(command, sentence) and _deletes_store(match)


def _code(command: str, before: str, after: str) -> str:
    """A command with the rest of the code that it stands in, as the one that hands it to a server."""
    return before.rpartition("`")[2] + command + after.partition("`")[0] if before.count("`") % 2 else command


def _is_of_production(match: re.Match[str]) -> bool:
    """Whether what a command deletes of production does not come back by itself."""
    if match.re is _COMMAND and not match["surely"]:
        return _names_store(match)
    return not _COMES_BACK.search(match[0])


def _empties_cache(command: str, sentence: str) -> bool:
    return "flush" in command.lower() and bool(re.search(r"\bcached?s?\b", sentence, re.I))


def _deletes_store(match: re.Match[str]) -> bool:
    """Whether what a command surely deletes holds data, and not on one's own machine alone."""
    if match.re is not _COMMAND:
        return True
    is_folder = _IS_BUCKET.search(match["words"]) and re.search(r"\s(?:-\w?r|--recursive)\b", match[0], re.I)
    if not (match["surely"] or is_folder) or _OWN_MACHINE.fullmatch(match["program"]):
        return False
    return "destroy" in match["verb"].lower() or _names_store(match)


def _names_store(match: re.Match[str]) -> bool:
    """Whether a command tells which of what holds data it deletes: before its verb, in it, or first behind it."""
    words = match["words"]
    if _IS_BUCKET.search(words) or re.search(r"\s(?:--volumes|-v)\b", words):
        return True
    named = match["program"] + _OPTION.sub(" ", match["path"]) + (match["what"] or "")
    first, *others = _OPTION.sub(" ", words).split() or [""]
    return bool((words and _STORE.search(named)) or (_STORE.search(f" {first}") and (others or "--all" in words)))
