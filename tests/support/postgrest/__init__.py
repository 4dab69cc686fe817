"""A PostgREST-compatible endpoint over the embedded Postgres, for the adapter that speaks to Supabase."""
