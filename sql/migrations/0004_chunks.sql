-- Chunks of files with their embeddings, what the index knows of each file, and the model that search answers from.
-- Null until something is stored: the first model to store becomes the tenant's.
alter table tenants add column model text;
alter table tenants add column model_since timestamptz not null default now();

-- The owner's own updates are filtered by a forced policy too.
alter table tenants no force row level security;
alter table knowledge no force row level security;
update tenants as t set model = (
    select k.model
    from knowledge as k
    where k.tenant_id = t.tenant_id
    order by k.created_at desc
    limit 1
);
alter table tenants force row level security;
alter table knowledge force row level security;

-- One row a file and model: the file as it was when its chunks were made. Paths sort by bytes, as S3 lists them.
create table indexed_files (
    tenant_id uuid not null references tenants on delete cascade,
    model text not null,
    file_path text collate "C" not null check (length(file_path) between 1 and 500),
    etag text not null,
    version text,
    source_type text not null,
    -- What the uploader said of the whole file: whether its source type, and tags that every chunk has beside its own.
    labelled boolean not null default false,
    tags text[] not null default '{}',
    chunks integer not null check (chunks >= 0),
    -- Why nothing of it can be found, where its content cannot be read.
    problem text,
    indexed_at timestamptz not null default now(),
    primary key (tenant_id, model, file_path)
);

create table knowledge_embeddings (
    tenant_id uuid not null,
    model text not null,
    file_path text collate "C" not null,
    chunk_index integer not null check (chunk_index >= 0),
    -- Made of path and text: a chunk keeps it where it moves within its file and where the model changes.
    id uuid not null,
    chunk_text text not null,
    text_hash text not null,
    breadcrumb text[] not null default '{}',
    tags text[] not null default '{}',
    scope text check (scope in ('system', 'user', 'learned', 'plugins')),
    source_type text not null,
    -- Where it stands in an uploaded file, and by which characters in a text.
    unit text check (unit in ('page', 'row', 'line')),
    first_unit integer,
    last_unit integer,
    start_char integer,
    end_char integer,
    embedding extensions.vector(384) not null,
    updated_at timestamptz not null default now(),
    primary key (tenant_id, model, file_path, chunk_index),
    foreign key (tenant_id, model, file_path) references indexed_files on delete cascade
);

-- The vector stays beside its row, the text goes out of line: an exact scan reads vectors alone.
alter table knowledge_embeddings alter column embedding set storage plain;
create index knowledge_embeddings_text on knowledge_embeddings (tenant_id, model, text_hash);
create index knowledge_embeddings_id on knowledge_embeddings (tenant_id, id);
create index knowledge_embeddings_nearest on knowledge_embeddings using hnsw (embedding extensions.vector_cosine_ops);

-- Embeddings of a large file on their way into knowledge_embeddings: a killed indexing goes on from here.
create table staged_embeddings (
    tenant_id uuid not null references tenants on delete cascade,
    model text not null,
    text_hash text not null,
    embedding extensions.vector(384) not null,
    staged_at timestamptz not null default now(),
    primary key (tenant_id, model, text_hash)
);

-- A learning's vectors of models other than the one in its row: the next model's, until the row takes it over.
create table learning_embeddings (
    tenant_id uuid not null,
    model text not null,
    id uuid not null,
    embedding extensions.vector(384) not null,
    primary key (tenant_id, model, id),
    foreign key (tenant_id, id) references knowledge on delete cascade
);

alter table indexed_files enable row level security;
alter table indexed_files force row level security;
alter table knowledge_embeddings enable row level security;
alter table knowledge_embeddings force row level security;
alter table staged_embeddings enable row level security;
alter table staged_embeddings force row level security;
alter table learning_embeddings enable row level security;
alter table learning_embeddings force row level security;

create policy own_tenant on indexed_files
using (tenant_id = (select nullif(current_setting('knowledge.tenant_id', true), '')::uuid));
create policy own_tenant on knowledge_embeddings
using (tenant_id = (select nullif(current_setting('knowledge.tenant_id', true), '')::uuid));
create policy own_tenant on staged_embeddings
using (tenant_id = (select nullif(current_setting('knowledge.tenant_id', true), '')::uuid));
create policy own_tenant on learning_embeddings
using (tenant_id = (select nullif(current_setting('knowledge.tenant_id', true), '')::uuid));
