"""Which sentences stand alone as a statement, and how to make one that nearly does."""

import re

# A name that somebody could look up: inline code, a path, a dotted or snake_case name, CamelCase, a call.
NAME = re.compile(
    r"`[^`\n]{2,100}`|(?<![\w/])[\w.-]*/[\w./-]*\.\w{1,5}\b|\b[a-z]\w*(?:_\w+)+\b|\b\w+(?:\.\w+)+\(?|"
    r"\b[A-Z][a-z0-9]+(?:[A-Z]\w*)+\b|\b\w+\(\)"
)
_HEDGE = re.compile(
    r"\b(?:seems?|seemed|appears?|likely|probably|maybe|perhaps|might|may|could|guess|suspect\w*|assum\w+|presumably|"
    r"unclear|not sure|unsure|hopefully|possibly|potentially|wonder\w*|suppos\w+|think|believe|i expect|hypothes\w+|"
    r"should (?:be|work|have|fix|now|also|probably)|would (?:be|work|need|also)|if (?:i|we|this|that|so|it)\b|what if|"
    r"or maybe|somehow|apparently|looks like|look like|let's say|suggests|implies|in theory|usually|typically)\b",
    re.I,
)
_PERSON = re.compile(r"\b(?:I|I'(?:m|ll|ve|d)|me|my|mine|myself|we|we'(?:re|ll|ve)|let's|you|your)\b", re.I)
_PROCESS = re.compile(
    r"\b(?:reproduc\w*|repro|scripts?|submit\w*|double[- ]check\w*|verif\w+|confirm\w*|"
    r"the (?:output|diff|snippet|previous|next step|plan|summary|traceback|user|command|log|prompt|instructions?|task|"
    r"pr|pr description|issue description|provided)|above|below|earlier|temporary|as expected|as shown|"
    r"works? (?:now|fine|as|correctly)|(?:looks?|is|are|was|were) (?:good|correct|correctly|fine|clean|right|sound|"
    r"done|complete|applied|there)|tests? (?:also |all |still |now )?pass\w*|passed|hidden tests?|for example|e\.g\.|"
    r"this test|the test (?:case|passes|fails|file)|sed|grep|ls -|cat <<|here is|here are|edge case|at the end|"
    r"in this case|test case|(?:the|my|this|original|existing) (?:description|example|suggestion|proposal|tests?|mock|"
    r"comment)|the original issue|now|robust|robustly|original|produced|its tests?|for some reason|concern|imported in|"
    r"etc|lines|are missing|occurrences?|hunk|first occurrence|indent\w*|logic holds|makes sense|"
    r"the (?:first|second|third|last|other) (?:one|part|case|block|issue))\b",
    re.I,
)
_DEICTIC = re.compile(
    r"(?:this|that|it|its|these|those|they|their|he|she|here|there|then|such|same|both|either|neither|which|who|what|"
    r"why|how|when i|if|now|next|first|second|third|finally|instead|otherwise|nothing|something|one|another|all|none|"
    r"by doing|doing so|correct|expected|actual|before|after)\b",
    re.I,
)  # fmt: skip
_DANGLING = re.compile(
    r"\b(?:this|that|the|these|those) (?:issue|problem|bug|error|fix|change|changes|code|method|function|class|file|"
    r"line|lines|check|logic|approach|behavior|behaviour|case|block|loop|condition|patch|solution|value|argument|"
    r"failure|part|one|thing|test|tests|exception|warning|variable|call|result|module|regex|implementation)\b(?! `)",
    re.I,
)
# An example being traced, not a statement: arrows, sums of snippets, numbered cases.
_EXAMPLE = re.compile(
    r"\.\.\.|: |->|=>|→|x [+=] x|==|^x(?: x)*\.?$|^(?:\w+ )?\w+:|\bx: x|\((?:or )?similar\)|\"(?:DO|NOT)\b"
)
_POINTING = re.compile(
    r"\b(?:these|those|this|such|both|that (?:information|value|case|field|object|instance))\b|it again\b|"
    r"^(?:since|when|as|if|because|where|in [^,]{1,60},?|for [^,]{1,60},?),? (?:it|they|he|we)(?:'s)?\b"
    r"|\b(?:returns?|overrides?|calls?|uses?|handles?|does|defines?|sets?|expects?) (?:it|them|so)\b",
    re.I,
)
CAUSE = re.compile(
    r"\b(?:because|since|due to|so that|causing|causes?|caused|therefore|which means|leads? to|results? in|as a result|"
    r"instead of|rather than|only (?:if|when|for)|unless|even (?:if|when|though)|without|never|always|must|requires?|"
    r"expects?|ignores?|ignored|overrides?|fails?|raises?|does(?:n't| not)|do(?:n't| not)|is(?:n't| not)|"
    r"are(?:n't| not)|returns? (?:only|none|the same|an? empty|\S+ (?:if|when|for|instead))|cannot|can't|ensures?|"
    r"prevents?|missing)\b",
    re.I,
)
TAKEN_BACK = re.compile(r"\b(?:wait|hmm|actually|on second thought|no,|but is it|unless|not quite|however,? i)\b", re.I)


_ADVICE = re.compile(
    r"(?:run|use|set|start|install|export|build|deploy|never|always|do not|don't|avoid|prefer|call|pass|put|keep)\b.*"
    r"\b(?:with|before|after|via|from|instead|not|never|always|because|since|otherwise|when|unless|to|in)\b",
    re.I | re.S,
)
_DECIDED = re.compile(
    r"(?:decision: |(?:I|we)(?:'ve| have)? (?:decided|chose|chosen|opted|agreed)(?: (?:to|on|for))? "
    r"|(?:I|we)(?:'ll| will|'m going to| am going to) (?=(?:use|keep|go with|stick with|prefer|avoid|leave|"
    r"put|store)\b))(.+)",
    re.I | re.S,
)
_REASON = re.compile(r"\b(?:because|since|instead of|rather than|so that|due to|to avoid|over)\b", re.I)
_MAX_LEAD = 45
_IMPERATIVE = re.compile(
    r"(?:modify|update|check|locate|add|change|create|use|remove|find|fix|explicit|related|defines?|checking|looking|"
    r"replace|move|make|ensure|run|handle|call|set|insert|implement|keep|rename|consider|return|import|added|updated|"
    r"modified|changed|removed|replaced|moved|created|fixed|fixing|using|adding|modifying|updating|running)\b|\(",
    re.I,
)


def stands_alone(sentence: str) -> bool:
    """Whether a tidied sentence is a statement about something it names, readable without what surrounds it."""
    opening = _DEICTIC.match(sentence) or _IMPERATIVE.match(sentence)
    named = NAME.search(sentence)
    return is_statement(sentence) and not opening and not points_elsewhere(sentence) and _leads(named)


def _leads(named: re.Match[str] | None) -> bool:
    """Whether a sentence says early what it is about."""
    return named is not None and named.start() <= _MAX_LEAD


def is_statement(sentence: str) -> bool:
    """Whether it states something as a fact: neither a guess, nor a question, nor a report of a step."""
    words = sentence.split()
    prose = re.sub(r"`[^`]*`", "x", sentence)
    return (
        5 <= len(words) <= 45
        and 30 <= len(sentence) <= 320
        and sentence[-1] == "."
        and sentence.count("`") % 2 == 0
        and "?" not in prose
        and not _EXAMPLE.search(prose)
        and prose.count("(") == prose.count(")")
        and not _HEDGE.search(prose)
        and not _PERSON.search(prose)
        and not _PROCESS.search(prose)
        and not _DANGLING.search(prose)
    )


def is_advice(sentence: str) -> bool:
    """Whether it tells a reader what to run or use, with the condition or the reason."""
    return bool(_ADVICE.match(sentence)) and is_statement(sentence.replace("the tests", "tests")) and "`" in sentence


def decision(sentence: str) -> str:
    """What was decided, with its reason or what it was preferred to; "" where the sentence is no decision."""
    decided = _DECIDED.match(sentence)
    if not decided or not _REASON.search(decided[1]):
        return ""
    text = f"Decision: {decided[1]}"
    return text if is_statement(f"Decided was to {decided[1]}") and not points_elsewhere(decided[1]) else ""


def points_elsewhere(sentence: str) -> bool:
    """Whether it leans on something that only the sentences around it name."""
    return bool(_POINTING.search(sentence))


def follows_on(sentence: str) -> bool:
    """Whether it begins by pointing at the sentence before it."""
    return bool(
        re.match(r"(?:this|it|that|these|they) (?!is (?:correct|fine|good|what|why|a good))\w+", sentence, re.I)
    )
