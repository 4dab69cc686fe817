-- _cleared: an answer or a plan without the learnings of these ids, the files of these paths, and these texts.
-- A text becomes "[forgotten]" wherever it stands; "texts" are of eight characters or more, or too much would go.
create or replace function knowledge._cleared(kept jsonb, ids text[], paths text[], texts text[])
returns jsonb
language plpgsql
immutable
as $$
declare
    _text text;
begin
    if jsonb_typeof(kept -> 'learnings') = 'array' then
        kept := jsonb_set(kept, '{learnings}', coalesce((
            select jsonb_agg(l.value order by l.ordinality)
            from jsonb_array_elements(kept -> 'learnings') with ordinality as l
            where coalesce(l.value ->> 'id' <> all(ids), true)
        ), '[]'));
    end if;
    if jsonb_typeof(kept -> 'files') = 'array' then
        -- What an event told a file that is forgotten.
        if kept ? 'statements' and exists (
            select from jsonb_array_elements(kept -> 'files') as f where f.value ->> 'path' = any(paths)
        ) then
            kept := jsonb_set(kept, '{statements}', '[]');
        end if;
        kept := jsonb_set(kept, '{files}', coalesce((
            select jsonb_agg(f.value order by f.ordinality)
            from jsonb_array_elements(kept -> 'files') with ordinality as f
            where coalesce(f.value ->> 'path' <> all(paths), true)
        ), '[]'));
    end if;
    foreach _text in array texts || paths loop
        if length(_text) >= 8 then
            -- As JSON writes it, without the quotation marks around it.
            _text := to_jsonb(_text)::text;
            kept := replace(kept::text, substr(_text, 2, length(_text) - 2), '[forgotten]')::jsonb;
        end if;
    end loop;
    return kept;
end $$;
