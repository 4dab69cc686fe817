"""Sentences that were written for a reader, as facts: without their speaker and their label."""

import re

from knowledge.text.sentences import tidy

_LABEL = re.compile(
    r"(?P<label>(?:probable |actual |real )?(?:root )?cause|reason|fix|resolution|solution|workaround|decision|decided|"
    r"lessons? learn(?:ed|t)|lesson|learned|learnt|note|nb|n\.b\.|gotcha|caveat|warning|important|tip|hint|til|fyi|"
    r"reminder|remember|conclusion|finding|takeaway|outcome|result|summary|env|environment|setup|"
    r"prerequisites?)s?\s*(?P<of>(?:of|for|behind) [^:]{3,60})?(?::|\s[-–—]|(?<=til))\s+",
    re.I,
)
_OF_SYMPTOM = {
    "cause": "Cause",
    "root cause": "Cause",
    "actual cause": "Cause",
    "fix": "Fix",
    "resolution": "Fix",
    "solution": "Fix",
    "reason": "Cause",
    "workaround": "Workaround",
}
_DECIDED = re.compile(
    r"(?:(?:I|we|the team|team)(?:'ve| have)? )?(?:also )?(?:finally )?(?:decided|chose|chosen|opted|agreed|settled|"
    r"went|decision was|(?<=e )went)(?: (?:to|on|for|with|that))? (?=\S)",
    re.I,
)
_FIXED = re.compile(
    r"\A(?:(?:I|we)(?:'ve| have)? )?(?:now |also |then )?(fixed|solved|resolved|worked around|got around) ", re.I
)
_LEARNED = re.compile(
    r"\A(?:(?:and |but |so |also,? |then |however,? |unfortunately,? |interestingly,? |basically,? |apparently,? |"
    r"plus,? )*)(?:(?:I|we)(?:'ve| have)? (?:also )?(?:learn(?:ed|t)|found(?: out)?|discovered|noticed|realized|"
    r"realised|figured out|confirmed|verified|saw)(?: that)? |it (?:also )?turn(?:s|ed) out(?: that)? |"
    r"turns out(?: that)? |note that |keep in mind(?: that)? |remember(?: that|:)? |be aware(?: that)? |watch out: |"
    r"beware(?: that|:)? |(?:the )?(?:first|second|third|other|next) (?:failure|problem|issue|error|"
    r"one)(?: was)?(?:[:,] | (?=[A-Z`]))|done[.!] |and |but |so |also,? )?",
    re.I,
)
# What was done counts where the reason is told; what else was done is in the patch.
_BY_THE_AGENT = re.compile(
    r"I (?=(?:\w+ed|chose|set|put|kept|made|split|wrote|rewrote|left|built) .*\b(?:because|since|so that|instead of|"
    r"rather than|to avoid|due to|otherwise|as the|with `|from `.*to `))"
)


def told(sentence: str, section: str, symptom: str) -> str:
    """The sentence as a fact: without its speaker and label, a cause or a fix with the symptom that it belongs to."""
    sentence = sentence.strip()
    label = _LABEL.match(sentence)
    name = re.sub(r"^(?:probable|real) ", "", label["label"].lower()) if label else ""
    if label:
        sentence = _labelled(name, label["of"] or "", sentence[label.end() :], symptom)
    sentence = _LEARNED.sub("", sentence, count=1)
    if decided := _DECIDED.match(sentence):
        sentence = f"Decision: {sentence[decided.end() :]}"
    elif name.startswith(("decision", "decided")) or re.match(r"decisions?\b|decided", section, re.I):
        sentence = f"Decision: {sentence}"
    sentence = _FIXED.sub(lambda found: f"{found[1].capitalize()} ", sentence, count=1)
    return _impersonal(tidy(sentence))


def _labelled(name: str, of: str, rest: str, symptom: str) -> str:
    if of and name in _OF_SYMPTOM:
        return f"{_OF_SYMPTOM[name]} {of.strip()}: {rest}"
    if symptom and name in _OF_SYMPTOM:
        return f'{_OF_SYMPTOM[name]} of "{symptom}": {rest}'.replace(' of "', ' for "', 1)
    return f"{_OF_SYMPTOM[name]}: {rest}" if name in _OF_SYMPTOM else rest


def _impersonal(sentence: str) -> str:
    """The first person of what was done becomes the agent, who was somebody else to a later reader."""
    sentence = re.sub(r"\bwe've\b|\bwe have\b(?= \w+(?:ed|en)\b)", "the project has", sentence, flags=re.I)
    sentence = re.sub(r"^You (?:will )?(?:also )?(?=need|must|have to|should|can)", "You ", sentence)
    if _BY_THE_AGENT.match(sentence):
        sentence = f"The agent {sentence[2:]}"
    return re.sub(r"(?<=[;,] )(?:so |and )?I(?:'ve| have)? (?=(?:also )?\w+(?:ed|t)\b)", "the agent ", sentence)
