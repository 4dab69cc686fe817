-- Where in the index the line of each file stands: it is split by theme, and nobody reads all of it for one line.
create table index_lines (
    tenant_id uuid not null references tenants on delete cascade,
    location varchar(500) collate "C" not null,
    index_path varchar(500) collate "C" not null,
    line text not null,
    -- What a person wrote there stays; other lines change with the file that they lead to.
    by_hand boolean not null,
    primary key (tenant_id, location, index_path)
);

create index index_lines_file on index_lines (tenant_id, index_path);

alter table index_lines enable row level security;
alter table index_lines force row level security;

create policy own_tenant on index_lines
using (tenant_id = (select nullif(current_setting('knowledge.tenant_id', true), '')::uuid));
