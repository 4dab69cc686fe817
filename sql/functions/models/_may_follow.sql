-- _may_follow: whether a model is another than the tenant's present one and has everything that this has.
-- Files first: they are what takes long, so it mostly ends at the first one.
create or replace function knowledge._may_follow(tenant_id uuid, present text, model text)
returns boolean
language plpgsql
stable
as $$
#variable_conflict use_column
begin
    return present is distinct from _may_follow.model
        and not exists (
            select from indexed_files as f
            where f.tenant_id = _may_follow.tenant_id and f.model = present and not exists (
                select from indexed_files as n
                where n.tenant_id = f.tenant_id and n.model = _may_follow.model and n.file_path = f.file_path
            )
        )
        and not exists (
            select from knowledge as k
            where k.tenant_id = _may_follow.tenant_id and _lacks_embedding(k, _may_follow.model)
        )
        and not exists (select from issues_to_embed(_may_follow.tenant_id, _may_follow.model, 1));
end $$;
