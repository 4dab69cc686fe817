-- _uploads_of_content: the uploads that have this content, the original first: a person's before an agent's.
-- At most 1,000: PostgREST cuts longer answers.
create or replace function knowledge._uploads_of_content(tenant_id uuid, content_hash text)
returns setof uploads
language sql
stable
as $$
    select u.* from uploads as u
    where u.tenant_id = _uploads_of_content.tenant_id and u.content_hash = _uploads_of_content.content_hash
    order by u.author desc, u.written_at, u.file_path
    limit 1000
$$;
