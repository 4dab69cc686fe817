-- Whether e-mails in a tenant's events are kept like other text; unless its operator says so, they are left out.
alter table tenants add column keeps_emails boolean not null default false;
