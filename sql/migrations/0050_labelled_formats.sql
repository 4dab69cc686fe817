-- What a file is ("pdf", "csv") where its uploader's label stands as its source type: a filter takes either.
alter table knowledge_embeddings add column format text;

-- Seen by their owner: of every tenant.
alter table uploads no force row level security;
alter table knowledge_embeddings no force row level security;
update knowledge_embeddings as e
set
    format = case u.media_type
        when 'application/pdf' then 'pdf'
        when 'application/vnd.openxmlformats-officedocument.wordprocessingml.document' then 'docx'
        when 'application/vnd.openxmlformats-officedocument.spreadsheetml.sheet' then 'xlsx'
        when 'application/vnd.openxmlformats-officedocument.presentationml.presentation' then 'pptx'
        when 'text/csv' then 'csv'
        when 'text/markdown' then 'markdown'
        when 'text/html' then 'html'
        when 'application/json' then 'json'
        when 'application/jsonl' then 'json'
        when 'text/plain' then 'text'
        else split_part(u.media_type, '/', 1)
    end
from uploads as u
where u.tenant_id = e.tenant_id and u.file_path = e.file_path and u.source_type is not null;
alter table knowledge_embeddings force row level security;
alter table uploads force row level security;
