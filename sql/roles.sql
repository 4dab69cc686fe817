-- Run by a database administrator's login, before everything else and every time: the extension, the roles, the schema.
-- knowledge_owner owns all and logs in nowhere; it has no BYPASSRLS, so that row-level security binds even the
-- functions, which run as it. service_role may execute what the functions need (Supabase brings it along), and
-- knowledge_admin everything: who administers tenants and keys logs in with a role of its own.
create schema if not exists extensions;
create extension if not exists vector schema extensions;

do $$
begin
    if not exists (select from pg_extension as e where e.extname = 'vector' and e.extnamespace = 'extensions'::regnamespace) then
        raise exception 'pgvector is installed in another schema'
            using hint = 'Run: alter extension vector set schema extensions; then migrate again.';
    end if;
    -- Scans that go on until enough rows pass a filter are what 0.8 brought.
    if (select string_to_array(e.extversion, '.')::integer [] < '{0,8}' from pg_extension as e where e.extname = 'vector') then
        raise exception 'pgvector is older than 0.8'
            using hint = 'Run: alter extension vector update; then migrate again.';
    end if;
    if not exists (select from pg_roles as r where r.rolname = 'knowledge_owner') then
        create role knowledge_owner nologin;
    end if;
    if not exists (select from pg_roles as r where r.rolname = 'service_role') then
        create role service_role nologin;
    end if;
    if not exists (select from pg_roles as r where r.rolname = 'knowledge_admin') then
        create role knowledge_admin nologin;
    end if;
    -- Since 16 whoever creates a role is its member without the right to act as it, and `set` asks for that right;
    -- 15 does not know the word, and there a member may.
    if not pg_has_role(
        current_user,
        'knowledge_owner',
        case when current_setting('server_version_num')::integer < 160000 then 'member' else 'set' end
    ) then
        execute format('grant knowledge_owner to %I', current_user);
    end if;
end $$;

create schema if not exists knowledge authorization knowledge_owner;
grant usage on schema extensions to knowledge_owner, service_role, knowledge_admin;

-- The global form: the "in schema" form would leave PUBLIC's EXECUTE on new functions.
alter default privileges for role knowledge_owner revoke execute on functions from public;
