-- _stand_apart: of chunks, the best first, those that stand apart, at most so many, each with what is read with it.
-- What one passage begins the next one ends: a span takes what follows a chunk and what precedes it in turn, while it
-- has at most "room" characters, and of a document nothing of another section; of what was said in a run, all is one.
-- No span takes what another has. With "fold" a chunk in a better one's span is no answer of its own: a block is to be
-- worth its tokens, a list precise; but what was said in a run comes once, or five answers are one talk, and a list has
-- half as much again of each: what answers a question about a run is seldom said at once. Pages, rows and lines stay
-- alone: their places are told.
create or replace function knowledge._stand_apart(
    tenant_id uuid, model text, paths text[], places integer[], most integer, fold boolean, room integer default 2000
)
returns table (file_path text, chunk_index integer, first integer, last integer)
language plpgsql
stable
as $$
#variable_conflict use_column
declare
    _hidden uuid[] := array(select _staged(_stand_apart.tenant_id));
    _files text[] := '{}';
    _spans int4range[] := '{}';
    _size integer;
    _low integer;  -- an index takes no sum as its bound under row-level security
    _high integer;
    _one record;
    _next record;
begin
    for _one in select p.path, p.place from unnest(paths, places) with ordinality as p (path, place, rank) order by p.rank loop
        exit when cardinality(_files) >= most;
        continue when exists (
            select from unnest(_files, _spans) as s (path, span) where s.path = _one.path and s.span @> _one.place
        ) and (fold or exists (
            select from knowledge_embeddings as e
            where e.tenant_id = _stand_apart.tenant_id and e.model = _stand_apart.model
                and e.file_path = _one.path and e.chunk_index = _one.place and e.tags @> '{evidence}'
        ));
        first := _one.place;
        last := _one.place;
        _size := 0;
        _low := _one.place - 4;
        _high := _one.place + 4;
        for _next in
            select
                n.chunk_index as place, char_length(n.chunk_text) as size,
                case when e.tags @> '{evidence}' and not fold then room * 3 / 2 else room end as room
            from knowledge_embeddings as e
            join knowledge_embeddings as n
                on n.tenant_id = e.tenant_id and n.model = e.model and n.file_path = e.file_path
                    and n.chunk_index between _low and _high
            where e.tenant_id = _stand_apart.tenant_id and e.model = _stand_apart.model
                and e.file_path = _one.path and e.chunk_index = _one.place
                and e.generation <> all (_hidden) and n.generation <> all (_hidden)
                and (n.chunk_index = e.chunk_index or (
                    e.unit is null and (e.tags @> '{evidence}' or n.breadcrumb = e.breadcrumb)
                ))
            order by abs(n.chunk_index - e.chunk_index), n.chunk_index desc
        loop
            continue when _next.place <> _one.place and (
                _next.place not in (first - 1, last + 1) or _size + _next.size > _next.room or exists (
                    select from unnest(_files, _spans) as s (path, span) where s.path = _one.path and s.span @> _next.place
                )
            );
            _size := _size + _next.size;
            first := least(first, _next.place);
            last := greatest(last, _next.place);
        end loop;
        _files := _files || _one.path;
        _spans := _spans || int4range(first, last, '[]');
        file_path := _one.path;
        chunk_index := _one.place;
        return next;
    end loop;
end $$;
