"""What a tenant whose plan is full can do about it."""

_NEXT = {"free": "pro", "pro": "team"}


def upgrade_from(tier: str) -> str:
    """The advice for whoever has as many learnings as the plan holds."""
    if tier not in _NEXT:
        return f"The {tier} plan is full, and it is the largest; delete what is not needed."
    return (
        f"The {tier} plan is full; delete what is not needed, or ask the operator to upgrade "
        f"(kloop tenants upgrade NAME --tier {_NEXT[tier]})."
    )
