-- drop_other_models: once the tenant's model has stood for an hour, removes what is left of others, a batch a call.
-- Until then a question that was embedded before the switch still finds its rows. A batch ends with the file that makes
-- it twenty chunks a row, or a few manuals would take as long as thousands of notes. Call until "remaining" is 0.
create or replace function knowledge.drop_other_models(
    tenant_id uuid, keep text, batch integer default 1000, grace interval default '1 hour'
)
returns table (remaining bigint)
language plpgsql
security definer
set search_path = knowledge, extensions, pg_temp
as $$
#variable_conflict use_column
declare
    _model text;
begin
    perform _act_as(drop_other_models.tenant_id);
    select t.model into _model from tenants as t
    where t.tenant_id = drop_other_models.tenant_id and t.model_since <= now() - grace and t.model = keep
    for no key update;
    remaining := 0;
    if not found then
        return next;
        return;
    end if;

    with next as (
        select e.* from learning_embeddings as e
        where e.tenant_id = drop_other_models.tenant_id and e.model = _model
        order by e.id
        limit batch
    ),
    taken as (
        update knowledge as k set embedding = n.embedding, model = n.model
        from next as n
        where k.tenant_id = n.tenant_id and k.id = n.id
    )
    delete from learning_embeddings as e using next as n
    where e.tenant_id = n.tenant_id and e.model = n.model and e.id = n.id;

    with dropped as (
        delete from indexed_files as f
        where f.tenant_id = drop_other_models.tenant_id and (f.model, f.file_path) in (
            select o.model, o.file_path
            from (
                select i.model, i.file_path, sum(i.chunks) over (order by i.model, i.file_path) - i.chunks as before
                from indexed_files as i
                where i.tenant_id = drop_other_models.tenant_id and i.model <> _model
                order by i.model, i.file_path
                limit batch
            ) as o
            where o.before < 20 * batch
        )
        returning f.model, f.file_path
    )
    delete from knowledge_embeddings as e using dropped as d
    where e.tenant_id = drop_other_models.tenant_id and e.model = d.model and e.file_path = d.file_path;

    perform _drop_staged(s.tenant_id, s.model, s.file_path) from staged_files as s
    where s.tenant_id = drop_other_models.tenant_id and s.staged_at <= now() - interval '1 day';
    delete from learning_embeddings as e
    where e.tenant_id = drop_other_models.tenant_id and e.model <> _model;
    delete from issue_embeddings as e
    where e.tenant_id = drop_other_models.tenant_id and e.model <> _model;

    remaining := (
        select count(*) from learning_embeddings as e where e.tenant_id = drop_other_models.tenant_id
    ) + (
        select count(*) from indexed_files as f
        where f.tenant_id = drop_other_models.tenant_id and f.model <> _model
    );
    return next;
end $$;
