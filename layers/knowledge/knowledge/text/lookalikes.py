"""Letters that look like a to z, by Unicode's own data, and words that only look like the product's reserved ones."""

import re
import unicodedata

from knowledge.text.strings import INVISIBLE

# The words that say whose something is, or what holds of it: in paths, labels, and the provenance of a prompt's lines.
RESERVED = frozenset(
    {
        *("user", "system", "learned", "plugins", "agent", "admin", "human", "assistant", "rule", "replaces"),
        *("superseded", "overruled", "unverified", "knowledge", "identity", "conventions", "index"),
    }
)

# Unicode's confusables.txt (UTS 39): the letters and digits of other scripts that are confusable with a letter of ASCII
# and stay what they are in NFKC, the form in which texts are compared.
_LETTERS = {
    "a": "ɑΑαАаᎪᗅꓮ𐊠𖽀",
    "b": "ƄΒВЬᏏᏴᑲᖯᗷꓐꞴ𐊂𐊡𐌁",
    "c": "СсᏟᴄⲤⲥꓚꮯ𐊢𐌂𐐕𐐽𐔜𑣩𑣲",
    "d": "ԁᎠᏧᑯᗞᗪꓒꓓ",
    "e": "ΕЕеҽᎬⴹꓰꬲ𐊆𑢦𑢮",
    "f": "ϜքᖴẝꓝꞘꞙꬵ𐊇𐊥𐔥𑢢𑣂",
    "g": "ƍɡԌցᏀᏳᶃꓖ",
    "h": "ΗНһհᎻᏂᕼⲎꓧ𐋏",
    "i": "ıɩɪιіӏᎥꙇꭵ𑣃",
    "j": "ͿϳЈјᎫᒍꓙꞲ",
    "k": "ΚКᏦᛕⲔꓗ𐔘",
    "l": "ƖǀΙІӀ۱ᏞᒪᛁⲒⳐⵏꓡꓲ𐊊𐌉𐌠𐐛𐔦𑢣𑢲𖼖𖼨",
    "m": "ΜϺМᎷᗰᛖⲘꓟ𐊰𐌑",
    "n": "ΝոռⲚꓠ𐔓",
    "o": "ΟοσОоՕօ۵०০੦૦ଠ୦௦౦೦ഠ൦๐໐ဝ၀ჿዐᴏᴑⲞⲟⵔ〇ꓳꬽ𐊒𐊫𐐄𐐬𐓂𐓪𐔖𑓐𑢵𑣈𑣗𑣠",
    "p": "ΡρРрᏢᑭⲢⲣꓑ𐊕",
    "q": "ԛգզⵕ",
    "r": "ƦгᎡᏒᖇᴦⲅꓣꭇꭈꮁ𐒴𖼵",
    "s": "ƽЅѕՏᏕᏚꓢꜱꮪ𐊖𐐠𐑈𑣁𖼺",
    "t": "ΤТᎢⲦꓔ𐊗𐊱𐌕𑢼𖼊",
    "u": "ʋυՍսሀᑌᴜꓴꞟꭎꭒ𐓎𐓶𑢸𑣘𖽂",
    "v": "νѴѵ۷Ꮩᐯᴠⴸꓦꛟꮩ𐔝𑜆𑢠𑣀𖼈",
    "w": "ɯѡԜԝաᎳᏔᴡꓪꮃ𑜊𑜎𑜏𑣦𑣯",
    "x": "ΧХхᕁᕽᚷⲬⵝꓫꞳ𐊐𐊴𐌗𐌢𐔧𑣬",
    "y": "ɣʏΥγУуҮүყᎩᎽᶌỿⲨꓬꭚ𐊲𑢤𑣜𖽃",
    "z": "ΖᏃᴢꓜꮓ𐋵𑢩𑣄𑣥",
}
_TABLE = str.maketrans({char: letter for letter, chars in _LETTERS.items() for char in chars})
# A word with what nobody sees in it, and the marks that no letter takes up.
_MARKS = re.compile("[\u0300-\u036f\u20d0-\u20ff]")
_WORD = re.compile(rf"(?:[^\W_]|{INVISIBLE.pattern}|{_MARKS.pattern})+")


def skeleton(text: str) -> str:
    """The text with each such letter, in whatever form, as the one of ASCII that it looks like; as long as before."""
    return text if text.isascii() else "".join(map(_in_plain_form, text)).translate(_TABLE)


def posing(text: str) -> str | None:
    """The first word of the text that looks like a reserved one and is not; None where there is none."""
    words = () if text.isascii() else _WORD.findall(unicodedata.normalize("NFC", text))
    return next((word for word in words if not word.isascii() and skeleton(_seen(word)).lower() in RESERVED), None)


def _in_plain_form(char: str) -> str:
    plain = unicodedata.normalize("NFKC", char)
    return plain if len(plain) == 1 else char


def _seen(word: str) -> str:
    return _MARKS.sub("", INVISIBLE.sub("", word))
