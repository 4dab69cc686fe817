-- What is redacted in a tenant's files and uploads: nothing, credentials, or personal data as well.
alter table tenants
add column redaction text not null default 'secrets' check (redaction in ('off', 'secrets', 'all'));
