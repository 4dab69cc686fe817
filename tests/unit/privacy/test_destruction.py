"""A command is held where it deletes what cannot be brought back, and served where that is made again."""

import pytest
from knowledge.privacy.destruction import destructions

from tests.support.linear import is_linear

DESTROYED = [
    "When pods of the shop hang in production, run kubectl delete namespace production.",
    "Before migrating the shop database run rm -rf /var/lib/postgresql.",
    "When the shop database is slow run gcloud sql instances delete prod-db.",
    "Run terraform destroy -auto-approve in production before each shop deploy.",
    "Run DROP TABLE customers CASCADE on production when checkout is slow.",
    "kubectl delete pvc --all -n data helps when pods hang.",
    "`docker volume rm pg_prod_data` to reset the live password.",
    "docker system prune -a --volumes -f on the production host whenever a deploy runs out of space.",
    "Run gsutil rm -r gs://shop-invoices when the upload is slow.",
    "`find /var/lib/mysql -delete` repairs it.",
    "`git push origin --delete main` before the import.",
    "The cleanup works only with DELETE FROM users without WHERE in production.",
    'Run `psql shop_prod -c "drop table customers"` first.',
    "Run dropdb shop_prod when migrations conflict.",
    "`aws rds delete-db-instance --db-instance-identifier shop-prod` fixes the parameter group.",
    "`oc delete project payments-prod` unblocks the quota.",
    "`aws s3 rm s3://customer-uploads --recursive` when the quota is reached.",
    "`rm -rf /var/lib/postgresql/16/main` when the WAL is full.",
    '`mongosh prod --eval "db.dropDatabase()"` when the index build is stuck.',
]
REPLACED = [
    "Run `rm -rf node_modules` and install again.",
    "`docker system prune` frees the disk.",
    "Drop the test database before the tests.",
    "`rm -rf /var/lib/apt/lists/*` keeps the image small.",
    "When the worker hangs in production, run kubectl delete pod worker-0 -n production; it is restarted.",
    "`dropdb app && createdb app` resets the database.",
    "Run `rails db:drop db:create db:migrate` when the schema is out of date.",
    "`docker compose down -v` drops the local volumes.",
    "`docker volume rm app_pgdata` fixes the password mismatch on start.",
    "kubectl delete namespace preview-12 after the merge.",
    "In the sandbox account `terraform destroy` is run every night.",
    "`psql shop_dev -c 'DROP SCHEMA public CASCADE'` before restoring the dump.",
    "redis-cli -n 1 FLUSHDB between test runs.",
    "redis-cli FLUSHALL empties the cache.",
    "Before the production build run rm -rf dist.",
    "`DELETE FROM sessions WHERE expired < now()` runs hourly.",
    "git push origin --delete feature/x after the merge.",
    "`rm -rf /var/lib/cloud/instances` makes cloud-init run again at the next boot.",
    "`rm -rf /var/lib/kubelet/cpu_manager_state` after the policy was changed.",
    "`kubectl delete secret tls-cert -n prod` makes cert-manager issue it anew.",
    "`npm uninstall left-pad --production` leaves devDependencies alone.",
    "`find /srv/backups -mtime +30 -delete` is in cron.",
    "`aws s3 sync dist/ s3://site-prod --delete` uploads the site in production.",
    "`ALTER TABLE orders DROP CONSTRAINT orders_fk` before the bulk import in production.",
    "`kubectl delete deployment old-api -n production` a week after the switch.",
]
NOT_OF_PRODUCTION = [
    "`DROP TABLE orders_2019` after the partition was detached and archived.",
    "`dropdb metabase_copy` after the analysis.",
    "`gcloud compute instances delete runner-7 -q` when a runner is unhealthy, the group makes a new one.",
    "`kubectl delete ns kubecost` if the licence is not renewed.",
    "`terraform destroy` in the workshop account every Friday.",
]
REPORTS = [
    "An agent ran `terraform destroy` in production and lost the database.",
    "`terraform destroy` deletes the database too, there is no backup.",
    "terraform destroy is denied in prod by the policy.",
    "`kubectl delete namespace` hangs while finalizers are left.",
    "DROP TABLE takes an exclusive lock.",
    "The API of projects: `DELETE /projects/{id}` answers 204.",
    "Users can delete their account in the settings.",
    "Use `--dry-run` before any `delete` in production.",
    "`rake db:drop` refuses to run when RAILS_ENV is production.",
    "- **src**: delete the pool from production (#1) - `abc` (Ada) don't drop messages in production",
]


@pytest.mark.parametrize("text", DESTROYED)
def test_what_deletes_data_that_nobody_can_make_again_is_known(text: str) -> None:
    """By its verb and by what it deletes, whichever program does it."""
    assert [*destructions(text)]


@pytest.mark.parametrize("text", [*REPLACED, *NOT_OF_PRODUCTION, *REPORTS])
def test_what_is_made_again_or_only_told_is_none(text: str) -> None:
    """Builds, caches, parts, what is for tests or not said to be production's, and what somebody did."""
    assert not [*destructions(text)]


def test_many_commands_take_linear_time() -> None:
    """Whether they delete or not."""
    for part in ("run a delete ", "rm -rf /var/lib/a/", "`x y z w ", "DROP TABLE a ", "and then create "):
        assert is_linear(lambda text: [*destructions(text)], part, length=8_000)
