"""Secrets that a command is given."""

import pytest
from knowledge.privacy.secrets import redact


@pytest.mark.parametrize(
    "command",
    [
        "smbclient //nas/x -U max%juniper",
        "winexe -U max%juniper //nas ipconfig",
        "net ads join -U max%juniper",
        "rpcclient -U 'ACME\\max%juniper' nas",
        "htpasswd -b .htpasswd max juniper",
        "htpasswd -nb max juniper",
        "htpasswd -c -B -b /etc/nginx/.htpasswd max juniper",
        "echo 'root:juniper' | chpasswd",
        "echo root:juniper | sudo chpasswd",
        "openssl rsa -passin pass:juniper -in k.pem",
        "openssl enc -aes-256-cbc -pass pass:juniper -in a",
        "mysql -u root -pjuniper shop",
        "sshpass -p juniper ssh ops@10.0.0.4",
    ],
)
def test_a_secret_in_a_command_is_replaced(command: str) -> None:
    """The rest of the command stays."""
    redacted = redact(f"Run `{command}` once.")
    assert redacted == f"Run `{command}` once.".replace("juniper", "[redacted:password]")


@pytest.mark.parametrize(
    "command",
    [
        "htpasswd -c .htpasswd max",
        "openssl rsa -passin env:KEY_PASS -in k.pem",
        "date -u +%Y-%m-%d",
        "psql -U app shop",
        "psql -U postgres%20name",
        "echo 'root:juniper' | tee users.txt",
        "printf '%s:%s' $USER $PASS | chpasswd",
    ],
)
def test_a_command_without_one_stays(command: str) -> None:
    """What asks for it, or takes it from elsewhere."""
    assert redact(command) == command
