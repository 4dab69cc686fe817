"""The published forms of access tokens: a kind and the pattern that nothing else has.

Each begins with a prefix that its issuer gave it so that it can be recognised, or has a form of its own, as the issuers
document it and secret scanners agree; detect-secrets knows others (`secrets.py`).
Every pattern is anchored at its prefix and bounded, so that the time is linear in the text's length.
"""

from collections.abc import Iterator

from knowledge.privacy.rule import Rule

_START = r"(?<![A-Za-z0-9])"  # also behind a joint of a name: `run-ghp_…`, `pr_ghp_…`
_ALONE = r"(?<![_-])"  # where the form is short enough to end a longer name
_PEM = r"-----(?:BEGIN|END) [A-Z0-9 ]{0,40}PRIVATE KEY(?: BLOCK)?-----"

# What nothing of the kind is without, and the whole form.
_PREFIXED = {
    "knowledge-loop-key": ("kl_", r"kl_[0-9a-f]{32}_[\w-]{43}"),
    "anthropic-key": ("sk-ant-", r"sk-ant-[\w-]{16,}"),
    "nvidia-key": ("nvapi-", r"nvapi-[\w-]{40,}"),
    # A digit beside a letter: `sk-2026-05-25-regatta-entries` is somebody's own id.
    "openai-key": ("sk-", r"sk-(?=[\w-]{0,100}?(?:[A-Za-z]\d|\d[A-Za-z]))[\w-]{20,}"),
    "stripe-key": ("k_live_ k_test_ whsec_", r"(?:[rsp]k_(?:live|test)|whsec)_[A-Za-z0-9]{16,}"),
    "aws-key-id": ("AKIA ASIA", r"(?:AKIA|ASIA)[A-Z0-9]{16}"),
    "github-token": ("github_pat_ gh", r"(?:github_pat_\w{22,}|gh[pousr]_[A-Za-z0-9]{36,})"),
    "gitlab-token": ("glpat-", r"glpat-[\w-]{20,}"),
    "slack-token": ("xox xapp-", r"(?:xox[a-z]|xapp)-(?=[A-Za-z-]{0,40}\d)[A-Za-z0-9-]{10,}"),
    "google-key": ("AIza ya29. GOCSPX-", r"(?:AIza[\w-]{35}|ya29\.[\w-]{20,}|GOCSPX-[\w-]{20,})"),
    "npm-token": ("npm_", r"npm_[A-Za-z0-9]{36}"),
    "hugging-face-token": ("hf_", r"hf_[A-Za-z0-9]{30,}"),
    "jwt": ("eyJ", r"eyJ[\w-]{8,}\.eyJ[\w-]{8,}(?:\.[\w-]*)?"),
    "jwe": ("eyJ", r"eyJ[\w-]{8,}\.[\w-]*\.[\w-]{8,}\.[\w-]{8,}\.[\w-]{8,}"),
    "age-key": ("AGE-SECRET-KEY-1", r"AGE-SECRET-KEY-1[A-Z0-9]{50,}"),
    "airtable-token": ("pat", r"pat[A-Za-z0-9]{14}\.[0-9a-f]{64}"),
    "artifactory-token": ("AKCp", r"AKCp[A-Za-z0-9]{50,}"),
    "atlassian-token": ("ATATT3", r"ATATT3[\w=-]{20,}"),
    "bitbucket-token": ("ATBB", r"ATBB(?=[A-Za-z]{0,31}\d)[A-Za-z0-9]{32}(?![A-Za-z0-9])"),
    "databricks-token": ("dapi", r"dapi[0-9a-f]{32}(?:-\d)?"),
    "digitalocean-token": ("_v1_", r"do[opr]_v1_[0-9a-f]{40,}"),
    "docker-token": ("dckr_", r"dckr_(?:pat|oat)_[\w-]{20,}"),
    "doppler-token": ("dp.", r"dp\.(?:pt|st|ct|sa|scim|audit)\.[A-Za-z0-9._-]{30,}"),
    "figma-token": ("figd_", r"figd_[\w-]{30,}"),
    "firebase-key": (":APA91b", r"AAAA[\w-]{7}:APA91b[\w-]{100,}"),
    "fly-token": ("fm1_ fm2_", r"(?:FlyV1 )?fm[12]_[A-Za-z0-9+/=_-]{30,}"),
    "grafana-token": ("glsa_ glc_", r"(?:glsa_[A-Za-z0-9]{32}_[0-9a-f]{8}|glc_[A-Za-z0-9+/=]{30,})"),
    "groq-key": ("gsk_", r"gsk_[A-Za-z0-9]{30,}"),
    "heroku-key": ("HRKU-", r"HRKU-[\w-]{30,}"),
    "langsmith-key": ("lsv2_", r"lsv2_(?:pt|sk)_[0-9a-f]{32}_[0-9a-f]{10}"),
    "linear-key": ("lin_", r"lin_(?:api|oauth)_[A-Za-z0-9]{30,}"),
    "mailgun-key": (
        "",
        rf"{_ALONE}(?:key-(?=[a-z]{{0,31}}\d)[0-9a-z]{{32}}(?![A-Za-z0-9])|[0-9a-f]{{32}}-[0-9a-f]{{8}}-[0-9a-f]{{8}})",
    ),
    "netlify-token": ("nfp_", r"nfp_[A-Za-z0-9]{30,}"),
    "new-relic-key": ("NRAK- NRII- NRJS- NRRA-", r"NR(?:AK|II|JS|RA)-[A-Z0-9a-z]{20,}"),
    "notion-token": ("ntn_", r"ntn_[A-Za-z0-9]{40,}"),
    "okta-token": ("SSWS", r"SSWS 00[\w-]{30,}"),
    "paypal-token": ("access_token$", r"access_token\$(?:production|sandbox)\$[0-9a-z]{16}\$[0-9a-f]{32}"),
    "perplexity-key": ("pplx-", r"pplx-[A-Za-z0-9]{40,}"),
    "pinecone-key": ("pcsk_", r"pcsk_[A-Za-z0-9_]{40,}"),
    "planetscale-token": ("pscale_", r"pscale_(?:tkn|pw|oauth)_[\w.=-]{30,}"),
    "postman-key": ("PMAK-", r"PMAK-[0-9a-f]{24}-[0-9a-f]{34}"),
    "pulumi-token": ("pul-", r"pul-[0-9a-f]{40}"),
    "replicate-token": ("r8_", r"r8_[A-Za-z0-9]{37}"),
    "resend-key": ("re_", r"re_[A-Za-z0-9]{8}_[A-Za-z0-9]{20,}"),
    "rubygems-key": ("rubygems_", r"rubygems_[0-9a-f]{48}"),
    "sentry-token": ("sntry", r"sntry[su]_[A-Za-z0-9+/=_-]{40,}"),
    "square-token": ("EAAA", r"EAAA(?=[A-Za-z_-]{0,60}\d)[\w-]{60}(?![\w-])"),
    "shopify-token": ("shp", r"shp(?:at|ca|pa|ss|tka)_[0-9a-fA-F]{30,}"),
    "supabase-key": ("sbp_ sb_secret_", r"(?:sbp_[0-9a-f]{40}|sb_secret_[\w-]{20,})"),
    "tailscale-key": ("tskey-", r"tskey-[a-z]{3,10}-[\w-]{20,}"),
    "terraform-token": (".atlasv1.", r"[A-Za-z0-9]{14}\.atlasv1\.[\w-]{60,}"),
    "twilio-key": ("SK AC", r"(?:SK|AC)[0-9a-f]{32}"),
    "vault-token": (
        "hvs. hvb. hvr. s.",
        rf"(?:hv[sbr]\.[\w-]{{24,}}|{_ALONE}s\.(?=[A-Za-z]{{0,23}}\d)[A-Za-z0-9]{{24}}(?![\w.]))",
    ),
    "xai-key": ("xai-", r"xai-[A-Za-z0-9]{60,}"),
}
# Forms without a prefix of letters: told by what stands around the secret, or in the middle of it.
_FORMS = {
    # A whole PEM block; or, where its end was cut off, the lines of base64 that follow its first line.
    "private-key": (
        "PRIVATE KEY",
        rf"{_PEM}(?:(?:[^-]|-(?!----)){{0,16000}}{_PEM}|(?:[\s\\rn\"+]*[A-Za-z0-9+/=]{{40,}})*)",
    ),
    # Its user's number, a time and a signature, which has become longer: 27 characters, 38.
    "discord-bot-token": ("", r"(?<![\w-])[MNO][\w-]{23,27}\.[\w-]{6}\.[\w-]{27,45}"),
    "azure-secret": ("Q~", r"(?<![A-Za-z0-9~.])[\w~.-]{3}\dQ~[\w~.-]{30,36}(?![\w~-])"),
    "webhook": (
        "webhook services workflows",
        r"https://(?:(?:ptb\.|canary\.)?discord(?:app)?\.com/api/webhooks/\d{15,21}/[\w-]{30,}"
        r"|hooks\.slack\.com/(?:services|workflows)/[\w/-]{20,}|[\w.-]{1,80}\.webhook\.office\.com/[\w@/-]{40,})",
    ),
}


def rules() -> Iterator[Rule]:
    """Each kind's rule, those first whose secrets others would cut in two."""
    for kind, (hints, form) in _FORMS.items():
        yield Rule.of(kind, form, hints)
    for kind, (hints, form) in _PREFIXED.items():
        yield Rule.of(kind, _START + form, hints)
