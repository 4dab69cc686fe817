-- _cleared: an answer or a plan without the learnings of these ids, the files of these paths, and these texts.
-- A text becomes "[forgotten]" wherever it stands; "texts" are of eight characters or more, or too much would go.
create or replace function knowledge._cleared(answer jsonb, ids text[], paths text[], texts text[])
returns jsonb
language plpgsql
immutable
as $$
declare
    _text text;
begin
    if jsonb_typeof(answer -> 'learnings') = 'array' then
        answer := jsonb_set(answer, '{learnings}', coalesce((
            select jsonb_agg(l.value order by l.ordinality)
            from jsonb_array_elements(answer -> 'learnings') with ordinality as l
            where coalesce(l.value ->> 'id' <> all(ids), true)
        ), '[]'));
    end if;
    if jsonb_typeof(answer -> 'files') = 'array' then
        -- What an event told a file that is forgotten; who repeats the event is told that one was.
        if answer ? 'statements' and exists (
            select from jsonb_array_elements(answer -> 'files') as f where f.value ->> 'path' = any(paths)
        ) then
            answer := answer || '{"statements": [], "forgotten": true}';
        end if;
        answer := jsonb_set(answer, '{files}', coalesce((
            select jsonb_agg(f.value order by f.ordinality)
            from jsonb_array_elements(answer -> 'files') with ordinality as f
            where coalesce(f.value ->> 'path' <> all(paths), true)
        ), '[]'));
    end if;
    foreach _text in array texts || paths loop
        if length(_text) >= 8 then
            -- As JSON writes it, without the quotation marks around it.
            _text := to_jsonb(_text)::text;
            answer := replace(answer::text, substr(_text, 2, length(_text) - 2), '[forgotten]')::jsonb;
        end if;
    end loop;
    return answer;
end $$;
