-- _learning_words: the text whose words a learning is found by: its own, and the questions that it answers.
-- Those of its tags stand beside it (_kw).
create or replace function knowledge._learning_words(learning text, questions text[])
returns text
language sql
stable
as $$
    select concat_ws(' ', learning, array_to_string(questions, ' '))
$$;
