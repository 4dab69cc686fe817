"""Passwords that stand bare in a sentence."""

import pytest
from knowledge.privacy import prose_passwords


def redacted(text: str) -> str:
    for rule, replacement in prose_passwords.rules():
        text = rule.replace(text, text.lower(), replacement)
    return text


@pytest.mark.parametrize(
    "text",
    [
        "The password for staging is tulip7garden.",
        "Log in with the password kohlrabi, then restart.",
        "Sign in as ada with kohlrabi.",
        "I set the password to juniper.",
        "We changed the staging database password to marigold.",
        "user deploy, pw juniper",
        "Log in as admin, password juniper, on staging.",
        "Log in as admin using kohlrabi",
        "Log in as admin / kohlrabi",
        "mot de passe : coquelicot",
        "La contraseña es juniper",
        "Use juniper as the password for staging.",
        "The server uses the password kohlrabi.",
        "the password should be juniper",
        "The password you need is cardinal.",
        "We used the passphrase kohlrabi",
        "clave: juniper",
        "Password (staging): juniper",
        "The password of the CMS is juniper (changed last week).",
        "Le mot de passe est coquelicot (sur tous les serveurs).",
        "The wifi password is juniper [office].",
        "The password is juniper - ask Ops.",
        "The password is juniper but only on staging.",
        "Das Kennwort lautet Apfelbaum, aber nur intern.",
        "Log in using password kohlrabi at the console.",
        "Log in to Grafana as admin using kohlrabi.",
        "DB_PASS: juniper",
        "env:\n  POSTGRES_PASSWORD: marigold  # local\n",
        "pw = juniper",
        "host = db\npassword = marigold\n",
        "The db pass = juniper.",
        "La password di Grafana è Girasole.",
        "La password è girasole (solo prova).",
        "A senha é girassol (só teste).",
        "A palavra-passe do caixa é girassol.",
        "A senha do banco é Girassol22",
        "Het wachtwoord is zonnebloem (alleen test).",
        "Wachtwoord: zonnebloem",
        "Het wachtwoord van de kassa is herfstblad.",
        "密码是 juniper",
        "数据库的密码为juniper，不要外传",
        "密码：juniper22。",
        "パスワードは juniper7 です",
    ],
)
def test_a_word_that_can_be_nothing_else_is_a_password(text: str) -> None:
    """By its digits, or where it ends what is said of it."""
    assert "[redacted:password]" in redacted(text)


@pytest.mark.parametrize(
    "text",
    [
        "The password is hashed.",
        "The password was argon2-hashed.",
        "Use the password manager.",
        "The server uses the password validator.",
        "Use bcrypt as the password hasher.",
        "The password should be rotated.",
        "The password should be optional.",
        "Set the password to expire monthly.",
        "The password you enter is compared.",
        "Log in as admin / editor.",
        "Log in as admin using Keycloak.",
        "La contraseña es obligatoria.",
        "Le mot de passe est obligatoire.",
        "Das Passwort ist abgelaufen.",
        "The password is **required**.",
        "The password is **not** stored in the log.",
        "The password (and the user) is read from the environment.",
        "The password is hashed (bcrypt) before it is stored.",
        "The password is optional because the proxy checks it.",
        "The password is empty - set it first.",
        "Log in using password authentication at the gateway.",
        "Log in to Grafana as admin using SSO.",
        "Log in as demo with care.",
        "Sign in as ada with confidence.",
        "Log in as ops with sudo rights.",
        "DB_PASS: string",
        "DB_PASSWORD: required",
        "DB_PASSWORD: the password of the database",
        "pw = getpass()",
        "const pw = candidate",
        "pw = candidate\nreturn check(candidate)",
        "self.password = passwd",
        "password = value",
        "La password è corretta.",
        "La password è scaduta.",
        "La password è debole.",
        "A senha é obrigatória.",
        "A senha é forte e válida.",
        "A senha é diferente.",
        "Het wachtwoord is verlopen.",
        "Het wachtwoord is onjuist.",
        "Het wachtwoord is gehasht.",
        "密码是必填的",
        "密码是bcrypt加密的",
        "密码：string",
        "密码为空",
    ],
)
def test_what_tells_what_a_password_is_like_is_none(text: str) -> None:
    """Nor what is done with it."""
    assert redacted(text) == text
