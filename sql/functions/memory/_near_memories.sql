-- _near_memories: the entries that a new one concerns, nearest first; "known" are those beyond which it says nothing.
-- Two opposites have nearly the same embedding ("concise", "detailed" 0.95), so nearness alone makes nothing known: the
-- words must be there too, in their order.
-- Two of four words or more that are the same but for the last may say how one thing should be ("Write e-mails in
-- Danish", "… in Polish" 0.64), or something of two things ("Always cc Anna in mails to Siemens", "… to Bosch" 0.72):
-- such an entry is named from half as near on, and replaced only where somebody says so.
create or replace function knowledge._near_memories(
    tenant_id uuid,
    user_id text,
    gist text,
    distinctions text[],
    embedding extensions.vector,
    model text,
    threshold double precision,
    same_subject double precision
)
returns table (id text, category text, source text, known boolean, similarity double precision)
language plpgsql
as $$
#variable_conflict use_column
begin
    return query
        select n.id, n.category, n.source, n.known, n.similarity
        from (
            select
                regexp_replace(e.gist, '\S+$', '') = regexp_replace(_near_memories.gist, '\S+$', '')
                and _near_memories.gist like '% % % %' as is_same_but_last,
                e.id, e.category, e.source, s.similarity,
                e.distinctions = _near_memories.distinctions and (
                    e.gist = _near_memories.gist
                    or coalesce(s.similarity >= threshold, false)
                    and strpos(' ' || e.gist || ' ', ' ' || _near_memories.gist || ' ') > 0
                ) as known
            from user_knowledge_entries as e
            cross join lateral (
                select
                    case when e.model = _near_memories.model then 1 - (e.embedding <=> _near_memories.embedding) end
                        as similarity
            ) as s
            where e.tenant_id = _near_memories.tenant_id and e.user_id = _near_memories.user_id
                and e.removed_in is null
        ) as n
        where n.known or n.similarity >= same_subject or n.is_same_but_last and n.similarity >= 2 * same_subject - 1
        order by n.known desc, n.similarity desc nulls last, n.id;
end $$;
