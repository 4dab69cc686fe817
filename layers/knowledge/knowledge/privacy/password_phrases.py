"""The grammar of a sentence that states a password: what it is called, of what it is, and what says that it is so."""

_N = r"(?:ñ|\\u00f1|\ufffd|\\ufffd|n)"
# In these languages the noun's attribute stands behind it: `le mot de passe admin est …`.
ROMANCE_PASSWORD = (
    rf"(?:(?:mot de passe|\bmdp\b|contrase{_N}a|senha|palavra[- ]passe)"
    r"(?: (?!(?:est|es|de|du|del)\b)[\w.-]{2,20}(?= (?:est|es) ))?)"
)
PASSWORD = (
    rf"(?:password|passphrase|passcode|passwort|kennwort|wachtwoord|has(?:ł|\\u0142)o|{ROMANCE_PASSWORD}|\bpwd?\b"
    r"|\b(?:wi-?fi|wlan)[- ](?:key|code))"
)
HINTS = "passw passp passc kennwort mot mdp contrase senha passe wachtwoord hasło u0142 pw identified wifi wi-fi wlan"
FOR_WHAT = (
    r"(?: (?:for|of|to|on|in|für|von|zu|der|dem|de|du|des|del|della|di|do|da|pour|para|per|van|voor)"
    r"(?: [\w.'-]{1,30}){1,3}?){0,2}?"
    r"(?: (?:that )?(?:you|we|i|they) [\w']{1,20}(?: \w{1,10})?)?"
    r"(?: \([^()\n]{1,40}\))?"
)
COLON = r"\s?:"  # French has a space before it
CHANGED = r"(?:chang(?:e|ed|ing)|set|reset|updat(?:e|ed|ing))"
# It is, or it was made so.
SAYS = (
    r"(?:['’]s| (?:is|was|(?:has|had) been|(?:will|should) be|ist|lautet|est|es|(?<=has.o )to)(?: now| still| jetzt)?"
    rf"(?: {CHANGED} to)?:?"
    rf"| {CHANGED} to:?)"
)
IS = rf"(?:{COLON}|{SAYS})"
VALUE_END = r"[^\s\"'`<>\[\].,;:!?)]"  # a value in prose ends before its sentence's punctuation
# Which of the marks behind it are the password's own nobody knows: they go with it.
VALUE = rf"([^\s\"'`<>\[]{{3,199}}{VALUE_END})[!?]{{0,9}}"
