-- When a run that went on proved a learning of its own no more. It is kept, and not served from then on.
alter table knowledge add column withdrawn_at timestamptz;

-- What of a run's log a learning rests on: all of it, or how it ended. Null: on its caller's word or a model's reading,
-- which no log takes back, or it was taught before this was noted.
alter table taught add column basis text check (basis in ('log', 'ending'));
