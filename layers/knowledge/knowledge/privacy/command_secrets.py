"""Secrets in commands: told by the program, or by the option that takes them."""

# What nothing of the kind is without, then what is kept and the secret.
COMMANDS = [
    ("password", "-u --user", r"((?<![\w-])(?:-u|--user)[ =][\"']?[\w.@-]{1,64}:)([^\s\"']{4,200})"),
    (
        "password",
        "--",
        r"((?<![\w-])--(?:[\w-]{0,30}-)?(?:password|passwd|secret|token|api-key)[ =])"
        r"([^\s\"'`,;)-][^\s\"'`,;)]{5,200})",
    ),
    (
        "password",
        "mysql mariadb 7z",
        r"(\b(?:mysql|mysqldump|mysqladmin|mariadb|7z)\b[^\n|;&]{0,200}? -p)([^\s\"'`|;&=-][^\s\"'`|;&]{3,100})",
    ),
    (
        "password",
        "sshpass docker redis-cli unzip ldapsearch mongo",
        r"(\b(?:sshpass|docker login|redis-cli|unzip|ldapsearch|mongosh?)\b[^\n|;&]{0,200}? -[pPaw] )"
        r"([^\s\"'`|;&-]\S{3,100})",
    ),
    (
        "password",
        "smbclient smbget smbcacls rpcclient nmblookup winexe mount net wmic",
        r"(\b(?:smbclient|smbget|smbcacls|rpcclient|nmblookup|winexe|mount|net|wmic)\b[^\n|;&]{0,200}? -U[ =]?[\"']?"
        r"[\w.\\@-]{1,64}%)([^\s\"'`%]{4,200})",
    ),
    ("password", "-pass", r"((?<![\w-])-pass(?:in|out)?[ =][\"']?pass:)([^\s\"'`]{4,200})"),  # OpenSSL
    (
        "password",
        "htpasswd",
        r"(\bhtpasswd (?:-\w{1,8} ){0,4}?-\w{0,6}b\w{0,6} (?:-\w{1,8} ){0,4}(?:[^\s-]\S{0,200} )?[\w.@-]{1,64} )"
        r"([^\s\"'`|;&]{4,100})(?=[\s\"'`|;&]|$)",
    ),
    (
        "password",
        "chpasswd",
        r"(\b(?:echo|printf)(?: -\w{1,3})? [\"']?[\w.-]{1,32}:)([^\s\"'`|\\]{4,100})"
        r"(?=(?:\\n)?[\"']?\s{0,4}\|\s{0,4}(?:sudo )?chpasswd\b)",
    ),
]
