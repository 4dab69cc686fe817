-- _upload_id: the id of the upload at a path.
-- The same whoever makes it: a form handed out, a request, or a storage event.
create or replace function knowledge._upload_id(file_path text)
returns uuid
language sql
immutable
as $$
    select md5('upload' || chr(31) || _upload_id.file_path)::uuid
$$;
