-- _stand_apart: of chunks, the best first, those that stand apart, at most so many: the place of each among them, and
-- what is read with it.
-- What one passage begins the next one ends: a span takes what follows a chunk and what precedes it in turn, while it
-- has at most "room" characters, and of a document nothing of another section; of what was said in a run, all is one.
-- No span takes what another has. With "fold" a chunk in a better one's span is no answer of its own: a block is to be
-- worth its tokens, a list precise; but what was said in a run comes once, or five answers are one talk, and a list has
-- shorter spans of it, of which several are told together (matches/further_passages): what answers a question about a
-- run is seldom said at once. Pages, rows and lines stay alone: their places are told. Given "as_of", what was written
-- later is in no span.
create or replace function knowledge._stand_apart(
    tenant_id uuid, model text, paths text[], places integer[], most integer, fold boolean, room integer default 2000,
    as_of timestamptz default null
)
returns table (place bigint, first integer, last integer)
language plpgsql
stable
as $$
#variable_conflict use_column
declare
    _hidden uuid[] := array(select s from _staged(_stand_apart.tenant_id) as s);
    _path text;
    _place integer;
    _span_count integer := 0;
    _taken text[] := '{}';  -- the places of all spans, so that a step asks no query
    _around integer[];
    _sizes integer[];
    _size integer;
    _room integer;
    _low integer;  -- an index takes no sum as its bound under row-level security
    _high integer;
begin
    for _path, _place, place in
        select p.path, p.place, p.rank from unnest(paths, places) with ordinality as p (path, place, rank) order by p.rank
    loop
        exit when _span_count >= most;
        if _path || ' ' || _place = any(_taken) then  -- by itself, or each step asks the query below
            continue when fold or exists (
                select from knowledge_embeddings as e
                where e.tenant_id = _stand_apart.tenant_id and e.model = _stand_apart.model
                    and e.file_path = _path and e.chunk_index = _place
                    and e.tags @> '{evidence}'
            );
        end if;
        _low := _place - 4;
        _high := _place + 4;
        select
            coalesce(array_agg(n.place), '{}'), array_agg(n.size),
            case when bool_or(n.is_evidence) and not fold then room * 2 / 5 else room end
            into _around, _sizes, _room
        from (
            select
                n.chunk_index as place,
                coalesce(n.end_char - n.start_char, char_length(n.chunk_text)) as size,  -- a long text is read slowly
                n.breadcrumb = first_value(n.breadcrumb) over nearest as joined,
                first_value(n.tags @> '{evidence}') over nearest as is_evidence,
                first_value(n.unit is null) over nearest as flows
            from knowledge_embeddings as n
            where n.tenant_id = _stand_apart.tenant_id and n.model = _stand_apart.model
                and n.file_path = _path and n.chunk_index between _low and _high
                and n.generation <> all (_hidden)
                and (_stand_apart.as_of is null or n.updated_at <= _stand_apart.as_of)
            window nearest as (order by abs(n.chunk_index - _place), n.chunk_index desc)
            order by abs(n.chunk_index - _place), n.chunk_index desc
        ) as n
        where n.place = _place or (n.flows and (n.joined or n.is_evidence) and _path || ' ' || n.place <> all (_taken));
        first := _place;
        last := _place;
        _size := 0;
        for _near in 1 .. cardinality(_around) loop
            continue when _near > 1 and (_around[_near] not in (first - 1, last + 1) or _size + _sizes[_near] > _room);
            _size := _size + _sizes[_near];
            first := least(first, _around[_near]);
            last := greatest(last, _around[_near]);
        end loop;
        for _near in first .. last loop
            _taken := _taken || (_path || ' ' || _near);
        end loop;
        _span_count := _span_count + 1;
        return next;
    end loop;
end $$;
