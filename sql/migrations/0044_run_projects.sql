-- The project that a run is said to be about, which its later parts need not say again.
alter table agent_runs add column project text;
