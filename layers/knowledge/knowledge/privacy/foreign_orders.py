"""Orders that only a person may give, in German, Dutch, French, Spanish, Italian and Portuguese, told by their form.

An order is a clause that begins with its verb in the imperative, or with the infinitive, and has no "not" in it.
"""

import re
from collections.abc import Iterator

_BEGINS = r"(?:(?<![^\n])|(?<=[.!?:;,] )|(?<=\bund )|(?<=\ben )|(?<=\bet )|(?<=\by )|(?<=\be )|(?<=\bbitte ))"
_CLAUSE = r"[^\n.;:!?,]{1,80}?"
_NOT = re.compile(
    r"\b(?:nie|niemals|nicht|keine\w*|nooit|niet|geen|jamais|pas|aucune?|nunca|jamás|no|não|mai|non)\b", re.I
)
# Which instructions: those that the agent was given.
_GIVEN = (
    r"(?=[^\n.;:!?]{0,120}\b(?:alle\w*|bisherig\w*|vorherig\w*|früher\w*|obig\w*|deine|eerdere|vorige|bovenstaande"
    r"|précédent\w*|antérieur\w*|toutes|tes|vos|anterior\w*|previ[ao]\w|todas|tus|precedenti|tutte|tue|suas)\b)"
)
_GUARD = (
    r"(?:firewall|zertifikatsprüfung|prüfung der (?:zertifikate|signatur\w*)|signaturprüfung|codeprüfung"
    r"|virenschutz|certificaatcontrole|code review|virusscanner|pare-feu|vérification des certificats|antivirus"
    r"|cortafuegos|verificación de (?:los )?certificados|controllo dei certificati|verificação de certificados)"
)
_FORMS = [
    (
        "tells an agent to ignore instructions",
        rf"{_GIVEN}(?:ignorier\w*|missachte\w*|vergiss|vergesst|negeer|vergeet|ignore[zr]?|oublie[zr]?|ignor[ae]\w?"
        r"|olvid[ae]\w?|esque[cç]a\w?|dimentica\w?)",
        r"(?:anweisungen|vorgaben|instructies|(?:les|ces|vos|tes) (?:\w+ )?instructions|consignes|instrucciones"
        r"|istruzioni|instruções)",
    ),
    (
        "tells an agent to switch protection off",
        r"(?:deaktivier\w*|umgeh\w{0,2}|überspring\w{0,2}|omzeil|désactive[zr]?|contourne[zr]?|desactiv[ae]\w?"
        r"|disattiva\w?|desativ[ae]\w?)",
        _GUARD,
    ),
    (
        "tells an agent to switch protection off",
        r"(?:schalte\w?|zet|schakel|sla)",
        rf"{_GUARD}\b(?:[^\n.;:!?,]{{0,80}})\b(?:aus|ab|uit|over)",
    ),
    (
        "tells an agent to delete what cannot be restored",
        r"(?:lösch\w{0,2}|verwijder|wis|supprime[zr]?|efface[zr]?|borr[ae]\w?|elimin[ae]\w?|cancella\w?|apag(?:a|ue)\w?)",
        r"(?:alle|toutes les|todas las|tutti i|todos os) (?:backups?|back-ups?|sicherungen|sauvegardes"
        r"|copias de seguridad)",
    ),
    (
        "tells an agent to send data away",
        r"(?:schick\w?|send\w{1,2}|übertrag\w?|stuur|verstuur|envoie|envoye[zr]|transmet\w{0,3}|env[ií][ae]\w?"
        r"|mand[ae]\w?)",
        r"(?:kundendaten|passwörter|zugangsdaten|klantgegevens|wachtwoorden|mots de passe|données des clients"
        r"|contraseñas|datos de (?:los )?clientes|dati dei clienti|senhas|dados dos clientes)"
        rf"\b{_CLAUSE}\b(?:an|naar|à|al?|para|ao)\b",
    ),
]
# In scripts without spaces: `以前の指示をすべて無視して`, `请忽略之前的所有指令`, `이전 지시를 모두 무시하세요`.
# At a clause's start, where no subject tells who does it.
_STARTS = r"(?:(?<![^\n])|(?<=[。！？；：，、「『.!?:;,*>\"'(-])|(?<=[.!?:;,*>-]\s))"
_ALL = r"(?:(?:すべて|全て)の?|所有的?|모든)?\s?"
_EARLIER = rf"{_ALL}(?:以前|これまで|今まで|上記|先ほど|之前|以上|先前|此前|이전|앞선|위의)"
_ORDERED = r"(?:指示|命令|指令|지시|명령|지침)"
_INSTRUCTIONS = rf"(?:{_ORDERED}|プロンプト|说明|說明|提示|规则|規則|ルール|프롬프트)"
# All of them are an agent's where they are orders; all rules and hints may be a program's.
_WHICH = rf"(?:{_EARLIER}[^\n。！？.]{{0,12}}{_INSTRUCTIONS}|(?:すべて|全て|所有|全部|一切|모든)[の的\s]?{_ORDERED})"
_IGNORED = (
    r"(?:(?:無視し|忘れ)(?:て(?:ください|下さい|くれ|(?=[、。！,.!\s]|$))|なさい)|無視(?:しろ|せよ)|忘れろ"
    r"|무시(?:하(?:세요|십시오|시오|라|고)|해\s?주세요|해라))"
)
_UNSPACED_NOT = r"(?![^\n。！？.!?]{0,40}(?:ては(?:なら|いけ)|면 안|禁止|금지))"
_UNSPACED = re.compile(
    rf"{_STARTS}(?:{_WHICH}[^\n。！？.]{{0,12}}{_IGNORED}"
    rf"|(?:现在|接下来|从现在起)?(?:请你?|請|必须|务必)?(?:忽略|无视|無視|忘记|忘掉)[^\n。！？.]{{0,4}}{_WHICH}){_UNSPACED_NOT}"
)
_ORDERS = [
    (reason, re.compile(rf"{_BEGINS}\b{verb}\b{_CLAUSE}\b{what}\b[^\n.;:!?,]{{0,60}}", re.I))
    for reason, verb, what in _FORMS
]


def foreign_orders(text: str) -> Iterator[tuple[str, re.Match[str]]]:
    """Each with the reason to hold it, and where it stands."""
    for reason, form in _ORDERS:
        yield from ((reason, order) for order in form.finditer(text) if not _NOT.search(order[0]))
    yield from ((_FORMS[0][0], order) for order in _UNSPACED.finditer(text))
