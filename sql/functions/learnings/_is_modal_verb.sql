-- _is_modal_verb: whether a word only says how strictly the verb behind it is meant, as people and things are told of
-- in the present: the closed class of English, and of five languages that have such verbs.
create or replace function knowledge._is_modal_verb(word text)
returns boolean
language sql
immutable
as $$
    select word ~ (
        '^(can|could|may|might|must|shall|should|will|would'
        || '|kann|können|könnte|darf|dürfen|dürfte|soll|sollen|sollte|muss|müssen|müsste'
        || '|kan|kunnen|mag|mogen|moet|moeten|zal|zullen'
        || '|peut|peuvent|pourrait|doit|doivent|devrait'
        || '|puede|pueden|podría|debe|deben|debería'
        || '|può|possono|potrebbe|deve|devono|dovrebbe)$'
    )
$$;
