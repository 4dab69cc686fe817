"""The grammar of a sentence in which somebody logs in, or uses a password."""

from knowledge.privacy.password_phrases import PASSWORD, ROMANCE_PASSWORD, VALUE

USED = (
    r"(\b(?:log ?(?:in|on)|sign in|connect|authenticate|using|with|used|uses?)\b(?: as [\w.@-]{1,64})?"
    rf"(?: (?:and|with|using))? (?:the )?{PASSWORD} ){VALUE}"
)
USED_ROMANCE = (
    r"(\b(?:con|com|avec|usa|use|usar|usando|utiliza|utilizar|utilise[rz]?|entre[rz]?|saisi\w{1,6}) (?:la|a|le) "
    rf"{ROMANCE_PASSWORD} ){VALUE}"
)
_LOG_IN = r"\b(?:log ?(?:in|on)|sign in)"
# A user and, after a mark or "and", the password: `log in as admin, password …`, `user deploy, pw …`.
BESIDE_USER = (
    rf"((?:{_LOG_IN}|\bconnect|\buser(?:name)?:?)(?: (?:as|with|user)){{0,2}} [\w.@+-]{{1,64}}(?:, ?| and | with | )"
    rf"(?:the )?(?:{PASSWORD}|\bpass):? ){VALUE}"
)
_LOG_IN_TO = rf"{_LOG_IN}(?: (?:to|on|at)(?: [\w.-]{{1,30}}){{1,3}}?)?"
PAIR = rf"((?:{_LOG_IN} (?:as|with)|\b(?:login|cred(?:ential)?s)(?::| are)) [\w.@+-]{{1,64}} ?[/:] ?){VALUE}"
# Who offers to log one in has a name with a capital: "with Google", "with Auth0".
_OFFER = r"(?-i:[A-Z][a-z]{1,40}(?![a-z\d])|[A-Z][a-z]{1,8}\d)"
WITH = rf"({_LOG_IN_TO} (?:as|with) [\w.@+-]{{1,64}} (?:with|using) )(?!{_OFFER}){VALUE}"
