-- A large file's chunks come in many calls and are seen in one: each call's rows are of a generation, and those of a
-- generation that is on its way are hidden. Rows of before are of one that never was.
create table staged_files (
    tenant_id uuid not null references tenants on delete cascade,
    generation uuid not null,
    model text not null,
    file_path text collate "C" not null,
    staged_at timestamptz not null default now(),
    primary key (tenant_id, generation)
);

alter table staged_files enable row level security;
alter table staged_files force row level security;
create policy own_tenant on staged_files
using (tenant_id = (select nullif(current_setting('knowledge.tenant_id', true), '')::uuid));

alter table knowledge_embeddings add column generation uuid not null default '00000000-0000-0000-0000-000000000000';
alter table knowledge_embeddings drop constraint knowledge_embeddings_pkey;
alter table knowledge_embeddings add primary key (tenant_id, model, file_path, chunk_index, generation);

-- Chunks may come before their file is indexed; forget_file and drop_other_models delete them with it.
alter table knowledge_embeddings drop constraint knowledge_embeddings_tenant_id_model_file_path_fkey;
alter table knowledge_embeddings add foreign key (tenant_id) references tenants on delete cascade;

-- Embeddings are staged with their chunks.
drop table staged_embeddings;
