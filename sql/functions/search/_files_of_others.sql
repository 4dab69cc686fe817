-- _files_of_others: the paths of what was uploaded for other users than this one, as the keys of an object; null for
-- none, and where no user is named. What was uploaded for nobody, or for this user, is not among them, nor is what has
-- the content of such a one: of files of one content search has the first alone. The keys of an object are looked up by
-- halves, a path in an array by reading it.
create or replace function knowledge._files_of_others(tenant_id uuid, user_id text)
returns jsonb
language sql
stable
as $$
    select jsonb_object_agg(u.file_path, true) from uploads as u
    where u.tenant_id = _files_of_others.tenant_id and u.user_id <> _files_of_others.user_id and not exists (
        select from uploads as o
        where o.tenant_id = u.tenant_id and o.content_hash = u.content_hash and o.status = 'done'
            and (o.user_id is null or o.user_id = _files_of_others.user_id)
    )
$$;
