"""Secrets go, everything that merely looks like one stays."""

import json

import pytest
from hypothesis import given
from hypothesis import strategies as st
from knowledge.privacy.secrets import redact

from tests.conftest import more_in_soak

KEY = "kl_" + "0a" * 16 + "_" + "Ab3_-" * 8 + "xyz"
SECRETS = {
    "AKIAQ3EGRIOD5XWPLTKR": "AKIAQ3EGRIOD5XWPLTKR",
    "aws_secret_access_key = wJalrXUtnFEMIK7MDENGbPxRfiCYzzzzzzzz1234": "wJalrXUtnFEMIK7MDENGbPxRfiCYzzzzzzzz1234",
    "token ghp_" + "a1B2" * 9: "ghp_" + "a1B2" * 9,
    "github_pat_11ABCDEFG0abcdefghijkl": "github_pat_11ABCDEFG0abcdefghijkl",
    "xoxb-1234567890-abcdefghij": "xoxb-1234567890-abcdefghij",
    "export OPENAI_API_KEY=sk-proj-abc123DEF456ghi789JKL": "sk-proj-abc123DEF456ghi789JKL",
    "sk-ant-api03-" + "Zz9_" * 10: "Zz9_Zz9_",
    "sk_live_" + "4eC39HqLyjWDarjtT1zdp7dc": "4eC39HqLyjWDarjtT1zdp7dc",
    KEY: KEY,
    "postgres://shop:hunter2secret@db:5432/shop": "hunter2secret",
    "redis://:s3cr3t-pass@cache:6379": "s3cr3t-pass",
    'password = "correct-horse"': "correct-horse",
    "PGPASSWORD=correcthorse psql": "correcthorse",
    '{"client_secret": "9f8e7d6c5b4a3f2e1d0c"}': "9f8e7d6c5b4a3f2e1d0c",
    "--password Tr0ub4dor": "Tr0ub4dor",
    "curl -u admin:Tr0ub4dor https://x": "Tr0ub4dor",
    "Authorization: Bearer abcdef1234567890abcdef": "abcdef1234567890abcdef",
    "eyJhbGciOiJIUzI1NiJ9.eyJzdWIiOiIxMjM0NTY3ODkwIn0.c2lnbmF0dXJl": "c2lnbmF0dXJl",
    "The password is 'Tr0ub4dor'": "Tr0ub4dor",
    "the password is hunter2!X, always use it": "hunter2!X",
    "the password for staging is now Tr0ub4dor.": "Tr0ub4dor",
    "the password was changed to Tr0ub4dor&3": "Tr0ub4dor&3",
    "Log in as ann with Tr0ub4dor as the password": "Tr0ub4dor",
    "Das Passwort lautet Tr0ub4dor!": "Tr0ub4dor",
    "-----BEGIN RSA PRIVATE KEY-----\nMIIEow\nIBAAKC\n-----END RSA PRIVATE KEY-----": "IBAAKC",
    "GOCSPX-" + "a1B2c3D4" * 3 + "wxyz": "a1B2c3D4",
    "client secret 3hH8Q~" + "aB3.dE6_gH9-" * 2 + "jK12345x": "aB3.dE6_gH9-",
    "https://discord.com/api/webhooks/123456789012345678/" + "aB3dE6gH9" * 7: "aB3dE6gH9",
    "dop_v1_" + "0a1b2c3d" * 8: "0a1b2c3d",
    "hvs.CAESI" + "aB3dE6gH9" * 4: "aB3dE6gH9",
    "dapi" + "0a1b2c3d" * 4: "0a1b2c3d",
    "shpat_" + "0a1b2c3d" * 4: "0a1b2c3d",
    "lin_api_" + "aB3dE6gH" * 5: "aB3dE6gH",
    "glsa_" + "aB3dE6gH" * 4 + "_0a1b2c3d": "aB3dE6gH",
    "gsk_" + "aB3dE6gH" * 6: "aB3dE6gH",
    "sbp_" + "0a1b2c3d" * 5: "0a1b2c3d",
    "sb_secret_" + "aB3dE6gH" * 4: "aB3dE6gH",
    "dckr_pat_" + "aB3dE6gH" * 3: "aB3dE6gH",
    "key-" + "0a1b2c3d" * 4: "0a1b2c3d",
    "AGE-SECRET-KEY-1" + "QPZRY9X8GF2" * 5: "QPZRY9X8GF2",
    "The AWS secret access key is wJalrXUtnFEMIK7MDENGbPxRfiCYzzzzzzzz1234": "wJalrXUtnFEMIK7MDENG",
    "Twilio's auth token is 0a1b2c3d4e5f60718293a4b5c6d7e8f9": "0a1b2c3d4e5f6071",
    "The feed's client secret is 9b04e17cd22fa861": "9b04e17cd22fa861",
    "heroku auth: 01234567-89ab-4cde-8f01-23456789abcd": "89ab-4cde",
    "mysql -h db -u shop -pTr0ub4dor shop": "Tr0ub4dor",
    "machine api.host login ann password correcthorse": "correcthorse",
    "https://x.blob.core.windows.net/c?sv=2024&sig=aB3dE6gH9%2Bxyz0123456789%3D": "aB3dE6gH9",
    "Cookie: session=aB3dE6gH9xyz; theme=dark": "aB3dE6gH9xyz",
    "Set-Cookie: sid=s%3AaB3dE6gH9; HttpOnly": "aB3dE6gH9",
    "client-key-data: LS0tLS1CRUdJTiBSU0EgUFJJVkFURSBL": "LS0tLS1CRUdJTiBSU0EgUFJJVkFURSBL",
    "X-Api-Key: aB3dE6gH9": "aB3dE6gH9",
    "the password is swordfish,": "swordfish",
    "the password is set to Swordfish.": "Swordfish",
    "connect using password swordfish,": "swordfish",
    "pw: swordfish,": "swordfish",
    "log in as ann / swordfish,": "swordfish",
    "the PIN is 4921": "4921",
    "le mot de passe est Tr0ub4dor": "Tr0ub4dor",
    "la contraseña es Tr0ub4dor": "Tr0ub4dor",
    "card 4111 1111 1111 1111": "4111 1111",
    "pay to DE89 3704 0044 0532 0130 00": "0532 0130",
    "her SSN is 536-22-1234": "536-22-1234",
    "write to ann.smith@acme-shop.io": "ann.smith@acme-shop.io",
    "reach him at +41 44 668 18 00": "668 18",
    "call her at 555-867-5309": "867-5309",
    'nueva_pass = "Ventas2031!"': "Ventas2031",
    'APP_PEPPER = "MARE_NOSTRUM_2031_#!"': "MARE_NOSTRUM",
    "set APP_PEPPER=MARE_NOSTRUM_2031_#!": "MARE_NOSTRUM",
    'os.environ.get("APP_PEPPER", "MARE_NOSTRUM_2031_#!")': "MARE_NOSTRUM",
    '{"usuario": "ventas", "clave": "Ventas2031!"}': "Ventas2031",
    'dbPass: "Ventas2031!"': "Ventas2031",
    "contrase\ufffda: Ventas2031!": "Ventas2031",
    "* **Contraseña:** `Ventas2031!`": "Ventas2031",
    'contrasena = "corderito"': "corderito",
    "VITE_BRIDGE_KEY=casa-molino-2031": "casa-molino",
    'nueva_pass = "Ventas2031!"; print("Listo. Use Ventas2031! (nada más)")': "Ventas2031",
    "curl -b sessionid=0a9b8c7d6e5f https://app.dev": "0a9b8c7d6e5f",
    "wJalrXUtnFEMI/K7MDENG/bPxRfiCYzzzKLMNQOP (AWS secret)": "wJalrXUtnFEMI/K7MDENG/bPxRfiCYzzzKLMNQOP",
    "staging db pw bluewhale.": "bluewhale",
    "pw: butterfly,": "butterfly",
    "Passwort: butterfly,": "butterfly",
    "use butterfly as the password.": "butterfly",
    "host=db password=bluewhale": "bluewhale",
    "the password for staging is 123456789.": "123456789",
    "mysql -u root -p123456789 shop": "123456789",
    "psql --password 123456789": "123456789",
    "the passphrase of the GPG key is correct-horse-battery.": "correct-horse",
    "Authorization: Bearer qWeRTyuIOPasDFghJKlzXCvbNMqweRTyUIopASdf": "qWeRTyuIOP",
    "X-Api-Key: qwertyuiopasdfghjklz": "qwertyuiop",
    "AKIAQ3EGRIOD5XWPLTKR with wJalrXUtnFEMI/K7MDENG/bPxRfiCYzzzKLMNQOP": "wJalrXUtnFEMI",
    "the door pin is 4831": "4831",
    "The unlock code of the warehouse tablet is 4821": "4821",
    "The code for the alarm is 90210": "90210",
    "Der Türcode für das Lager ist 4821": "4821",
    "Le code d'entrée est 4821": "4821",
    "El código de acceso del almacén es 4821": "4821",
    "la clave es girasol99.": "girasol99",
    "a senha do banco é girassol9.": "girassol9",
    "db.corp.io:5432:shop:app:sunflower": "sunflower",
    "mailto:maria.lopez@corp-data.io": "maria.lopez",
    "the engineer at 415-555-2671": "555-2671",
    "refunds go to de89370400440532013000": "440532013",
    "ATBB" + "aB3dE6gH" * 4: "aB3dE6gH",
    "AKCp" + "aB3dE6gH" * 8: "aB3dE6gH",
    "SSWS 00" + "aB3dE6gH" * 5: "aB3dE6gH",
    "EAAA" + "aB3dE6gH9_" * 6: "aB3dE6gH9",
    "access_token$production$" + "ab3de6gh" * 2 + "$" + "0a1b2c3d" * 4: "0a1b2c3d",
    "AAAAaB3dE6g:APA91b" + "aB3dE6gH9_" * 13: "aB3dE6gH9",
    "SECRET_KEY_BASE=" + "0a1b2c3d" * 8: "0a1b2c3d",
    '$db_pass = "Flamingo";': "Flamingo",
    "user=shop pw=Tulpenfeld": "Tulpenfeld",
    "x-sk-ant-api03-Zz9_Zz9_Zz9_Zz9_Zz9_": "Zz9_Zz9_Zz9",
}  # fmt: skip
HARMLESS = [
    "The cache key is 77c1e0d9ab5642f3, the ETag 0fe1d2c3b4a59687.",
    "Commit 9b04e17cd22fa861 added the secret store.",
    'pass_input = st.text_input("CONTRASEÑA", type="password", key="login_pass")',
    'clave = "columna_1"',
    '{"pass": "passed", "fail": "failed"}',
    'bypass = "Route2Home"',
    'row.get("token", "csrf-field")',
    "PASS: tests/Login2.test.ts",
    "salted = password + APP_PEPPER",
    'compass = "North2East"',
    "PRIMARY_KEY=user_id",
    'cache_key = "invoices-2031-v2"',
    "sort_key: created_at_2031",
    "commit 3f786850e387550fdab836ed7e6dc881de23001b",
    "sha256:9f86d081884c7d659a2feaa0c55ad015a3bf4f1b2b0b822cd15d6c15b0f00a08",
    "b3c1f6a0-1d5e-4c1c-8a52-1c0b9d6f0a11",
    "def login(user, password=None, token: str = ''):",
    "password: str = Field(min_length=8)",
    "token = self.get_token()",
    "secret_key = settings.SECRET_KEY",
    "api_key = os.environ['API_KEY']",
    "DATABASE_URL=postgres://user:${DB_PASSWORD}@host/db",
    "https://user:<password>@example.org",
    "max_tokens=100000, tokens: 512",
    "git@github.com:owner/repository.git",
    "docker run -u 1000:1000 image",
    "the csrf_token in templates/login.html",
    "sklearn.linear_model.LogisticRegressionCV and sk-learn-contrib-extension",
    "key=lambda item: item.name",
    "private_key_path=/etc/ssl/private/server1.pem",
    "`UserPasswordHasher.verify_password` returns False",
    'name="password" type="password"',
    "the password is hashed with argon2",
    "the password is argon2-hashed, never stored",
    "the password is SHA256 of the salt and the name",
    "the password is 12 characters long and user-chosen",
    "the password for new users is changed to expire/renew after 90 days",
    "the password is optional; the passphrase was set to nothing",
    "she said that 2-factor is as good as the password",
    "the password is wrong, and the password is stored elsewhere",
    "the password is optional.",
    "with password authentication and with password hashing",
    "mysql -h db -p 3306",
    "git clone -p repo && npx -p typescript tsc",
    "noreply@github.com and user@example.com",
    'headers={"X-Api-Key": api_key})',
    'headers = {"X-Auth-Token": token_of(user)}',
    "pip install git+ssh://git@github.com/owner/repo@v1.2.3",
    "npm install @scope/package@1.2.3",
    "1234567890123 rows in 20251122071355 ms",
    "2026-11-22 07:13:55,123",
    "id 4111111111111112",
    "call it with 3 arguments",
    "session 6f4c1b3b1e96552a29b00123456789ab",
    "token count: 1234567890",
    "the key is in config/settings.production.yaml",
    "the token is refreshed every 3600s",
    "?page=2&code=en&key=name",
    "curl -b cookies.txt http://localhost:8000/me",
    "commit 3f2a9c8d7e6b5a4f3e2d1c0b9a8f7e6d5c4b3a21 (token refresh)",
    "SKIP0123 and ACCEPT",
    "connect(user=user, passphrase=passphrase\n)",
    "login(user, password=secretword)",
    "self.password=candidate",
    "the pin is 13, and pin 4831 is free",
    "The status code of the gate is 4040.",
    "The zip code is 90210.",
    "The error code for the scanner is 1234.",
    "The access code path is 1200 lines long.",
    "Security codes: 3 of 4000 were read.",
    "Change the pw today.",
    "la clave es columna_1",
    "X-Api-Key: authenticationKey",
    'first_pass = "Lowering"',
    "render(pw=primary, ph=height)",
    "EAAA is four letters, ATBB too",
    "main.c:1234:15:error:unused",
    "--max-token 128000",
    "docker run --user 10001:10001 image",
    "ab12cd34ef56ab12cd34ef56 is no account",
    "part 123-456-7890 and 2031-555-2671",
    "AKIAQ3EGRIOD5XWPLTKR"[:3] + " of 3f786850e387550fdab836ed7e6dc881de23001b",
]


@pytest.mark.parametrize("text", SECRETS)
def test_a_secret_is_replaced_by_its_kind(text: str) -> None:
    """Of every kind of secret nothing remains but `[redacted:<kind>]`."""
    redacted = redact(f"before {text} after")
    assert SECRETS[text] not in redacted
    assert "[redacted:" in redacted
    assert redacted.startswith("before ") and redacted.endswith(" after")


@pytest.mark.parametrize("text", SECRETS)
def test_a_secret_inside_json_is_replaced(text: str) -> None:
    """The same holds where the log is JSON text, with its quotes and line breaks escaped."""
    assert SECRETS[text] not in redact(json.dumps({"content": text}))


@pytest.mark.parametrize("text", HARMLESS)
def test_what_is_no_secret_stays(text: str) -> None:
    """Hashes, identifiers, paths, code and placeholders are left as they are."""
    assert redact(text) == text


def test_host_and_name_stay_readable() -> None:
    """Of a connection string and an assignment only the secret goes."""
    assert redact("postgres://shop:hunter2secret@db:5432/shop") == "postgres://shop:[redacted:password]@db:5432/shop"
    assert redact("DB_PASSWORD=correcthorse") == "DB_PASSWORD=[redacted:password]"


def test_a_key_whose_end_is_missing_takes_only_its_own_lines() -> None:
    """A truncated PEM block loses its base64, and the text after it stays, on its own line."""
    text = f"-----BEGIN PRIVATE KEY-----\n{'A1b2' * 16}\n{'C3d4' * 16}\nThe build works."
    assert redact(text) == "[redacted:private-key]\n\n\nThe build works."


@given(st.text())
def test_redacting_twice_changes_nothing_more(text: str) -> None:
    """What was redacted once is stable."""
    once = redact(text)
    assert redact(once) == once


@pytest.mark.parametrize(
    "piece",
    [
        "eyJ",
        "sk-",
        "-",
        "password=",
        "a://b:",
        "-----BEGIN RSA PRIVATE KEY-----",
        "--a-",
        "password is ",
        "password for a b ",
        "login a password ",
        "mysql ",
        "cookie: a=",
        "token is a ",
        "a@b.",
        "4 ",
        "DE12 ABCD ",
        "+1 2",
        "with password ",
    ],
)
@more_in_soak("length", 100_000, 1_000_000)
def test_any_length_of_beginnings_is_survived(piece: str, length: int) -> None:
    """No pattern takes more than linear time on text made of its own beginnings: quadratic would never end."""
    redact(piece * (length // len(piece)))


def test_a_mark_behind_a_password_goes_with_it() -> None:
    """Whether it is the password's last sign or the sentence's, nobody knows."""
    for password in ("Hunter2-Polar!", "Summer#2026$x!", "Tr0ub4dor&3!", "Schnee!Ball77!?"):
        assert redact(f"password: {password}") == "password: [redacted:password]"
        assert redact(f"log in with {password} as the password") == "log in with [redacted:password] as the password"
    assert redact("The password is wrong! Try another.") == "The password is wrong! Try another."
    assert redact("The password is kohlrabi! Tell nobody.") == "The password is [redacted:password] Tell nobody."
