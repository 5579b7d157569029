-- The schema that the migrations amount to, written by scripts/dump-schema.ts. Not run by anything.

CREATE EXTENSION pg_trgm;

CREATE OR REPLACE FUNCTION public.cell_decimal(cells jsonb, slot text)
 RETURNS numeric
 LANGUAGE sql
 IMMUTABLE PARALLEL SAFE
RETURN CASE WHEN (json_kind(json_field(cells, slot)) = 'number'::text) THEN (json_field(cells, slot))::numeric ELSE NULL::numeric END;

CREATE OR REPLACE FUNCTION public.cell_key(cells jsonb, slot text)
 RETURNS text
 LANGUAGE sql
 IMMUTABLE PARALLEL SAFE
RETURN text_start(cell_text(cells, slot), 100);

CREATE OR REPLACE FUNCTION public.cell_number(cells jsonb, slot text)
 RETURNS double precision
 LANGUAGE sql
 IMMUTABLE PARALLEL SAFE
RETURN CASE WHEN (json_kind(json_field(cells, slot)) = 'number'::text) THEN json_float(json_field(cells, slot)) ELSE NULL::double precision END;

CREATE OR REPLACE FUNCTION public.cell_string(cells jsonb, slot text)
 RETURNS text
 LANGUAGE sql
 IMMUTABLE PARALLEL SAFE
RETURN CASE WHEN (json_kind(json_field(cells, slot)) = 'string'::text) THEN cell_text(cells, slot) ELSE NULL::text END;

CREATE OR REPLACE FUNCTION public.cell_text(cells jsonb, slot text)
 RETURNS text
 LANGUAGE internal
 IMMUTABLE PARALLEL SAFE STRICT LEAKPROOF
AS $function$jsonb_object_field_text$function$;

CREATE OR REPLACE FUNCTION public.comparable_text(text)
 RETURNS text
 LANGUAGE plpgsql
 IMMUTABLE PARALLEL SAFE STRICT
AS $function$
BEGIN
  IF octet_length($1) = length($1) THEN
    RETURN btrim($1, E' \t\n\x0b\f\r');
  END IF;
  RETURN btrim(normalize(regexp_replace(
    regexp_replace($1 COLLATE "C", '[\u00a0\u1680\u2000-\u200a\u202f\u205f\u3000\u2800\u115f\u1160\u3164\uffa0]', ' ', 'g'),
    '[\u00ad\u034f\u061c\u17b4\u17b5\u180e\u200b\u200e\u200f\u202a-\u202e\u2060-\u206f\ufeff\ufff9-\ufffb]|(?<![\u0590-\u061b\u061d-\u17b3\u17b6-\u180d\u180f-\u1cff\u2190-\u2bff\ufe0f\U0001f000-\U0001faff])[\u200c\u200d]', '', 'g'),
    NFC), E' \t\n\x0b\f\r\u2028\u2029');
END $function$;

CREATE OR REPLACE FUNCTION public.contains_text(text, plain text, pattern text)
 RETURNS boolean
 LANGUAGE plpgsql
 IMMUTABLE PARALLEL SAFE STRICT COST 3
AS $function$
BEGIN
  IF octet_length($1) = length($1) THEN
    RETURN strpos(lower($1 COLLATE "C"), plain) > 0;
  END IF;
  RETURN $1 COLLATE "C" ~ pattern AND strpos(plain_text($1), plain) > 0;
END $function$;

CREATE OR REPLACE FUNCTION public.conversation_exists(sought integer)
 RETURNS boolean
 LANGUAGE plpgsql
 STABLE PARALLEL SAFE COST 1
AS $function$
DECLARE
  w uuid := current_workspace();
BEGIN
  RETURN EXISTS (SELECT FROM conversations c WHERE c.workspace_id = w AND c.id = sought);
END $function$;

CREATE OR REPLACE FUNCTION public.current_account()
 RETURNS uuid
 LANGUAGE sql
 STABLE PARALLEL SAFE
RETURN (NULLIF(current_setting('app.account_id'::text, true), ''::text))::uuid;

CREATE OR REPLACE FUNCTION public.current_definitions()
 RETURNS uuid[]
 LANGUAGE sql
 STABLE PARALLEL SAFE
RETURN (NULLIF(current_setting('app.definitions'::text, true), ''::text))::uuid[];

CREATE OR REPLACE FUNCTION public.current_workspace()
 RETURNS uuid
 LANGUAGE sql
 STABLE PARALLEL SAFE
RETURN (NULLIF(current_setting('app.workspace_id'::text, true), ''::text))::uuid;

CREATE OR REPLACE FUNCTION public.deal_exists(sought integer)
 RETURNS boolean
 LANGUAGE plpgsql
 STABLE PARALLEL SAFE COST 1
AS $function$
DECLARE
  w uuid := current_workspace();
BEGIN
  RETURN EXISTS (SELECT FROM deals d WHERE d.workspace_id = w AND d.id = sought);
END $function$;

CREATE OR REPLACE FUNCTION public.definition_exists(definition uuid)
 RETURNS boolean
 LANGUAGE plpgsql
 STABLE PARALLEL SAFE COST 1
AS $function$
BEGIN
  RETURN definition IS NULL OR definition = ANY (current_definitions());
END $function$;

CREATE OR REPLACE FUNCTION public.document_exists(sought integer)
 RETURNS boolean
 LANGUAGE plpgsql
 STABLE PARALLEL SAFE COST 1
AS $function$
DECLARE
  w uuid := current_workspace();
BEGIN
  RETURN NOT document_is_used(sought)
    OR EXISTS (SELECT FROM obligations o WHERE o.workspace_id = w AND o.document_id = sought);
END $function$;

CREATE OR REPLACE FUNCTION public.document_is_used(sought integer)
 RETURNS boolean
 LANGUAGE plpgsql
 STABLE PARALLEL SAFE SECURITY DEFINER COST 1
 SET search_path TO 'public', 'pg_temp'
AS $function$
DECLARE
  w uuid := current_workspace();
BEGIN
  RETURN EXISTS (SELECT FROM obligations o WHERE o.workspace_id = w AND o.document_id = sought);
END $function$;

CREATE OR REPLACE FUNCTION public.event_base()
 RETURNS bigint
 LANGUAGE sql
 IMMUTABLE PARALLEL SAFE
RETURN 0;

CREATE OR REPLACE FUNCTION public.event_horizon()
 RETURNS xid8
 LANGUAGE sql
 STABLE PARALLEL SAFE
RETURN (((((pg_snapshot_xmin(pg_current_snapshot()))::text)::bigint + event_base()))::text)::xid8;

CREATE OR REPLACE FUNCTION public.event_xid()
 RETURNS xid8
 LANGUAGE sql
RETURN (((((pg_current_xact_id())::text)::bigint + event_base()))::text)::xid8;

CREATE OR REPLACE FUNCTION public.json_field(jsonb, text)
 RETURNS jsonb
 LANGUAGE internal
 IMMUTABLE PARALLEL SAFE STRICT LEAKPROOF
AS $function$jsonb_object_field$function$;

CREATE OR REPLACE FUNCTION public.json_float(jsonb)
 RETURNS double precision
 LANGUAGE internal
 IMMUTABLE PARALLEL SAFE STRICT LEAKPROOF
AS $function$jsonb_float8$function$;

CREATE OR REPLACE FUNCTION public.json_kind(jsonb)
 RETURNS text
 LANGUAGE internal
 IMMUTABLE PARALLEL SAFE STRICT LEAKPROOF
AS $function$jsonb_typeof$function$;

CREATE OR REPLACE FUNCTION public.just_after(timestamp with time zone)
 RETURNS timestamp with time zone
 LANGUAGE plpgsql
 IMMUTABLE PARALLEL SAFE STRICT
AS $function$
BEGIN
  RETURN $1 + interval '1 microsecond';
END $function$;

CREATE OR REPLACE FUNCTION public.name_text(text)
 RETURNS text
 LANGUAGE plpgsql
 IMMUTABLE PARALLEL SAFE STRICT LEAKPROOF
AS $function$
BEGIN
  RETURN regexp_replace(public.comparable_text($1), '\s+', ' ', 'g');
END $function$;

CREATE OR REPLACE FUNCTION public.narrowed()
 RETURNS integer
 LANGUAGE sql
 STABLE PARALLEL SAFE
RETURN CASE WHEN (COALESCE(current_setting('app.definitions'::text, true), ''::text) = ''::text) THEN 0 WHEN (CURRENT_USER <> 'sourcebook_app'::name) THEN 0 ELSE 1 END;

CREATE OR REPLACE FUNCTION public.new_id()
 RETURNS uuid
 LANGUAGE sql
 PARALLEL SAFE
RETURN (encode(set_bit(set_bit(OVERLAY(uuid_send(gen_random_uuid()) PLACING SUBSTRING(int8send(((EXTRACT(epoch FROM clock_timestamp()) * (1000)::numeric))::bigint) FROM 3) FROM 1 FOR 6), (52)::bigint, 1), (53)::bigint, 1), 'hex'::text))::uuid;

CREATE OR REPLACE FUNCTION public.obligation_exists(sought integer)
 RETURNS boolean
 LANGUAGE plpgsql
 STABLE PARALLEL SAFE COST 1
AS $function$
DECLARE
  w uuid := current_workspace();
BEGIN
  RETURN sought IS NULL OR EXISTS (SELECT FROM obligations o WHERE o.workspace_id = w AND o.id = sought);
END $function$;

CREATE OR REPLACE FUNCTION public.own_seat(workspace uuid)
 RETURNS integer
 LANGUAGE sql
 STABLE PARALLEL SAFE
RETURN (((NULLIF(current_setting('app.own_seats'::text, true), ''::text))::jsonb ->> (workspace)::text))::integer;

CREATE OR REPLACE FUNCTION public.plain_text(text)
 RETURNS text
 LANGUAGE plpgsql
 IMMUTABLE PARALLEL SAFE STRICT
AS $function$
DECLARE
  plain text;
BEGIN
  IF octet_length($1) = length($1) THEN
    RETURN lower($1 COLLATE "C");
  END IF;
  plain := translate(normalize(
    lower(regexp_replace(normalize($1, NFD) COLLATE "C",
      '[\u0300-\u036f\u00ad\u034f\u061c\u17b4\u17b5\u180e\u200b\u200e\u200f\u202a-\u202e\u2060-\u206f\ufeff\ufff9-\ufffb\u200c\u200d]', '', 'g') COLLATE people),
    NFC),
    U&'øłđıς‘’‛ʼ′“”„‟″‐‑‒–—−\00a0\1680\2000\2001\2002\2003\2004\2005\2006\2007\2008\2009\200a\202f\205f\3000\2800\115f\1160\3164\ffa0',
    'oldiσ''''''''''"""""------                     ');
  IF plain COLLATE "C" !~ '[ßæœﬀﬁﬂﬃﬄﬅﬆ]' THEN
    RETURN plain;
  END IF;
  RETURN replace(replace(replace(replace(replace(replace(replace(replace(replace(replace(plain,
    'ß', 'ss'), 'æ', 'ae'), 'œ', 'oe'), 'ﬀ', 'ff'), 'ﬁ', 'fi'), 'ﬂ', 'fl'), 'ﬃ', 'ffi'), 'ﬄ', 'ffl'), 'ﬅ', 'st'), 'ﬆ', 'st');
END $function$;

CREATE OR REPLACE FUNCTION public.row_exists(sought uuid)
 RETURNS boolean
 LANGUAGE plpgsql
 STABLE PARALLEL SAFE COST 1
AS $function$
DECLARE
  w uuid := current_workspace();
BEGIN
  RETURN sought IS NULL OR EXISTS (SELECT FROM rows r WHERE r.workspace_id = w AND r.id = sought);
END $function$;

CREATE OR REPLACE FUNCTION public.rows_with_text(definition uuid, pattern text, most integer)
 RETURNS SETOF uuid
 LANGUAGE plpgsql
 STABLE SECURITY DEFINER
 SET search_path TO 'public', 'pg_temp'
AS $function$
BEGIN
  RETURN QUERY EXECUTE format(
    'SELECT row_id FROM row_texts WHERE workspace_id = %L AND definition_id = %L AND text LIKE %L LIMIT %s',
    current_workspace(), definition, pattern, most);
END $function$;

CREATE OR REPLACE FUNCTION public.subject_exists(subject text, data jsonb)
 RETURNS boolean
 LANGUAGE plpgsql
 STABLE PARALLEL SAFE COST 1
AS $function$
DECLARE
  sought text := split_part(subject, ':', 2);
  w uuid := current_workspace();
BEGIN
  IF data ? 'definitionId' AND NOT definition_exists((data ->> 'definitionId')::uuid) THEN
    RETURN false;
  END IF;
  CASE split_part(subject, ':', 1)
    WHEN 'board', 'page' THEN
      RETURN definition_exists(sought::uuid);
    WHEN 'column' THEN
      RETURN EXISTS (SELECT FROM columns c WHERE c.workspace_id = w AND c.id = sought::uuid
        AND definition_exists(c.definition_id));
    WHEN 'import' THEN
      RETURN EXISTS (SELECT FROM import_runs i WHERE i.workspace_id = w AND i.id = sought::uuid);
    WHEN 'key' THEN
      RETURN EXISTS (SELECT FROM ingest_keys k WHERE k.workspace_id = w AND k.id = sought::uuid
        AND definition_exists(k.definition_id));
    WHEN 'form' THEN
      RETURN EXISTS (SELECT FROM forms f WHERE f.workspace_id = w AND f.id = sought::uuid
        AND definition_exists(f.definition_id));
    WHEN 'address' THEN
      RETURN EXISTS (SELECT FROM intake_addresses a WHERE a.workspace_id = w AND a.id = sought::uuid
        AND definition_exists(a.definition_id));
    WHEN 'hook' THEN
      RETURN EXISTS (SELECT FROM intake_hooks k WHERE k.workspace_id = w AND k.id = sought::uuid
        AND definition_exists(k.definition_id));
    WHEN 'template' THEN
      RETURN EXISTS (SELECT FROM templates t WHERE t.workspace_id = w AND t.id = sought::uuid);
    WHEN 'webhook' THEN
      RETURN EXISTS (SELECT FROM webhooks h WHERE h.workspace_id = w AND h.id = sought::uuid);
    WHEN 'conversation' THEN
      RETURN conversation_exists(sought::integer);
    WHEN 'message' THEN
      RETURN EXISTS (SELECT FROM messages m WHERE m.workspace_id = w AND m.id = sought::integer);
    WHEN 'obligation' THEN
      RETURN obligation_exists(sought::integer);
    WHEN 'document' THEN
      RETURN EXISTS (SELECT FROM documents d WHERE d.workspace_id = w AND d.id = sought::integer);
    WHEN 'deal' THEN
      RETURN deal_exists(sought::integer);
    WHEN 'deal_split' THEN
      RETURN EXISTS (SELECT FROM deal_splits s WHERE s.workspace_id = w AND s.id = sought::integer);
    WHEN 'draw' THEN
      RETURN EXISTS (SELECT FROM draws d WHERE d.workspace_id = w AND d.id = sought::uuid);
    ELSE
      RETURN true;
  END CASE;
END $function$;

CREATE OR REPLACE FUNCTION public.text_start(text, integer)
 RETURNS text
 LANGUAGE internal
 IMMUTABLE PARALLEL SAFE STRICT LEAKPROOF
AS $function$text_left$function$;

CREATE TABLE access_tokens (
  id uuid NOT NULL,
  token_hash bytea NOT NULL,
  account_id uuid NOT NULL,
  workspace_id uuid NOT NULL,
  crm_user_id integer NOT NULL,
  user_agent text NOT NULL DEFAULT ''::text,
  address text NOT NULL DEFAULT ''::text,
  created_at timestamp with time zone NOT NULL DEFAULT now(),
  last_used_at timestamp with time zone NOT NULL DEFAULT now(),
  expires_at timestamp with time zone NOT NULL,
  confirmed_at timestamp with time zone NOT NULL DEFAULT now(),
  CONSTRAINT access_tokens_pkey PRIMARY KEY (id),
  CONSTRAINT access_tokens_token_hash_key UNIQUE (token_hash),
  CONSTRAINT access_tokens_account_id_fkey FOREIGN KEY (account_id) REFERENCES accounts(id),
  CONSTRAINT access_tokens_workspace_id_fkey FOREIGN KEY (workspace_id) REFERENCES workspaces(id)
);
CREATE INDEX access_tokens_by_account ON public.access_tokens USING btree (account_id);
CREATE INDEX access_tokens_by_seat ON public.access_tokens USING btree (workspace_id, crm_user_id);
GRANT DELETE, INSERT, SELECT, UPDATE ON access_tokens TO sourcebook_app;

CREATE TABLE accounts (
  id uuid NOT NULL,
  email text NOT NULL,
  name text NOT NULL,
  password_hash text,
  last_workspace_id uuid,
  created_at timestamp with time zone NOT NULL DEFAULT now(),
  erased_at timestamp with time zone,
  erase_at timestamp with time zone,
  erase_fault text,
  CONSTRAINT accounts_pkey PRIMARY KEY (id),
  CONSTRAINT accounts_email_key UNIQUE (email),
  CONSTRAINT accounts_email_check CHECK ((email = lower(email)))
);
GRANT INSERT, SELECT, UPDATE ON accounts TO sourcebook_app;

CREATE TABLE agreement_documents (
  workspace_id uuid NOT NULL,
  kind text NOT NULL,
  version text NOT NULL,
  document text NOT NULL,
  document_hash text NOT NULL,
  minimum_funding_minor bigint,
  minimum_funding_period text,
  created_at timestamp with time zone NOT NULL DEFAULT now(),
  CONSTRAINT agreement_documents_pkey PRIMARY KEY (workspace_id, kind, version),
  CONSTRAINT agreement_documents_kind_version_fkey FOREIGN KEY (kind, version) REFERENCES agreement_versions(kind, version),
  CONSTRAINT agreement_documents_workspace_id_fkey FOREIGN KEY (workspace_id) REFERENCES workspaces(id),
  CONSTRAINT agreement_documents_check CHECK ((document_hash = encode(sha256(convert_to(document, 'UTF8'::name)), 'hex'::text))),
  CONSTRAINT agreement_documents_check1 CHECK (((minimum_funding_minor IS NULL) = (minimum_funding_period IS NULL)))
);
ALTER TABLE agreement_documents ENABLE ROW LEVEL SECURITY, FORCE ROW LEVEL SECURITY;
CREATE POLICY tenant ON agreement_documents FOR ALL TO public USING (workspace_id = current_workspace());
GRANT INSERT, SELECT ON agreement_documents TO sourcebook_app;

CREATE TABLE agreement_overrides (
  workspace_id uuid NOT NULL,
  kind text NOT NULL,
  minimum_funding_minor bigint NOT NULL,
  minimum_funding_period text NOT NULL,
  updated_at timestamp with time zone NOT NULL DEFAULT now(),
  CONSTRAINT agreement_overrides_pkey PRIMARY KEY (workspace_id, kind),
  CONSTRAINT agreement_overrides_workspace_id_fkey FOREIGN KEY (workspace_id) REFERENCES workspaces(id),
  CONSTRAINT agreement_overrides_kind_check CHECK ((kind = ANY (ARRAY['terms_of_service'::text, 'privacy_policy'::text, 'data_processing'::text, 'broker_agreement'::text]))),
  CONSTRAINT agreement_overrides_minimum_funding_minor_check CHECK (((minimum_funding_minor >= 0) AND (minimum_funding_minor <= '9007199254740991'::bigint))),
  CONSTRAINT agreement_overrides_minimum_funding_period_check CHECK ((minimum_funding_period = ANY (ARRAY['month'::text, 'quarter'::text, 'year'::text])))
);
ALTER TABLE agreement_overrides ENABLE ROW LEVEL SECURITY, FORCE ROW LEVEL SECURITY;
CREATE POLICY tenant ON agreement_overrides FOR ALL TO public USING (workspace_id = current_workspace());
GRANT DELETE, INSERT, SELECT, UPDATE ON agreement_overrides TO sourcebook_app;

CREATE TABLE agreement_signatures (
  workspace_id uuid NOT NULL,
  id uuid NOT NULL,
  kind text NOT NULL,
  version text NOT NULL,
  account_id uuid NOT NULL,
  crm_user_id integer NOT NULL,
  email text NOT NULL,
  for_workspace boolean NOT NULL,
  signer_name text NOT NULL,
  signer_title text NOT NULL,
  document_hash text NOT NULL,
  signed_at timestamp with time zone NOT NULL DEFAULT now(),
  address text NOT NULL,
  user_agent text NOT NULL,
  minimum_funding_minor bigint,
  minimum_funding_period text,
  xid xid8 NOT NULL DEFAULT event_xid(),
  CONSTRAINT agreement_signatures_pkey PRIMARY KEY (workspace_id, id),
  CONSTRAINT agreement_signatures_workspace_id_kind_version_account_id_f_key UNIQUE (workspace_id, kind, version, account_id, for_workspace),
  CONSTRAINT agreement_signatures_workspace_id_kind_version_fkey FOREIGN KEY (workspace_id, kind, version) REFERENCES agreement_documents(workspace_id, kind, version),
  CONSTRAINT agreement_signatures_check CHECK (((minimum_funding_minor IS NULL) = (minimum_funding_period IS NULL))),
  CONSTRAINT agreement_signatures_signer_name_check CHECK ((signer_name ~ '\S'::text)),
  CONSTRAINT agreement_signatures_signer_title_check CHECK ((signer_title ~ '\S'::text))
);
CREATE UNIQUE INDEX agreement_signatures_binding ON public.agreement_signatures USING btree (workspace_id, kind, version) WHERE for_workspace;
CREATE INDEX agreement_signatures_by_xid ON public.agreement_signatures USING btree (workspace_id, xid, id);
ALTER TABLE agreement_signatures ENABLE ROW LEVEL SECURITY, FORCE ROW LEVEL SECURITY;
CREATE POLICY tenant ON agreement_signatures FOR ALL TO public USING (workspace_id = current_workspace());
GRANT INSERT, SELECT ON agreement_signatures TO sourcebook_app;

CREATE TABLE agreement_versions (
  kind text NOT NULL,
  version text NOT NULL,
  title text NOT NULL,
  effective_at timestamp with time zone NOT NULL,
  requires_resign boolean NOT NULL,
  minimum_funding_minor bigint,
  minimum_funding_period text,
  body_source text NOT NULL,
  body_html text NOT NULL,
  published_at timestamp with time zone NOT NULL DEFAULT now(),
  CONSTRAINT agreement_versions_pkey PRIMARY KEY (kind, version),
  CONSTRAINT agreement_versions_kind_effective_at_key UNIQUE (kind, effective_at),
  CONSTRAINT agreement_versions_check CHECK (((minimum_funding_minor IS NULL) = (minimum_funding_period IS NULL))),
  CONSTRAINT agreement_versions_kind_check CHECK ((kind = ANY (ARRAY['terms_of_service'::text, 'privacy_policy'::text, 'data_processing'::text, 'broker_agreement'::text]))),
  CONSTRAINT agreement_versions_minimum_funding_minor_check CHECK (((minimum_funding_minor >= 0) AND (minimum_funding_minor <= '9007199254740991'::bigint))),
  CONSTRAINT agreement_versions_minimum_funding_period_check CHECK ((minimum_funding_period = ANY (ARRAY['month'::text, 'quarter'::text, 'year'::text])))
);
GRANT SELECT ON agreement_versions TO sourcebook_app;

CREATE TABLE agreement_views (
  workspace_id uuid NOT NULL,
  kind text NOT NULL,
  version text NOT NULL,
  account_id uuid NOT NULL,
  crm_user_id integer NOT NULL,
  name text NOT NULL,
  first_viewed_at timestamp with time zone NOT NULL DEFAULT now(),
  last_viewed_at timestamp with time zone NOT NULL DEFAULT now(),
  view_count integer NOT NULL DEFAULT 1,
  CONSTRAINT agreement_views_pkey PRIMARY KEY (workspace_id, kind, version, account_id),
  CONSTRAINT agreement_views_kind_version_fkey FOREIGN KEY (kind, version) REFERENCES agreement_versions(kind, version)
);
ALTER TABLE agreement_views ENABLE ROW LEVEL SECURITY, FORCE ROW LEVEL SECURITY;
CREATE POLICY tenant ON agreement_views FOR ALL TO public USING (workspace_id = current_workspace());
GRANT INSERT, SELECT, UPDATE ON agreement_views TO sourcebook_app;

CREATE TABLE api_tokens (
  workspace_id uuid NOT NULL,
  id uuid NOT NULL,
  crm_user_id integer NOT NULL,
  name text NOT NULL,
  scopes text[] NOT NULL,
  definition_ids uuid[],
  addresses text[],
  last_four text NOT NULL,
  secret_ends timestamp with time zone[] NOT NULL DEFAULT '{}'::timestamp with time zone[],
  created_at timestamp with time zone NOT NULL DEFAULT now(),
  expires_at timestamp with time zone NOT NULL,
  last_used_at timestamp with time zone,
  revoked_at timestamp with time zone,
  CONSTRAINT api_tokens_pkey PRIMARY KEY (workspace_id, id),
  CONSTRAINT api_tokens_workspace_id_fkey FOREIGN KEY (workspace_id) REFERENCES workspaces(id)
);
CREATE INDEX api_tokens_by_seat ON public.api_tokens USING btree (workspace_id, crm_user_id, id);
ALTER TABLE api_tokens ENABLE ROW LEVEL SECURITY, FORCE ROW LEVEL SECURITY;
CREATE POLICY tenant ON api_tokens FOR ALL TO public USING (workspace_id = current_workspace());
GRANT INSERT, SELECT, UPDATE ON api_tokens TO sourcebook_app;

CREATE TABLE blocked_arrivals (
  workspace_id uuid NOT NULL,
  receipt_id uuid NOT NULL,
  definition_id uuid NOT NULL,
  sent jsonb NOT NULL,
  shown jsonb NOT NULL,
  at timestamp with time zone NOT NULL DEFAULT now(),
  accepted_by text,
  row_id uuid,
  CONSTRAINT blocked_arrivals_pkey PRIMARY KEY (workspace_id, receipt_id)
);
CREATE INDEX blocked_arrivals_by_age ON public.blocked_arrivals USING btree (workspace_id, at);
ALTER TABLE blocked_arrivals ENABLE ROW LEVEL SECURITY, FORCE ROW LEVEL SECURITY;
CREATE POLICY tenant ON blocked_arrivals FOR ALL TO public USING (workspace_id = current_workspace());
GRANT DELETE, INSERT, SELECT, UPDATE ON blocked_arrivals TO sourcebook_app;

CREATE TABLE blocked_files (
  workspace_id uuid NOT NULL,
  receipt_id uuid NOT NULL,
  file_id uuid NOT NULL,
  CONSTRAINT blocked_files_pkey PRIMARY KEY (workspace_id, receipt_id, file_id),
  CONSTRAINT blocked_files_workspace_id_file_id_fkey FOREIGN KEY (workspace_id, file_id) REFERENCES files(workspace_id, id),
  CONSTRAINT blocked_files_workspace_id_receipt_id_fkey FOREIGN KEY (workspace_id, receipt_id) REFERENCES blocked_arrivals(workspace_id, receipt_id) ON DELETE CASCADE
);
CREATE INDEX blocked_files_by_file ON public.blocked_files USING btree (workspace_id, file_id);
ALTER TABLE blocked_files ENABLE ROW LEVEL SECURITY, FORCE ROW LEVEL SECURITY;
CREATE POLICY tenant ON blocked_files FOR ALL TO public USING (workspace_id = current_workspace());
GRANT DELETE, INSERT, SELECT ON blocked_files TO sourcebook_app;

CREATE TABLE chain_blocks (
  workspace_id uuid NOT NULL,
  number bigint NOT NULL,
  kind text NOT NULL,
  form smallint NOT NULL,
  last_xid xid8 NOT NULL,
  last_id uuid NOT NULL,
  sealed_us bigint NOT NULL,
  latest_us bigint NOT NULL,
  entries bytea NOT NULL,
  hash bytea NOT NULL,
  CONSTRAINT chain_blocks_pkey PRIMARY KEY (workspace_id, number),
  CONSTRAINT chain_blocks_workspace_id_fkey FOREIGN KEY (workspace_id) REFERENCES workspaces(id),
  CONSTRAINT chain_blocks_number_check CHECK ((number > 0))
);
CREATE INDEX chain_blocks_by_kind ON public.chain_blocks USING btree (workspace_id, kind, number);
ALTER TABLE chain_blocks ENABLE ROW LEVEL SECURITY, FORCE ROW LEVEL SECURITY;
CREATE POLICY tenant ON chain_blocks FOR ALL TO public USING (workspace_id = current_workspace());
GRANT INSERT, SELECT ON chain_blocks TO sourcebook_app;

CREATE TABLE chain_heads (
  workspace_id uuid NOT NULL,
  number bigint NOT NULL,
  hash bytea NOT NULL,
  proof bytea NOT NULL,
  CONSTRAINT chain_heads_pkey PRIMARY KEY (workspace_id),
  CONSTRAINT chain_heads_workspace_id_fkey FOREIGN KEY (workspace_id) REFERENCES workspaces(id)
);
ALTER TABLE chain_heads ENABLE ROW LEVEL SECURITY, FORCE ROW LEVEL SECURITY;
CREATE POLICY tenant ON chain_heads FOR ALL TO public USING (workspace_id = current_workspace());
GRANT INSERT, SELECT, UPDATE ON chain_heads TO sourcebook_app;

CREATE TABLE channel_hooks (
  channel_id uuid NOT NULL,
  workspace_id uuid NOT NULL,
  address text,
  CONSTRAINT channel_hooks_pkey PRIMARY KEY (channel_id),
  CONSTRAINT channel_hooks_workspace_id_fkey FOREIGN KEY (workspace_id) REFERENCES workspaces(id)
);
CREATE INDEX channel_hooks_by_address ON public.channel_hooks USING btree (address, channel_id) WHERE (address IS NOT NULL);
GRANT INSERT, SELECT ON channel_hooks TO sourcebook_app;
GRANT UPDATE (address) ON channel_hooks TO sourcebook_app;

CREATE TABLE channels (
  workspace_id uuid NOT NULL,
  id uuid NOT NULL,
  name text NOT NULL,
  medium text NOT NULL,
  provider text NOT NULL,
  from_address text NOT NULL,
  settings jsonb NOT NULL DEFAULT '{}'::jsonb,
  credentials bytea,
  hook_hash bytea NOT NULL,
  created_at timestamp with time zone NOT NULL DEFAULT now(),
  updated_at timestamp with time zone NOT NULL DEFAULT now(),
  removed_at timestamp with time zone,
  slots_until timestamp with time zone,
  from_name text,
  CONSTRAINT channels_pkey PRIMARY KEY (workspace_id, id),
  CONSTRAINT channels_workspace_id_fkey FOREIGN KEY (workspace_id) REFERENCES workspaces(id),
  CONSTRAINT channels_medium_check CHECK ((medium = ANY (ARRAY['text'::text, 'email'::text]))),
  CONSTRAINT channels_provider_check CHECK ((provider = ANY (ARRAY['smtp'::text, 'twilio'::text, 'local'::text])))
);
CREATE UNIQUE INDEX channels_by_name ON public.channels USING btree (workspace_id, lower(name)) WHERE (removed_at IS NULL);
ALTER TABLE channels ENABLE ROW LEVEL SECURITY, FORCE ROW LEVEL SECURITY;
CREATE POLICY tenant ON channels FOR ALL TO public USING (workspace_id = current_workspace());
GRANT INSERT, SELECT, UPDATE ON channels TO sourcebook_app;

CREATE TABLE column_indexes (
  workspace_id uuid NOT NULL,
  definition_id uuid NOT NULL,
  key text NOT NULL,
  state text NOT NULL DEFAULT 'wanted'::text,
  requested_at timestamp with time zone NOT NULL DEFAULT now(),
  used_at timestamp with time zone NOT NULL DEFAULT now(),
  CONSTRAINT column_indexes_pkey PRIMARY KEY (workspace_id, definition_id, key),
  CONSTRAINT column_indexes_workspace_id_definition_id_fkey FOREIGN KEY (workspace_id, definition_id) REFERENCES definitions(workspace_id, id),
  CONSTRAINT column_indexes_state_check CHECK ((state = ANY (ARRAY['wanted'::text, 'ready'::text, 'failed'::text])))
);
ALTER TABLE column_indexes ENABLE ROW LEVEL SECURITY, FORCE ROW LEVEL SECURITY;
CREATE POLICY tenant ON column_indexes FOR ALL TO public USING (workspace_id = current_workspace());
GRANT DELETE, INSERT, SELECT, UPDATE ON column_indexes TO sourcebook_app;

CREATE TABLE column_policies (
  workspace_id uuid NOT NULL,
  column_id uuid NOT NULL,
  editable_by jsonb NOT NULL,
  visible_to jsonb NOT NULL,
  updated_at timestamp with time zone NOT NULL DEFAULT now(),
  updated_by text NOT NULL,
  CONSTRAINT column_policies_pkey PRIMARY KEY (workspace_id, column_id),
  CONSTRAINT column_policies_workspace_id_column_id_fkey FOREIGN KEY (workspace_id, column_id) REFERENCES columns(workspace_id, id) ON DELETE CASCADE
);
ALTER TABLE column_policies ENABLE ROW LEVEL SECURITY, FORCE ROW LEVEL SECURITY;
CREATE POLICY tenant ON column_policies FOR ALL TO public USING (workspace_id = current_workspace());
GRANT DELETE, INSERT, SELECT, UPDATE ON column_policies TO sourcebook_app;

CREATE TABLE column_slots (
  workspace_id uuid NOT NULL,
  column_id uuid NOT NULL,
  slot integer NOT NULL,
  definition_id uuid NOT NULL,
  type text NOT NULL,
  until timestamp with time zone NOT NULL DEFAULT now(),
  CONSTRAINT column_slots_pkey PRIMARY KEY (workspace_id, column_id, slot),
  CONSTRAINT column_slots_workspace_id_definition_id_slot_key UNIQUE (workspace_id, definition_id, slot),
  CONSTRAINT column_slots_workspace_id_column_id_fkey FOREIGN KEY (workspace_id, column_id) REFERENCES columns(workspace_id, id)
);
ALTER TABLE column_slots ENABLE ROW LEVEL SECURITY, FORCE ROW LEVEL SECURITY;
CREATE POLICY tenant ON column_slots FOR ALL TO public USING (workspace_id = current_workspace());
GRANT INSERT, SELECT ON column_slots TO sourcebook_app;

CREATE TABLE columns (
  workspace_id uuid NOT NULL,
  id uuid NOT NULL,
  definition_id uuid NOT NULL,
  slot integer NOT NULL,
  key text NOT NULL,
  name text NOT NULL,
  type text NOT NULL,
  description text NOT NULL DEFAULT ''::text,
  required boolean NOT NULL DEFAULT false,
  "unique" boolean NOT NULL DEFAULT false,
  "position" integer NOT NULL,
  settings jsonb NOT NULL DEFAULT '{}'::jsonb,
  created_at timestamp with time zone NOT NULL DEFAULT now(),
  updated_at timestamp with time zone NOT NULL DEFAULT now(),
  deleted_at timestamp with time zone,
  deleted_by text,
  CONSTRAINT columns_pkey PRIMARY KEY (workspace_id, id),
  CONSTRAINT columns_workspace_id_definition_id_slot_key UNIQUE (workspace_id, definition_id, slot),
  CONSTRAINT columns_workspace_id_definition_id_fkey FOREIGN KEY (workspace_id, definition_id) REFERENCES definitions(workspace_id, id)
);
CREATE UNIQUE INDEX columns_by_key ON public.columns USING btree (workspace_id, definition_id, key) WHERE (deleted_at IS NULL);
ALTER TABLE columns ENABLE ROW LEVEL SECURITY, FORCE ROW LEVEL SECURITY;
CREATE POLICY tenant ON columns FOR ALL TO public USING (workspace_id = current_workspace());
GRANT INSERT, SELECT, UPDATE ON columns TO sourcebook_app;

CREATE TABLE comment_mentions (
  workspace_id uuid NOT NULL,
  crm_user_id integer NOT NULL,
  comment_id uuid NOT NULL,
  row_id uuid NOT NULL,
  read_at timestamp with time zone,
  CONSTRAINT comment_mentions_pkey PRIMARY KEY (workspace_id, crm_user_id, comment_id),
  CONSTRAINT comment_mentions_workspace_id_row_id_comment_id_fkey FOREIGN KEY (workspace_id, row_id, comment_id) REFERENCES comments(workspace_id, row_id, id) ON DELETE CASCADE
);
CREATE INDEX comment_mentions_by_comment ON public.comment_mentions USING btree (workspace_id, row_id, comment_id);
CREATE INDEX comment_mentions_unread ON public.comment_mentions USING btree (workspace_id, crm_user_id, comment_id) WHERE (read_at IS NULL);
ALTER TABLE comment_mentions ENABLE ROW LEVEL SECURITY, FORCE ROW LEVEL SECURITY;
CREATE POLICY tenant ON comment_mentions FOR ALL TO public USING (workspace_id = current_workspace());
GRANT DELETE, INSERT, SELECT, UPDATE ON comment_mentions TO sourcebook_app;

CREATE TABLE comments (
  workspace_id uuid NOT NULL,
  row_id uuid NOT NULL,
  id uuid NOT NULL,
  body text NOT NULL,
  mentions integer[] NOT NULL DEFAULT '{}'::integer[],
  created_by text NOT NULL,
  created_at timestamp with time zone NOT NULL DEFAULT now(),
  updated_at timestamp with time zone NOT NULL DEFAULT now(),
  CONSTRAINT comments_pkey PRIMARY KEY (workspace_id, row_id, id),
  CONSTRAINT comments_workspace_id_row_id_fkey FOREIGN KEY (workspace_id, row_id) REFERENCES rows(workspace_id, id) ON DELETE CASCADE
);
ALTER TABLE comments ENABLE ROW LEVEL SECURITY, FORCE ROW LEVEL SECURITY;
CREATE POLICY tenant ON comments FOR ALL TO public USING (workspace_id = current_workspace());
GRANT DELETE, INSERT, SELECT, UPDATE ON comments TO sourcebook_app;

CREATE TABLE conversations (
  workspace_id uuid NOT NULL,
  id integer NOT NULL,
  medium text NOT NULL,
  address text NOT NULL,
  subject text,
  status text NOT NULL DEFAULT 'open'::text,
  snoozed_until timestamp with time zone,
  assigned_to integer,
  channel_id uuid,
  definition_id uuid,
  row_id uuid,
  unread_count integer NOT NULL DEFAULT 0,
  last_message_at timestamp with time zone,
  created_at timestamp with time zone NOT NULL DEFAULT now(),
  updated_at timestamp with time zone NOT NULL DEFAULT now(),
  CONSTRAINT conversations_pkey PRIMARY KEY (workspace_id, id),
  CONSTRAINT conversations_workspace_id_channel_id_fkey FOREIGN KEY (workspace_id, channel_id) REFERENCES channels(workspace_id, id),
  CONSTRAINT conversations_workspace_id_fkey FOREIGN KEY (workspace_id) REFERENCES workspaces(id),
  CONSTRAINT conversations_workspace_id_row_id_fkey FOREIGN KEY (workspace_id, row_id) REFERENCES rows(workspace_id, id),
  CONSTRAINT conversations_check CHECK (((medium = 'email'::text) OR (subject IS NULL))),
  CONSTRAINT conversations_check1 CHECK (((row_id IS NULL) OR (definition_id IS NOT NULL))),
  CONSTRAINT conversations_medium_check CHECK ((medium = ANY (ARRAY['text'::text, 'email'::text]))),
  CONSTRAINT conversations_status_check CHECK ((status = ANY (ARRAY['open'::text, 'snoozed'::text, 'closed'::text]))),
  CONSTRAINT conversations_unread_count_check CHECK ((unread_count >= 0))
);
CREATE INDEX conversations_by_activity ON public.conversations USING btree (workspace_id, GREATEST(last_message_at, '-infinity'::timestamp with time zone), id);
CREATE INDEX conversations_by_address ON public.conversations USING btree (workspace_id, medium, address, id);
CREATE INDEX conversations_by_row ON public.conversations USING btree (workspace_id, row_id, id) WHERE (row_id IS NOT NULL);
CREATE UNIQUE INDEX conversations_of_numbers ON public.conversations USING btree (workspace_id, address) WHERE (medium = 'text'::text);
CREATE INDEX conversations_unread ON public.conversations USING btree (workspace_id, GREATEST(last_message_at, '-infinity'::timestamp with time zone), id) WHERE (unread_count > 0);
ALTER TABLE conversations ENABLE ROW LEVEL SECURITY, FORCE ROW LEVEL SECURITY;
CREATE POLICY tenant ON conversations FOR ALL TO public USING ((workspace_id = current_workspace()) AND ((( SELECT narrowed() AS narrowed) <> 1) OR definition_exists(definition_id)));
GRANT INSERT, SELECT, UPDATE ON conversations TO sourcebook_app;

CREATE TABLE deal_allocations (
  workspace_id uuid NOT NULL,
  deal_id integer NOT NULL,
  "position" integer NOT NULL,
  deal_split_id integer NOT NULL,
  stake_id integer GENERATED AS NULLIF(deal_split_id, 0),
  amount_minor bigint NOT NULL,
  CONSTRAINT deal_allocations_pkey PRIMARY KEY (workspace_id, deal_id, "position", deal_split_id),
  CONSTRAINT deal_allocations_workspace_id_deal_id_position_fkey FOREIGN KEY (workspace_id, deal_id, "position") REFERENCES deal_entries(workspace_id, deal_id, "position"),
  CONSTRAINT deal_allocations_workspace_id_deal_id_stake_id_fkey FOREIGN KEY (workspace_id, deal_id, stake_id) REFERENCES deal_splits(workspace_id, deal_id, id),
  CONSTRAINT deal_allocations_amount_minor_check CHECK (((amount_minor <> 0) AND ((amount_minor >= '-9007199254740991'::bigint) AND (amount_minor <= '9007199254740991'::bigint))))
);
CREATE INDEX deal_allocations_by_split ON public.deal_allocations USING btree (workspace_id, deal_split_id, "position");
ALTER TABLE deal_allocations ENABLE ROW LEVEL SECURITY, FORCE ROW LEVEL SECURITY;
CREATE POLICY tenant ON deal_allocations FOR ALL TO public USING (workspace_id = current_workspace());
GRANT INSERT, SELECT ON deal_allocations TO sourcebook_app;

CREATE TABLE deal_entries (
  workspace_id uuid NOT NULL,
  deal_id integer NOT NULL,
  "position" integer NOT NULL,
  id uuid NOT NULL,
  kind text NOT NULL,
  amount_minor bigint NOT NULL,
  occurred_at timestamp with time zone NOT NULL,
  created_at timestamp with time zone NOT NULL DEFAULT clock_timestamp(),
  created_by text NOT NULL,
  reference text,
  reason text,
  notes text,
  deal_split_id integer,
  draw_id uuid,
  reverses_id uuid,
  xid xid8 NOT NULL DEFAULT event_xid(),
  CONSTRAINT deal_entries_pkey PRIMARY KEY (workspace_id, deal_id, "position"),
  CONSTRAINT deal_entries_workspace_id_id_deal_id_amount_minor_key UNIQUE (workspace_id, id, deal_id, amount_minor),
  CONSTRAINT deal_entries_workspace_id_deal_id_fkey FOREIGN KEY (workspace_id, deal_id) REFERENCES deals(workspace_id, id),
  CONSTRAINT deal_entries_workspace_id_draw_id_deal_id_deal_split_id_am_fkey FOREIGN KEY (workspace_id, draw_id, deal_id, deal_split_id, amount_minor) REFERENCES draws(workspace_id, id, deal_id, deal_split_id, amount_minor),
  CONSTRAINT deal_entries_workspace_id_reverses_id_deal_id_amount_minor_fkey FOREIGN KEY (workspace_id, reverses_id, deal_id, amount_minor) REFERENCES deal_entries(workspace_id, id, deal_id, amount_minor),
  CONSTRAINT deal_entries_amount_minor_check CHECK (((amount_minor >= 1) AND (amount_minor <= '9007199254740991'::bigint))),
  CONSTRAINT deal_entries_check CHECK (((kind = 'reversal'::text) = (reverses_id IS NOT NULL))),
  CONSTRAINT deal_entries_check1 CHECK (((kind <> 'clawback'::text) OR (COALESCE(reason, ''::text) ~ '\S'::text))),
  CONSTRAINT deal_entries_check2 CHECK (((kind <> ALL (ARRAY['draw_requested'::text, 'draw_paid'::text, 'draw_voided'::text])) OR (draw_id IS NOT NULL))),
  CONSTRAINT deal_entries_check3 CHECK (((draw_id IS NULL) = (deal_split_id IS NULL))),
  CONSTRAINT deal_entries_kind_check CHECK ((kind = ANY (ARRAY['commission_expected'::text, 'commission_collected'::text, 'clawback'::text, 'draw_requested'::text, 'draw_paid'::text, 'draw_voided'::text, 'reversal'::text])))
);
CREATE INDEX deal_entries_by_split ON public.deal_entries USING btree (workspace_id, deal_split_id, "position") WHERE (deal_split_id IS NOT NULL);
CREATE INDEX deal_entries_by_time ON public.deal_entries USING btree (workspace_id, deal_id, created_at, id);
CREATE INDEX deal_entries_by_xid ON public.deal_entries USING btree (workspace_id, xid, id);
CREATE UNIQUE INDEX deal_entries_reversed ON public.deal_entries USING btree (workspace_id, reverses_id) WHERE (reverses_id IS NOT NULL);
ALTER TABLE deal_entries ENABLE ROW LEVEL SECURITY, FORCE ROW LEVEL SECURITY;
CREATE POLICY tenant ON deal_entries FOR ALL TO public USING ((workspace_id = current_workspace()) AND ((( SELECT narrowed() AS narrowed) <> 1) OR deal_exists(deal_id)));
GRANT INSERT, SELECT ON deal_entries TO sourcebook_app;

CREATE TABLE deal_splits WITH (fillfactor=70) (
  workspace_id uuid NOT NULL,
  deal_id integer NOT NULL,
  id integer NOT NULL,
  party_kind text NOT NULL,
  account_id uuid,
  crm_user_id integer,
  external_party text,
  basis text NOT NULL,
  share_ppm integer,
  flat_amount_minor bigint,
  notes text,
  status text NOT NULL DEFAULT 'active'::text,
  held_at timestamp with time zone,
  released_at timestamp with time zone,
  held_reason text,
  released_reason text,
  deactivated_at timestamp with time zone,
  deactivated_reason text,
  predecessor_id integer,
  successor_id integer,
  collected_minor bigint NOT NULL DEFAULT 0,
  clawed_minor bigint NOT NULL DEFAULT 0,
  drawn_minor bigint NOT NULL DEFAULT 0,
  created_at timestamp with time zone NOT NULL DEFAULT now(),
  updated_at timestamp with time zone NOT NULL DEFAULT now(),
  CONSTRAINT deal_splits_pkey PRIMARY KEY (workspace_id, id),
  CONSTRAINT deal_splits_workspace_id_deal_id_id_key UNIQUE (workspace_id, deal_id, id),
  CONSTRAINT deal_splits_workspace_id_deal_id_fkey FOREIGN KEY (workspace_id, deal_id) REFERENCES deals(workspace_id, id),
  CONSTRAINT deal_splits_basis_check CHECK ((basis = ANY (ARRAY['gross'::text, 'funded'::text, 'flat'::text, 'net'::text]))),
  CONSTRAINT deal_splits_check CHECK (((clawed_minor >= 0) AND (clawed_minor <= collected_minor))),
  CONSTRAINT deal_splits_check1 CHECK (((party_kind = 'account'::text) = (account_id IS NOT NULL))),
  CONSTRAINT deal_splits_check2 CHECK (((party_kind = 'crm_user'::text) = (crm_user_id IS NOT NULL))),
  CONSTRAINT deal_splits_check3 CHECK (((party_kind = 'external'::text) = (external_party IS NOT NULL))),
  CONSTRAINT deal_splits_check4 CHECK (((basis = 'flat'::text) = (flat_amount_minor IS NOT NULL))),
  CONSTRAINT deal_splits_check5 CHECK (((basis <> 'flat'::text) = (share_ppm IS NOT NULL))),
  CONSTRAINT deal_splits_check6 CHECK (((status = 'inactive'::text) = (deactivated_at IS NOT NULL))),
  CONSTRAINT deal_splits_check7 CHECK (((held_reason IS NULL) OR (held_at IS NOT NULL))),
  CONSTRAINT deal_splits_check8 CHECK (((released_at IS NULL) OR (released_at >= held_at))),
  CONSTRAINT deal_splits_check9 CHECK (((released_reason IS NULL) OR (released_at IS NOT NULL))),
  CONSTRAINT deal_splits_collected_minor_check CHECK (((collected_minor >= 0) AND (collected_minor <= '9007199254740991'::bigint))),
  CONSTRAINT deal_splits_drawn_minor_check CHECK (((drawn_minor >= 0) AND (drawn_minor <= '9007199254740991'::bigint))),
  CONSTRAINT deal_splits_flat_amount_minor_check CHECK (((flat_amount_minor >= 1) AND (flat_amount_minor <= '9007199254740991'::bigint))),
  CONSTRAINT deal_splits_party_kind_check CHECK ((party_kind = ANY (ARRAY['account'::text, 'crm_user'::text, 'external'::text, 'house'::text]))),
  CONSTRAINT deal_splits_share_ppm_check CHECK (((share_ppm >= 1) AND (share_ppm <= 1000000))),
  CONSTRAINT deal_splits_status_check CHECK ((status = ANY (ARRAY['active'::text, 'inactive'::text])))
);
CREATE INDEX deal_splits_by_party ON public.deal_splits USING btree (workspace_id, party_kind, account_id, crm_user_id, name_text(external_party), id);
ALTER TABLE deal_splits ENABLE ROW LEVEL SECURITY, FORCE ROW LEVEL SECURITY;
CREATE POLICY tenant ON deal_splits FOR ALL TO public USING ((workspace_id = current_workspace()) AND ((( SELECT narrowed() AS narrowed) <> 1) OR deal_exists(deal_id)));
GRANT INSERT, SELECT, UPDATE ON deal_splits TO sourcebook_app;

CREATE TABLE deals WITH (fillfactor=70) (
  workspace_id uuid NOT NULL,
  id integer NOT NULL,
  name text NOT NULL,
  currency text NOT NULL,
  funded_minor bigint,
  deal_row_id uuid,
  notes text,
  expected_minor bigint NOT NULL DEFAULT 0,
  collected_minor bigint NOT NULL DEFAULT 0,
  clawed_minor bigint NOT NULL DEFAULT 0,
  house_collected_minor bigint NOT NULL DEFAULT 0,
  house_clawed_minor bigint NOT NULL DEFAULT 0,
  entry_count integer NOT NULL DEFAULT 0,
  created_at timestamp with time zone NOT NULL DEFAULT now(),
  updated_at timestamp with time zone NOT NULL DEFAULT now(),
  CONSTRAINT deals_pkey PRIMARY KEY (workspace_id, id),
  CONSTRAINT deals_workspace_id_deal_row_id_fkey FOREIGN KEY (workspace_id, deal_row_id) REFERENCES rows(workspace_id, id),
  CONSTRAINT deals_workspace_id_fkey FOREIGN KEY (workspace_id) REFERENCES workspaces(id),
  CONSTRAINT deals_check CHECK (((clawed_minor >= 0) AND (clawed_minor <= collected_minor))),
  CONSTRAINT deals_check1 CHECK (((house_collected_minor >= 0) AND (house_collected_minor <= collected_minor))),
  CONSTRAINT deals_check2 CHECK (((house_clawed_minor >= 0) AND (house_clawed_minor <= house_collected_minor))),
  CONSTRAINT deals_collected_minor_check CHECK (((collected_minor >= 0) AND (collected_minor <= '9007199254740991'::bigint))),
  CONSTRAINT deals_expected_minor_check CHECK (((expected_minor >= 0) AND (expected_minor <= '9007199254740991'::bigint))),
  CONSTRAINT deals_funded_minor_check CHECK (((funded_minor >= 0) AND (funded_minor <= '9007199254740991'::bigint)))
);
CREATE INDEX deals_by_row ON public.deals USING btree (workspace_id, deal_row_id, id) WHERE (deal_row_id IS NOT NULL);
ALTER TABLE deals ENABLE ROW LEVEL SECURITY, FORCE ROW LEVEL SECURITY;
CREATE POLICY tenant ON deals FOR ALL TO public USING ((workspace_id = current_workspace()) AND ((( SELECT narrowed() AS narrowed) <> 1) OR row_exists(deal_row_id)));
GRANT INSERT, SELECT, UPDATE ON deals TO sourcebook_app;

CREATE TABLE definitions (
  workspace_id uuid NOT NULL,
  id uuid NOT NULL,
  kind text NOT NULL,
  key text NOT NULL,
  name text NOT NULL,
  description text NOT NULL DEFAULT ''::text,
  settings jsonb NOT NULL DEFAULT '{}'::jsonb,
  next_slot integer NOT NULL DEFAULT 1,
  created_at timestamp with time zone NOT NULL DEFAULT now(),
  created_by text NOT NULL,
  updated_at timestamp with time zone NOT NULL DEFAULT now(),
  deleted_at timestamp with time zone,
  icon text,
  color text,
  CONSTRAINT definitions_pkey PRIMARY KEY (workspace_id, id),
  CONSTRAINT definitions_workspace_id_fkey FOREIGN KEY (workspace_id) REFERENCES workspaces(id),
  CONSTRAINT definitions_kind_check CHECK ((kind = ANY (ARRAY['board'::text, 'page'::text])))
);
CREATE UNIQUE INDEX definitions_by_key ON public.definitions USING btree (workspace_id, key) WHERE (deleted_at IS NULL);
ALTER TABLE definitions ENABLE ROW LEVEL SECURITY, FORCE ROW LEVEL SECURITY;
CREATE POLICY tenant ON definitions FOR ALL TO public USING ((workspace_id = current_workspace()) AND ((( SELECT narrowed() AS narrowed) <> 1) OR definition_exists(id)));
GRANT INSERT, SELECT, UPDATE ON definitions TO sourcebook_app;

CREATE TABLE documents (
  workspace_id uuid NOT NULL,
  id integer NOT NULL,
  name text NOT NULL,
  document_type text NOT NULL,
  url text,
  file_id uuid,
  created_at timestamp with time zone NOT NULL DEFAULT now(),
  created_by text NOT NULL,
  CONSTRAINT documents_pkey PRIMARY KEY (workspace_id, id),
  CONSTRAINT documents_workspace_id_file_id_fkey FOREIGN KEY (workspace_id, file_id) REFERENCES files(workspace_id, id),
  CONSTRAINT documents_workspace_id_fkey FOREIGN KEY (workspace_id) REFERENCES workspaces(id)
);
CREATE INDEX documents_by_file ON public.documents USING btree (workspace_id, file_id) WHERE (file_id IS NOT NULL);
CREATE INDEX documents_by_type ON public.documents USING btree (workspace_id, document_type, id);
ALTER TABLE documents ENABLE ROW LEVEL SECURITY, FORCE ROW LEVEL SECURITY;
CREATE POLICY tenant ON documents FOR ALL TO public USING ((workspace_id = current_workspace()) AND ((( SELECT narrowed() AS narrowed) <> 1) OR document_exists(id)));
GRANT INSERT, SELECT ON documents TO sourcebook_app;

CREATE TABLE draws (
  workspace_id uuid NOT NULL,
  id uuid NOT NULL,
  deal_id integer NOT NULL,
  deal_split_id integer NOT NULL,
  amount_minor bigint NOT NULL,
  status text NOT NULL DEFAULT 'requested'::text,
  notes text,
  requested_at timestamp with time zone NOT NULL DEFAULT now(),
  paid_at timestamp with time zone,
  voided_at timestamp with time zone,
  CONSTRAINT draws_pkey PRIMARY KEY (workspace_id, id),
  CONSTRAINT draws_workspace_id_id_deal_id_deal_split_id_amount_minor_key UNIQUE (workspace_id, id, deal_id, deal_split_id, amount_minor),
  CONSTRAINT draws_workspace_id_deal_id_deal_split_id_fkey FOREIGN KEY (workspace_id, deal_id, deal_split_id) REFERENCES deal_splits(workspace_id, deal_id, id),
  CONSTRAINT draws_amount_minor_check CHECK (((amount_minor >= 1) AND (amount_minor <= '9007199254740991'::bigint))),
  CONSTRAINT draws_check CHECK (((status = 'paid'::text) = (paid_at IS NOT NULL))),
  CONSTRAINT draws_check1 CHECK (((status = 'voided'::text) = (voided_at IS NOT NULL))),
  CONSTRAINT draws_status_check CHECK ((status = ANY (ARRAY['requested'::text, 'paid'::text, 'voided'::text])))
);
CREATE INDEX draws_by_split ON public.draws USING btree (workspace_id, deal_split_id, requested_at, id);
ALTER TABLE draws ENABLE ROW LEVEL SECURITY, FORCE ROW LEVEL SECURITY;
CREATE POLICY tenant ON draws FOR ALL TO public USING ((workspace_id = current_workspace()) AND ((( SELECT narrowed() AS narrowed) <> 1) OR deal_exists(deal_id)));
GRANT INSERT, SELECT, UPDATE ON draws TO sourcebook_app;

CREATE TABLE due_work (
  kind text NOT NULL,
  workspace_id uuid NOT NULL,
  due_at timestamp with time zone NOT NULL DEFAULT now(),
  CONSTRAINT due_work_pkey PRIMARY KEY (kind, workspace_id),
  CONSTRAINT due_work_workspace_id_fkey FOREIGN KEY (workspace_id) REFERENCES workspaces(id)
);
CREATE INDEX due_work_by_time ON public.due_work USING btree (kind, due_at);
GRANT DELETE, INSERT, SELECT, UPDATE ON due_work TO sourcebook_app;

CREATE TABLE erased_entries (
  workspace_id uuid NOT NULL,
  kind text NOT NULL,
  id uuid NOT NULL,
  content_hash bytea NOT NULL,
  proof bytea NOT NULL,
  at timestamp with time zone NOT NULL DEFAULT now(),
  xid xid8 NOT NULL DEFAULT event_xid(),
  CONSTRAINT erased_entries_pkey PRIMARY KEY (workspace_id, kind, id),
  CONSTRAINT erased_entries_workspace_id_fkey FOREIGN KEY (workspace_id) REFERENCES workspaces(id)
);
CREATE INDEX erased_entries_by_xid ON public.erased_entries USING btree (workspace_id, xid, id);
ALTER TABLE erased_entries ENABLE ROW LEVEL SECURITY, FORCE ROW LEVEL SECURITY;
CREATE POLICY tenant ON erased_entries FOR ALL TO public USING (workspace_id = current_workspace());
GRANT SELECT, UPDATE ON erased_entries TO sourcebook_app;

CREATE TABLE events (
  workspace_id uuid NOT NULL,
  xid xid8 NOT NULL DEFAULT event_xid(),
  id uuid NOT NULL,
  type text NOT NULL,
  at timestamp with time zone NOT NULL DEFAULT now(),
  actor text NOT NULL,
  subject text NOT NULL,
  data jsonb NOT NULL DEFAULT '{}'::jsonb,
  CONSTRAINT events_pkey PRIMARY KEY (workspace_id, xid, id)
);
ALTER TABLE events ENABLE ROW LEVEL SECURITY, FORCE ROW LEVEL SECURITY;
CREATE POLICY tenant ON events FOR ALL TO public USING ((workspace_id = current_workspace()) AND ((( SELECT narrowed() AS narrowed) <> 1) OR subject_exists(subject, data))) WITH CHECK (workspace_id = current_workspace());
GRANT INSERT, SELECT ON events TO sourcebook_app;

CREATE TABLE file_uses (
  workspace_id uuid NOT NULL,
  column_id uuid NOT NULL,
  row_id uuid NOT NULL,
  file_id uuid NOT NULL,
  CONSTRAINT file_uses_pkey PRIMARY KEY (workspace_id, column_id, row_id, file_id),
  CONSTRAINT file_uses_workspace_id_column_id_fkey FOREIGN KEY (workspace_id, column_id) REFERENCES columns(workspace_id, id) ON DELETE CASCADE,
  CONSTRAINT file_uses_workspace_id_file_id_fkey FOREIGN KEY (workspace_id, file_id) REFERENCES files(workspace_id, id),
  CONSTRAINT file_uses_workspace_id_row_id_fkey FOREIGN KEY (workspace_id, row_id) REFERENCES rows(workspace_id, id) ON DELETE CASCADE
);
CREATE INDEX file_uses_by_file ON public.file_uses USING btree (workspace_id, file_id);
CREATE INDEX file_uses_by_row ON public.file_uses USING btree (workspace_id, row_id);
ALTER TABLE file_uses ENABLE ROW LEVEL SECURITY, FORCE ROW LEVEL SECURITY;
CREATE POLICY tenant ON file_uses FOR ALL TO public USING (workspace_id = current_workspace());
GRANT DELETE, INSERT, SELECT ON file_uses TO sourcebook_app;

CREATE TABLE files (
  workspace_id uuid NOT NULL,
  id uuid NOT NULL,
  store_key text NOT NULL,
  name text NOT NULL,
  type text NOT NULL,
  size bigint NOT NULL,
  sha256 text NOT NULL,
  created_at timestamp with time zone NOT NULL DEFAULT now(),
  created_by text NOT NULL,
  loose_since timestamp with time zone NOT NULL DEFAULT now(),
  CONSTRAINT files_pkey PRIMARY KEY (workspace_id, id),
  CONSTRAINT files_workspace_id_fkey FOREIGN KEY (workspace_id) REFERENCES workspaces(id)
);
CREATE INDEX files_by_age ON public.files USING btree (workspace_id, loose_since);
CREATE INDEX files_by_hash ON public.files USING btree (workspace_id, sha256);
ALTER TABLE files ENABLE ROW LEVEL SECURITY, FORCE ROW LEVEL SECURITY;
CREATE POLICY tenant ON files FOR ALL TO public USING (workspace_id = current_workspace());
GRANT DELETE, INSERT, SELECT, UPDATE ON files TO sourcebook_app;

CREATE TABLE form_days (
  workspace_id uuid NOT NULL,
  form_id uuid NOT NULL,
  day date NOT NULL,
  sent integer NOT NULL DEFAULT 0,
  CONSTRAINT form_days_pkey PRIMARY KEY (workspace_id, form_id, day),
  CONSTRAINT form_days_workspace_id_form_id_fkey FOREIGN KEY (workspace_id, form_id) REFERENCES forms(workspace_id, id)
);
ALTER TABLE form_days ENABLE ROW LEVEL SECURITY, FORCE ROW LEVEL SECURITY;
CREATE POLICY tenant ON form_days FOR ALL TO public USING (workspace_id = current_workspace());
GRANT DELETE, INSERT, SELECT, UPDATE ON form_days TO sourcebook_app;

CREATE TABLE form_draft_files (
  workspace_id uuid NOT NULL,
  draft_id uuid NOT NULL,
  column_id uuid NOT NULL,
  file_id uuid NOT NULL,
  CONSTRAINT form_draft_files_pkey PRIMARY KEY (workspace_id, draft_id, file_id),
  CONSTRAINT form_draft_files_workspace_id_draft_id_fkey FOREIGN KEY (workspace_id, draft_id) REFERENCES form_drafts(workspace_id, id) ON DELETE CASCADE,
  CONSTRAINT form_draft_files_workspace_id_file_id_fkey FOREIGN KEY (workspace_id, file_id) REFERENCES files(workspace_id, id)
);
CREATE INDEX form_draft_files_by_file ON public.form_draft_files USING btree (workspace_id, file_id);
ALTER TABLE form_draft_files ENABLE ROW LEVEL SECURITY, FORCE ROW LEVEL SECURITY;
CREATE POLICY tenant ON form_draft_files FOR ALL TO public USING (workspace_id = current_workspace());
GRANT DELETE, INSERT, SELECT ON form_draft_files TO sourcebook_app;

CREATE TABLE form_drafts (
  workspace_id uuid NOT NULL,
  id uuid NOT NULL,
  form_id uuid NOT NULL,
  secret_hash bytea NOT NULL,
  fields jsonb NOT NULL,
  expires_at timestamp with time zone NOT NULL,
  CONSTRAINT form_drafts_pkey PRIMARY KEY (workspace_id, id),
  CONSTRAINT form_drafts_workspace_id_form_id_fkey FOREIGN KEY (workspace_id, form_id) REFERENCES forms(workspace_id, id)
);
CREATE INDEX form_drafts_by_expiry ON public.form_drafts USING btree (workspace_id, expires_at);
CREATE UNIQUE INDEX form_drafts_by_secret ON public.form_drafts USING btree (workspace_id, form_id, secret_hash);
ALTER TABLE form_drafts ENABLE ROW LEVEL SECURITY, FORCE ROW LEVEL SECURITY;
CREATE POLICY tenant ON form_drafts FOR ALL TO public USING (workspace_id = current_workspace());
GRANT DELETE, INSERT, SELECT, UPDATE ON form_drafts TO sourcebook_app;

CREATE TABLE form_links (
  public_id text NOT NULL,
  workspace_id uuid NOT NULL,
  form_id uuid NOT NULL,
  CONSTRAINT form_links_pkey PRIMARY KEY (public_id),
  CONSTRAINT form_links_workspace_id_fkey FOREIGN KEY (workspace_id) REFERENCES workspaces(id)
);
GRANT INSERT, SELECT ON form_links TO sourcebook_app;

CREATE TABLE form_notices (
  workspace_id uuid NOT NULL,
  form_id uuid NOT NULL,
  untold integer NOT NULL,
  row_id uuid NOT NULL,
  told_at timestamp with time zone,
  CONSTRAINT form_notices_pkey PRIMARY KEY (workspace_id, form_id),
  CONSTRAINT form_notices_workspace_id_form_id_fkey FOREIGN KEY (workspace_id, form_id) REFERENCES forms(workspace_id, id)
);
ALTER TABLE form_notices ENABLE ROW LEVEL SECURITY, FORCE ROW LEVEL SECURITY;
CREATE POLICY tenant ON form_notices FOR ALL TO public USING (workspace_id = current_workspace());
GRANT DELETE, INSERT, SELECT, UPDATE ON form_notices TO sourcebook_app;

CREATE UNLOGGED TABLE form_rates (
  workspace_id uuid NOT NULL,
  form_id uuid NOT NULL,
  sender bytea NOT NULL,
  since timestamp with time zone NOT NULL DEFAULT now(),
  sent integer NOT NULL DEFAULT 0,
  unproven integer NOT NULL DEFAULT 0,
  CONSTRAINT form_rates_pkey PRIMARY KEY (workspace_id, form_id, sender)
);
ALTER TABLE form_rates ENABLE ROW LEVEL SECURITY, FORCE ROW LEVEL SECURITY;
CREATE POLICY tenant ON form_rates FOR ALL TO public USING (workspace_id = current_workspace());
GRANT DELETE, INSERT, SELECT, UPDATE ON form_rates TO sourcebook_app;

CREATE TABLE former_seats (
  workspace_id uuid NOT NULL,
  crm_user_id integer NOT NULL,
  account_id uuid NOT NULL,
  CONSTRAINT former_seats_pkey PRIMARY KEY (workspace_id, crm_user_id),
  CONSTRAINT former_seats_workspace_id_fkey FOREIGN KEY (workspace_id) REFERENCES workspaces(id)
);
CREATE INDEX former_seats_by_account ON public.former_seats USING btree (account_id);
ALTER TABLE former_seats ENABLE ROW LEVEL SECURITY, FORCE ROW LEVEL SECURITY;
CREATE POLICY own_seats ON former_seats FOR SELECT TO public USING (account_id = current_account());
CREATE POLICY tenant ON former_seats FOR ALL TO public USING (workspace_id = current_workspace());
GRANT INSERT, SELECT ON former_seats TO sourcebook_app;

CREATE TABLE forms (
  workspace_id uuid NOT NULL,
  id uuid NOT NULL,
  definition_id uuid NOT NULL,
  public_id text NOT NULL,
  name text NOT NULL,
  title text NOT NULL,
  intro text,
  columns jsonb NOT NULL,
  thanks text,
  redirect_url text,
  origins text[] NOT NULL DEFAULT '{}'::text[],
  closes_at timestamp with time zone,
  limit_per_day integer,
  notify integer[] NOT NULL DEFAULT '{}'::integer[],
  drafts boolean NOT NULL DEFAULT false,
  created_at timestamp with time zone NOT NULL DEFAULT now(),
  created_by text NOT NULL,
  updated_at timestamp with time zone NOT NULL DEFAULT now(),
  removed_at timestamp with time zone,
  CONSTRAINT forms_pkey PRIMARY KEY (workspace_id, id),
  CONSTRAINT forms_workspace_id_definition_id_fkey FOREIGN KEY (workspace_id, definition_id) REFERENCES definitions(workspace_id, id)
);
CREATE UNIQUE INDEX forms_by_name ON public.forms USING btree (workspace_id, definition_id, lower(name)) WHERE (removed_at IS NULL);
ALTER TABLE forms ENABLE ROW LEVEL SECURITY, FORCE ROW LEVEL SECURITY;
CREATE POLICY tenant ON forms FOR ALL TO public USING (workspace_id = current_workspace());
GRANT INSERT, SELECT, UPDATE ON forms TO sourcebook_app;

CREATE TABLE hook_events (
  workspace_id uuid NOT NULL,
  hook_id uuid NOT NULL,
  event_hash bytea NOT NULL,
  row_id uuid NOT NULL,
  received_at timestamp with time zone NOT NULL DEFAULT now(),
  CONSTRAINT hook_events_pkey PRIMARY KEY (workspace_id, hook_id, event_hash),
  CONSTRAINT hook_events_workspace_id_hook_id_fkey FOREIGN KEY (workspace_id, hook_id) REFERENCES intake_hooks(workspace_id, id)
);
ALTER TABLE hook_events ENABLE ROW LEVEL SECURITY, FORCE ROW LEVEL SECURITY;
CREATE POLICY tenant ON hook_events FOR ALL TO public USING (workspace_id = current_workspace());
GRANT DELETE, INSERT, SELECT ON hook_events TO sourcebook_app;

CREATE TABLE hook_links (
  public_id text NOT NULL,
  workspace_id uuid NOT NULL,
  hook_id uuid NOT NULL,
  CONSTRAINT hook_links_pkey PRIMARY KEY (public_id),
  CONSTRAINT hook_links_workspace_id_fkey FOREIGN KEY (workspace_id) REFERENCES workspaces(id)
);
GRANT INSERT, SELECT ON hook_links TO sourcebook_app;

CREATE TABLE hook_samples (
  workspace_id uuid NOT NULL,
  hook_id uuid NOT NULL,
  id uuid NOT NULL,
  body json NOT NULL,
  received_at timestamp with time zone NOT NULL DEFAULT now(),
  CONSTRAINT hook_samples_pkey PRIMARY KEY (workspace_id, hook_id, id),
  CONSTRAINT hook_samples_workspace_id_hook_id_fkey FOREIGN KEY (workspace_id, hook_id) REFERENCES intake_hooks(workspace_id, id)
);
ALTER TABLE hook_samples ENABLE ROW LEVEL SECURITY, FORCE ROW LEVEL SECURITY;
CREATE POLICY tenant ON hook_samples FOR ALL TO public USING (workspace_id = current_workspace());
GRANT DELETE, INSERT, SELECT ON hook_samples TO sourcebook_app;

CREATE TABLE idempotency_keys (
  workspace_id uuid NOT NULL,
  actor text NOT NULL,
  key text NOT NULL,
  request_hash bytea NOT NULL,
  status integer,
  answer bytea,
  created_at timestamp with time zone NOT NULL DEFAULT now(),
  CONSTRAINT idempotency_keys_pkey PRIMARY KEY (workspace_id, actor, key),
  CONSTRAINT idempotency_keys_workspace_id_fkey FOREIGN KEY (workspace_id) REFERENCES workspaces(id)
);
CREATE INDEX idempotency_keys_by_age ON public.idempotency_keys USING btree (created_at);
ALTER TABLE idempotency_keys ENABLE ROW LEVEL SECURITY, FORCE ROW LEVEL SECURITY;
CREATE POLICY tenant ON idempotency_keys FOR ALL TO public USING (workspace_id = current_workspace());
GRANT DELETE, INSERT, SELECT, UPDATE ON idempotency_keys TO sourcebook_app;

CREATE TABLE import_failures (
  workspace_id uuid NOT NULL,
  run_id uuid NOT NULL,
  line bigint NOT NULL,
  cells jsonb NOT NULL,
  errors jsonb NOT NULL,
  imported boolean NOT NULL DEFAULT false,
  CONSTRAINT import_failures_pkey PRIMARY KEY (workspace_id, run_id, line),
  CONSTRAINT import_failures_workspace_id_run_id_fkey FOREIGN KEY (workspace_id, run_id) REFERENCES import_runs(workspace_id, id)
);
CREATE INDEX import_failures_by_outcome ON public.import_failures USING btree (workspace_id, run_id, imported, line);
ALTER TABLE import_failures ENABLE ROW LEVEL SECURITY, FORCE ROW LEVEL SECURITY;
CREATE POLICY tenant ON import_failures FOR ALL TO public USING (workspace_id = current_workspace());
GRANT DELETE, INSERT, SELECT ON import_failures TO sourcebook_app;

CREATE TABLE import_results (
  workspace_id uuid NOT NULL,
  run_id uuid NOT NULL,
  block integer NOT NULL,
  stamped uuid[] NOT NULL,
  others uuid[] NOT NULL,
  CONSTRAINT import_results_pkey PRIMARY KEY (workspace_id, run_id, block),
  CONSTRAINT import_results_workspace_id_run_id_fkey FOREIGN KEY (workspace_id, run_id) REFERENCES import_runs(workspace_id, id)
);
ALTER TABLE import_results ENABLE ROW LEVEL SECURITY, FORCE ROW LEVEL SECURITY;
CREATE POLICY tenant ON import_results FOR ALL TO public USING (workspace_id = current_workspace());
GRANT INSERT, SELECT ON import_results TO sourcebook_app;

CREATE TABLE import_runs (
  workspace_id uuid NOT NULL,
  id uuid NOT NULL,
  definition_id uuid NOT NULL,
  actor_user_id integer,
  created_at timestamp with time zone NOT NULL DEFAULT now(),
  created_by text NOT NULL,
  finished_at timestamp with time zone,
  file_name text,
  status text NOT NULL,
  total bigint NOT NULL,
  imported bigint NOT NULL,
  failed bigint NOT NULL,
  error text,
  result_count bigint NOT NULL,
  standing bigint NOT NULL,
  first_position bigint,
  last_position bigint,
  undone_at timestamp with time zone,
  undone_by integer,
  undone_count bigint,
  kept_count bigint,
  file jsonb,
  lines_done bigint NOT NULL DEFAULT 0,
  progressed_at timestamp with time zone NOT NULL DEFAULT now(),
  claimed_by uuid,
  lease_until timestamp with time zone,
  treatment jsonb,
  left_empty bigint NOT NULL DEFAULT 0,
  started_at timestamp with time zone,
  cancelled_at timestamp with time zone,
  cancelled_by integer,
  header_key text,
  linked jsonb NOT NULL DEFAULT '{}'::jsonb,
  definition_ids uuid[],
  cancelled_ref text,
  why jsonb,
  CONSTRAINT import_runs_pkey PRIMARY KEY (workspace_id, id),
  CONSTRAINT import_runs_workspace_id_definition_id_fkey FOREIGN KEY (workspace_id, definition_id) REFERENCES definitions(workspace_id, id),
  CONSTRAINT import_runs_cancelled_check CHECK (((cancelled_at IS NULL) = (cancelled_by IS NULL))),
  CONSTRAINT import_runs_check CHECK (((status = 'running'::text) = (finished_at IS NULL))),
  CONSTRAINT import_runs_check1 CHECK (((imported >= 0) AND (failed >= 0) AND (standing >= 0) AND ((imported + failed) <= total))),
  CONSTRAINT import_runs_left_empty_check CHECK ((left_empty >= 0)),
  CONSTRAINT import_runs_status_check CHECK ((status = ANY (ARRAY['running'::text, 'completed'::text, 'partial'::text, 'failed'::text, 'cancelled'::text])))
);
CREATE INDEX import_runs_at_work ON public.import_runs USING btree (workspace_id, id) WHERE (status = 'running'::text);
CREATE INDEX import_runs_by_definition ON public.import_runs USING btree (workspace_id, definition_id, id);
CREATE INDEX import_runs_by_header ON public.import_runs USING btree (workspace_id, definition_id, header_key, id) WHERE (header_key IS NOT NULL);
ALTER TABLE import_runs ENABLE ROW LEVEL SECURITY, FORCE ROW LEVEL SECURITY;
CREATE POLICY tenant ON import_runs FOR ALL TO public USING ((workspace_id = current_workspace()) AND ((( SELECT narrowed() AS narrowed) <> 1) OR definition_exists(definition_id)));
GRANT INSERT, SELECT, UPDATE ON import_runs TO sourcebook_app;

CREATE TABLE ingest_keys (
  workspace_id uuid NOT NULL,
  id uuid NOT NULL,
  definition_id uuid NOT NULL,
  name text NOT NULL,
  scopes text[] NOT NULL,
  prefix text NOT NULL,
  last_four text NOT NULL,
  created_at timestamp with time zone NOT NULL DEFAULT now(),
  created_by text NOT NULL,
  last_used_at timestamp with time zone,
  revoked_at timestamp with time zone,
  expires_at timestamp with time zone,
  origins text[],
  secret_ends timestamp with time zone[] NOT NULL DEFAULT '{}'::timestamp with time zone[],
  CONSTRAINT ingest_keys_pkey PRIMARY KEY (workspace_id, id),
  CONSTRAINT ingest_keys_workspace_id_definition_id_fkey FOREIGN KEY (workspace_id, definition_id) REFERENCES definitions(workspace_id, id)
);
CREATE INDEX ingest_keys_by_definition ON public.ingest_keys USING btree (workspace_id, definition_id);
ALTER TABLE ingest_keys ENABLE ROW LEVEL SECURITY, FORCE ROW LEVEL SECURITY;
CREATE POLICY tenant ON ingest_keys FOR ALL TO public USING (workspace_id = current_workspace());
GRANT INSERT, SELECT, UPDATE ON ingest_keys TO sourcebook_app;

CREATE UNLOGGED TABLE ingest_rates WITH (fillfactor=50) (
  workspace_id uuid NOT NULL,
  key_id uuid NOT NULL,
  route text NOT NULL,
  granted_at bigint[] NOT NULL DEFAULT '{}'::bigint[],
  granted integer[] NOT NULL DEFAULT '{}'::integer[],
  CONSTRAINT ingest_rates_pkey PRIMARY KEY (workspace_id, key_id, route)
);
ALTER TABLE ingest_rates ENABLE ROW LEVEL SECURITY, FORCE ROW LEVEL SECURITY;
CREATE POLICY tenant ON ingest_rates FOR ALL TO public USING (workspace_id = current_workspace());
GRANT DELETE, INSERT, SELECT, UPDATE ON ingest_rates TO sourcebook_app;

CREATE TABLE intake_addresses (
  workspace_id uuid NOT NULL,
  id uuid NOT NULL,
  definition_id uuid NOT NULL,
  local_part text NOT NULL,
  columns jsonb NOT NULL,
  enabled boolean NOT NULL DEFAULT true,
  created_at timestamp with time zone NOT NULL DEFAULT now(),
  created_by text NOT NULL,
  last_received_at timestamp with time zone,
  flood_noted_at timestamp with time zone,
  removed_at timestamp with time zone,
  CONSTRAINT intake_addresses_pkey PRIMARY KEY (workspace_id, id),
  CONSTRAINT intake_addresses_workspace_id_definition_id_fkey FOREIGN KEY (workspace_id, definition_id) REFERENCES definitions(workspace_id, id)
);
CREATE INDEX intake_addresses_by_definition ON public.intake_addresses USING btree (workspace_id, definition_id, id);
ALTER TABLE intake_addresses ENABLE ROW LEVEL SECURITY, FORCE ROW LEVEL SECURITY;
CREATE POLICY tenant ON intake_addresses FOR ALL TO public USING (workspace_id = current_workspace());
GRANT INSERT, SELECT, UPDATE ON intake_addresses TO sourcebook_app;

CREATE TABLE intake_hooks (
  workspace_id uuid NOT NULL,
  id uuid NOT NULL,
  definition_id uuid NOT NULL,
  public_id text NOT NULL,
  name text NOT NULL,
  fields jsonb NOT NULL,
  misfits text NOT NULL,
  signature text NOT NULL,
  secret bytea,
  event_path text,
  enabled boolean NOT NULL DEFAULT true,
  created_at timestamp with time zone NOT NULL DEFAULT now(),
  created_by text NOT NULL,
  last_received_at timestamp with time zone,
  wrong_signatures integer NOT NULL DEFAULT 0,
  wrong_signature_at timestamp with time zone,
  removed_at timestamp with time zone,
  CONSTRAINT intake_hooks_pkey PRIMARY KEY (workspace_id, id),
  CONSTRAINT intake_hooks_workspace_id_definition_id_fkey FOREIGN KEY (workspace_id, definition_id) REFERENCES definitions(workspace_id, id),
  CONSTRAINT intake_hooks_check CHECK (((signature = 'none'::text) OR (secret IS NOT NULL))),
  CONSTRAINT intake_hooks_misfits_check CHECK ((misfits = ANY (ARRAY['leave_empty'::text, 'refuse'::text])))
);
CREATE INDEX intake_hooks_by_definition ON public.intake_hooks USING btree (workspace_id, definition_id, id);
ALTER TABLE intake_hooks ENABLE ROW LEVEL SECURITY, FORCE ROW LEVEL SECURITY;
CREATE POLICY tenant ON intake_hooks FOR ALL TO public USING (workspace_id = current_workspace());
GRANT INSERT, SELECT, UPDATE ON intake_hooks TO sourcebook_app;

CREATE TABLE intake_mailboxes (
  local_part text NOT NULL,
  workspace_id uuid NOT NULL,
  address_id uuid NOT NULL,
  CONSTRAINT intake_mailboxes_pkey PRIMARY KEY (local_part),
  CONSTRAINT intake_mailboxes_workspace_id_fkey FOREIGN KEY (workspace_id) REFERENCES workspaces(id)
);
GRANT INSERT, SELECT ON intake_mailboxes TO sourcebook_app;

CREATE TABLE intake_messages (
  workspace_id uuid NOT NULL,
  address_id uuid NOT NULL,
  message_hash bytea NOT NULL,
  sender text NOT NULL,
  received_at timestamp with time zone NOT NULL DEFAULT now(),
  CONSTRAINT intake_messages_pkey PRIMARY KEY (workspace_id, address_id, message_hash),
  CONSTRAINT intake_messages_workspace_id_address_id_fkey FOREIGN KEY (workspace_id, address_id) REFERENCES intake_addresses(workspace_id, id)
);
CREATE INDEX intake_messages_by_time ON public.intake_messages USING btree (workspace_id, address_id, received_at);
ALTER TABLE intake_messages ENABLE ROW LEVEL SECURITY, FORCE ROW LEVEL SECURITY;
CREATE POLICY tenant ON intake_messages FOR ALL TO public USING (workspace_id = current_workspace());
GRANT DELETE, INSERT, SELECT ON intake_messages TO sourcebook_app;

CREATE TABLE integer_ids WITH (fillfactor=50) (
  workspace_id uuid NOT NULL,
  kind text NOT NULL,
  next_id integer NOT NULL,
  CONSTRAINT integer_ids_pkey PRIMARY KEY (workspace_id, kind),
  CONSTRAINT integer_ids_workspace_id_fkey FOREIGN KEY (workspace_id) REFERENCES workspaces(id)
);
ALTER TABLE integer_ids ENABLE ROW LEVEL SECURITY, FORCE ROW LEVEL SECURITY;
CREATE POLICY tenant ON integer_ids FOR ALL TO public USING (workspace_id = current_workspace());
GRANT INSERT, SELECT, UPDATE ON integer_ids TO sourcebook_app;

CREATE TABLE invitations (
  token_hash bytea NOT NULL,
  workspace_id uuid NOT NULL,
  crm_user_id integer NOT NULL,
  expires_at timestamp with time zone NOT NULL,
  CONSTRAINT invitations_pkey PRIMARY KEY (token_hash),
  CONSTRAINT invitations_workspace_id_crm_user_id_key UNIQUE (workspace_id, crm_user_id),
  CONSTRAINT invitations_workspace_id_fkey FOREIGN KEY (workspace_id) REFERENCES workspaces(id)
);
GRANT DELETE, INSERT, SELECT, UPDATE ON invitations TO sourcebook_app;

CREATE TABLE key_hashes (
  secret_hash bytea NOT NULL,
  workspace_id uuid NOT NULL,
  key_id uuid NOT NULL,
  secret_number integer NOT NULL DEFAULT 0,
  CONSTRAINT key_hashes_pkey PRIMARY KEY (secret_hash),
  CONSTRAINT key_hashes_workspace_id_fkey FOREIGN KEY (workspace_id) REFERENCES workspaces(id)
);
GRANT INSERT, SELECT ON key_hashes TO sourcebook_app;

CREATE TABLE message_attachments (
  workspace_id uuid NOT NULL,
  message_id integer NOT NULL,
  "position" integer NOT NULL,
  file_id uuid NOT NULL,
  CONSTRAINT message_attachments_pkey PRIMARY KEY (workspace_id, message_id, "position"),
  CONSTRAINT message_attachments_workspace_id_file_id_fkey FOREIGN KEY (workspace_id, file_id) REFERENCES files(workspace_id, id),
  CONSTRAINT message_attachments_workspace_id_message_id_fkey FOREIGN KEY (workspace_id, message_id) REFERENCES messages(workspace_id, id)
);
CREATE INDEX message_attachments_by_file ON public.message_attachments USING btree (workspace_id, file_id);
ALTER TABLE message_attachments ENABLE ROW LEVEL SECURITY, FORCE ROW LEVEL SECURITY;
CREATE POLICY tenant ON message_attachments FOR ALL TO public USING (workspace_id = current_workspace());
GRANT DELETE, INSERT, SELECT ON message_attachments TO sourcebook_app;

CREATE TABLE message_deliveries WITH (fillfactor=50) (
  workspace_id uuid NOT NULL,
  message_id integer NOT NULL,
  state text NOT NULL DEFAULT 'pending'::text,
  attempts integer NOT NULL DEFAULT 0,
  first_attempt_at timestamp with time zone,
  next_attempt_at timestamp with time zone,
  slot_at timestamp with time zone,
  claimed_at timestamp with time zone,
  claimed_by text,
  leased_until timestamp with time zone,
  fence integer NOT NULL DEFAULT 0,
  began_at timestamp with time zone,
  error text,
  settled_at timestamp with time zone,
  why jsonb,
  CONSTRAINT message_deliveries_pkey PRIMARY KEY (workspace_id, message_id),
  CONSTRAINT message_deliveries_workspace_id_message_id_fkey FOREIGN KEY (workspace_id, message_id) REFERENCES messages(workspace_id, id),
  CONSTRAINT message_deliveries_check CHECK (((state = 'pending'::text) = (next_attempt_at IS NOT NULL))),
  CONSTRAINT message_deliveries_check1 CHECK (((state = 'claimed'::text) = (leased_until IS NOT NULL))),
  CONSTRAINT message_deliveries_check2 CHECK (((state = ANY (ARRAY['sent'::text, 'failed'::text, 'cancelled'::text, 'uncertain'::text])) = (settled_at IS NOT NULL))),
  CONSTRAINT message_deliveries_state_check CHECK ((state = ANY (ARRAY['pending'::text, 'claimed'::text, 'sent'::text, 'failed'::text, 'cancelled'::text, 'uncertain'::text])))
);
CREATE INDEX message_deliveries_due ON public.message_deliveries USING btree (workspace_id, next_attempt_at, message_id) WHERE (state = 'pending'::text);
CREATE INDEX message_deliveries_leased ON public.message_deliveries USING btree (workspace_id, leased_until) WHERE (state = 'claimed'::text);
ALTER TABLE message_deliveries ENABLE ROW LEVEL SECURITY, FORCE ROW LEVEL SECURITY;
CREATE POLICY tenant ON message_deliveries FOR ALL TO public USING (workspace_id = current_workspace());
GRANT INSERT, SELECT, UPDATE ON message_deliveries TO sourcebook_app;

CREATE TABLE messages WITH (fillfactor=80) (
  workspace_id uuid NOT NULL,
  id integer NOT NULL,
  conversation_id integer NOT NULL,
  parent_id integer,
  retry_of integer,
  medium text NOT NULL,
  direction text NOT NULL,
  status text NOT NULL,
  subject text,
  content text NOT NULL,
  content_html text,
  external_id text,
  in_reply_to text,
  reference_ids text[],
  sender_id integer,
  sender_name text,
  sender_type text NOT NULL,
  channel_id uuid,
  template_id uuid,
  text_facts jsonb,
  call jsonb,
  call_recordings text[],
  media_urls text[],
  occurred_at timestamp with time zone NOT NULL DEFAULT now(),
  recorded_at timestamp with time zone NOT NULL DEFAULT clock_timestamp(),
  delivered_at timestamp with time zone,
  read_at timestamp with time zone,
  deleted_at timestamp with time zone,
  to_name text,
  token_id uuid,
  CONSTRAINT messages_pkey PRIMARY KEY (workspace_id, id),
  CONSTRAINT messages_workspace_id_channel_id_fkey FOREIGN KEY (workspace_id, channel_id) REFERENCES channels(workspace_id, id),
  CONSTRAINT messages_workspace_id_conversation_id_fkey FOREIGN KEY (workspace_id, conversation_id) REFERENCES conversations(workspace_id, id),
  CONSTRAINT messages_workspace_id_parent_id_fkey FOREIGN KEY (workspace_id, parent_id) REFERENCES messages(workspace_id, id),
  CONSTRAINT messages_workspace_id_retry_of_fkey FOREIGN KEY (workspace_id, retry_of) REFERENCES messages(workspace_id, id),
  CONSTRAINT messages_check CHECK (((medium = 'email'::text) OR ((subject IS NULL) AND (content_html IS NULL)))),
  CONSTRAINT messages_direction_check CHECK ((direction = ANY (ARRAY['inbound'::text, 'outbound'::text]))),
  CONSTRAINT messages_medium_check CHECK ((medium = ANY (ARRAY['text'::text, 'email'::text]))),
  CONSTRAINT messages_sender_type_check CHECK ((sender_type = ANY (ARRAY['user'::text, 'contact'::text, 'automation'::text, 'system'::text]))),
  CONSTRAINT messages_status_check CHECK ((status = ANY (ARRAY['queued'::text, 'sending'::text, 'sent'::text, 'delivered'::text, 'read'::text, 'undelivered'::text, 'failed'::text, 'canceled'::text, 'received'::text])))
);
CREATE INDEX messages_by_conversation ON public.messages USING btree (workspace_id, conversation_id, id);
CREATE UNIQUE INDEX messages_by_external_id ON public.messages USING btree (workspace_id, direction, external_id) WHERE (external_id IS NOT NULL);
CREATE INDEX messages_by_media ON public.messages USING btree (workspace_id, id) WHERE ((media_urls IS NOT NULL) AND (deleted_at IS NULL));
CREATE INDEX messages_by_retried ON public.messages USING btree (workspace_id, retry_of) WHERE (retry_of IS NOT NULL);
ALTER TABLE messages ENABLE ROW LEVEL SECURITY, FORCE ROW LEVEL SECURITY;
CREATE POLICY tenant ON messages FOR ALL TO public USING ((workspace_id = current_workspace()) AND ((( SELECT narrowed() AS narrowed) <> 1) OR conversation_exists(conversation_id)));
GRANT INSERT, SELECT, UPDATE ON messages TO sourcebook_app;

CREATE TABLE obligation_history (
  workspace_id uuid NOT NULL,
  obligation_id integer NOT NULL,
  id uuid NOT NULL,
  at timestamp with time zone NOT NULL DEFAULT clock_timestamp(),
  actor text NOT NULL,
  action text NOT NULL,
  reason text,
  changes jsonb NOT NULL DEFAULT '[]'::jsonb,
  successor_id integer,
  xid xid8 NOT NULL DEFAULT event_xid(),
  CONSTRAINT obligation_history_pkey PRIMARY KEY (workspace_id, obligation_id, at, id),
  CONSTRAINT obligation_history_workspace_id_obligation_id_fkey FOREIGN KEY (workspace_id, obligation_id) REFERENCES obligations(workspace_id, id)
);
CREATE INDEX obligation_history_by_xid ON public.obligation_history USING btree (workspace_id, xid, id);
ALTER TABLE obligation_history ENABLE ROW LEVEL SECURITY, FORCE ROW LEVEL SECURITY;
CREATE POLICY tenant ON obligation_history FOR ALL TO public USING (workspace_id = current_workspace());
GRANT INSERT, SELECT ON obligation_history TO sourcebook_app;

CREATE TABLE obligations (
  workspace_id uuid NOT NULL,
  id integer NOT NULL,
  title text NOT NULL,
  description text,
  notes text,
  obligation_type text NOT NULL,
  status text NOT NULL DEFAULT 'open'::text,
  priority text NOT NULL DEFAULT 'normal'::text,
  amount_minor bigint,
  currency text,
  due_at timestamp with time zone,
  assigned_to_user_id integer,
  counterparty_id bigint,
  facility_id bigint,
  decision_id bigint,
  document_id integer,
  submission_id bigint,
  parent_id integer,
  deal_row_id uuid,
  detail jsonb NOT NULL DEFAULT '{}'::jsonb,
  recurrence_rule text,
  required_document_type text,
  responsible_party text NOT NULL DEFAULT 'internal'::text,
  sla_hours integer,
  sla_breach_at timestamp with time zone,
  series_start timestamp with time zone,
  series_due_at timestamp with time zone,
  predecessor_id integer,
  escalated_at timestamp with time zone,
  escalated_to_user_id integer,
  closed_at timestamp with time zone,
  closed_by_user_id integer,
  closed_reason text,
  created_at timestamp with time zone NOT NULL DEFAULT now(),
  updated_at timestamp with time zone NOT NULL DEFAULT now(),
  CONSTRAINT obligations_pkey PRIMARY KEY (workspace_id, id),
  CONSTRAINT obligations_workspace_id_deal_row_id_fkey FOREIGN KEY (workspace_id, deal_row_id) REFERENCES rows(workspace_id, id),
  CONSTRAINT obligations_workspace_id_document_id_fkey FOREIGN KEY (workspace_id, document_id) REFERENCES documents(workspace_id, id),
  CONSTRAINT obligations_workspace_id_fkey FOREIGN KEY (workspace_id) REFERENCES workspaces(id),
  CONSTRAINT obligations_workspace_id_parent_id_fkey FOREIGN KEY (workspace_id, parent_id) REFERENCES obligations(workspace_id, id),
  CONSTRAINT obligations_workspace_id_predecessor_id_fkey FOREIGN KEY (workspace_id, predecessor_id) REFERENCES obligations(workspace_id, id),
  CONSTRAINT obligations_amount_minor_check CHECK (((amount_minor >= 0) AND (amount_minor <= '9007199254740991'::bigint))),
  CONSTRAINT obligations_check CHECK (((amount_minor IS NULL) = (currency IS NULL))),
  CONSTRAINT obligations_check1 CHECK (((status = ANY (ARRAY['completed'::text, 'waived'::text, 'cancelled'::text])) = (closed_at IS NOT NULL))),
  CONSTRAINT obligations_check2 CHECK (((status <> 'waived'::text) OR (COALESCE(closed_reason, ''::text) ~ '\S'::text))),
  CONSTRAINT obligations_check3 CHECK (((recurrence_rule IS NULL) OR (num_nulls(due_at, series_start, series_due_at) = 0))),
  CONSTRAINT obligations_check4 CHECK ((parent_id <> id)),
  CONSTRAINT obligations_priority_check CHECK ((priority = ANY (ARRAY['low'::text, 'normal'::text, 'high'::text, 'urgent'::text]))),
  CONSTRAINT obligations_status_check CHECK ((status = ANY (ARRAY['open'::text, 'in_progress'::text, 'submitted'::text, 'completed'::text, 'waived'::text, 'cancelled'::text])))
);
CREATE INDEX obligations_by_assignee ON public.obligations USING btree (workspace_id, assigned_to_user_id, id) WHERE (assigned_to_user_id IS NOT NULL);
CREATE INDEX obligations_by_deadline ON public.obligations USING btree (workspace_id, LEAST(due_at, sla_breach_at, 'infinity'::timestamp with time zone), id);
CREATE INDEX obligations_by_deadline_down ON public.obligations USING btree (workspace_id, GREATEST(LEAST(due_at, sla_breach_at), '-infinity'::timestamp with time zone), id);
CREATE INDEX obligations_by_document ON public.obligations USING btree (workspace_id, document_id) WHERE (document_id IS NOT NULL);
CREATE INDEX obligations_by_due ON public.obligations USING btree (workspace_id, LEAST(due_at, 'infinity'::timestamp with time zone), id);
CREATE INDEX obligations_by_due_down ON public.obligations USING btree (workspace_id, GREATEST(due_at, '-infinity'::timestamp with time zone), id);
CREATE INDEX obligations_by_parent ON public.obligations USING btree (workspace_id, parent_id, id) WHERE (parent_id IS NOT NULL);
CREATE UNIQUE INDEX obligations_by_predecessor ON public.obligations USING btree (workspace_id, predecessor_id) WHERE (predecessor_id IS NOT NULL);
CREATE INDEX obligations_by_row ON public.obligations USING btree (workspace_id, deal_row_id, id) WHERE (deal_row_id IS NOT NULL);
CREATE INDEX obligations_open_by_deadline ON public.obligations USING btree (workspace_id, LEAST(due_at, sla_breach_at, 'infinity'::timestamp with time zone), id) WHERE (closed_at IS NULL);
CREATE INDEX obligations_to_breach ON public.obligations USING btree (workspace_id, sla_breach_at, id) WHERE (closed_at IS NULL);
CREATE INDEX obligations_to_escalate ON public.obligations USING btree (workspace_id, sla_breach_at, id) WHERE ((closed_at IS NULL) AND (escalated_at IS NULL));
ALTER TABLE obligations ENABLE ROW LEVEL SECURITY, FORCE ROW LEVEL SECURITY;
CREATE POLICY tenant ON obligations FOR ALL TO public USING ((workspace_id = current_workspace()) AND ((( SELECT narrowed() AS narrowed) <> 1) OR (row_exists(deal_row_id) AND obligation_exists(parent_id))));
GRANT INSERT, SELECT, UPDATE ON obligations TO sourcebook_app;

CREATE TABLE opt_outs (
  workspace_id uuid NOT NULL,
  medium text NOT NULL,
  address text NOT NULL,
  opted_out boolean NOT NULL,
  reason text,
  updated_at timestamp with time zone NOT NULL DEFAULT now(),
  updated_by text NOT NULL,
  CONSTRAINT opt_outs_pkey PRIMARY KEY (workspace_id, medium, address),
  CONSTRAINT opt_outs_workspace_id_fkey FOREIGN KEY (workspace_id) REFERENCES workspaces(id),
  CONSTRAINT opt_outs_medium_check CHECK ((medium = ANY (ARRAY['text'::text, 'email'::text])))
);
CREATE INDEX opt_outs_by_address ON public.opt_outs USING btree (workspace_id, address, medium);
ALTER TABLE opt_outs ENABLE ROW LEVEL SECURITY, FORCE ROW LEVEL SECURITY;
CREATE POLICY tenant ON opt_outs FOR ALL TO public USING (workspace_id = current_workspace());
GRANT INSERT, SELECT, UPDATE ON opt_outs TO sourcebook_app;

CREATE TABLE page_records (
  workspace_id uuid NOT NULL,
  definition_id uuid NOT NULL,
  external_id text NOT NULL,
  row_id uuid NOT NULL,
  answer jsonb NOT NULL,
  CONSTRAINT page_records_pkey PRIMARY KEY (workspace_id, definition_id, external_id, row_id),
  CONSTRAINT page_records_workspace_id_row_id_fkey FOREIGN KEY (workspace_id, row_id) REFERENCES rows(workspace_id, id)
);
ALTER TABLE page_records ENABLE ROW LEVEL SECURITY, FORCE ROW LEVEL SECURITY;
CREATE POLICY tenant ON page_records FOR ALL TO public USING (workspace_id = current_workspace());
GRANT INSERT, SELECT ON page_records TO sourcebook_app;

CREATE TABLE password_resets (
  token_hash bytea NOT NULL,
  account_id uuid NOT NULL,
  expires_at timestamp with time zone NOT NULL,
  CONSTRAINT password_resets_pkey PRIMARY KEY (token_hash),
  CONSTRAINT password_resets_account_id_fkey FOREIGN KEY (account_id) REFERENCES accounts(id)
);
CREATE INDEX password_resets_by_account ON public.password_resets USING btree (account_id);
GRANT DELETE, INSERT, SELECT ON password_resets TO sourcebook_app;

CREATE TABLE purged_history (
  workspace_id uuid NOT NULL,
  id uuid NOT NULL,
  row_id uuid NOT NULL,
  content_hash bytea NOT NULL,
  at timestamp with time zone NOT NULL DEFAULT now(),
  xid xid8 NOT NULL DEFAULT event_xid(),
  CONSTRAINT purged_history_pkey PRIMARY KEY (workspace_id, id, row_id),
  CONSTRAINT purged_history_workspace_id_fkey FOREIGN KEY (workspace_id) REFERENCES workspaces(id)
);
CREATE INDEX purged_history_by_xid ON public.purged_history USING btree (workspace_id, xid, id);
ALTER TABLE purged_history ENABLE ROW LEVEL SECURITY, FORCE ROW LEVEL SECURITY;
CREATE POLICY tenant ON purged_history FOR ALL TO public USING (workspace_id = current_workspace());
GRANT SELECT ON purged_history TO sourcebook_app;

CREATE TABLE receipts (
  workspace_id uuid NOT NULL,
  definition_id uuid NOT NULL,
  id uuid NOT NULL,
  key_id uuid,
  at timestamp with time zone NOT NULL DEFAULT now(),
  outcome text NOT NULL,
  row_count integer NOT NULL,
  first_position bigint,
  details jsonb,
  form_id uuid,
  address_id uuid,
  hook_id uuid,
  CONSTRAINT receipts_pkey PRIMARY KEY (workspace_id, definition_id, id),
  CONSTRAINT receipts_outcome_check CHECK ((outcome = ANY (ARRAY['created'::text, 'updated'::text, 'replayed'::text, 'refused'::text, 'blocked'::text, 'tried'::text]))),
  CONSTRAINT receipts_sender_check CHECK ((num_nonnulls(key_id, form_id, address_id, hook_id) = 1))
);
ALTER TABLE receipts ENABLE ROW LEVEL SECURITY, FORCE ROW LEVEL SECURITY;
CREATE POLICY tenant ON receipts FOR ALL TO public USING (workspace_id = current_workspace());
GRANT INSERT, SELECT ON receipts TO sourcebook_app;

CREATE TABLE row_counters WITH (fillfactor=50) (
  workspace_id uuid NOT NULL,
  definition_id uuid NOT NULL,
  next_position bigint NOT NULL DEFAULT 1,
  row_count bigint NOT NULL DEFAULT 0,
  version integer DEFAULT 1,
  CONSTRAINT row_counters_pkey PRIMARY KEY (workspace_id, definition_id),
  CONSTRAINT row_counters_workspace_id_definition_id_fkey FOREIGN KEY (workspace_id, definition_id) REFERENCES definitions(workspace_id, id)
);
ALTER TABLE row_counters ENABLE ROW LEVEL SECURITY, FORCE ROW LEVEL SECURITY;
CREATE POLICY tenant ON row_counters FOR ALL TO public USING (workspace_id = current_workspace());
GRANT INSERT, SELECT, UPDATE ON row_counters TO sourcebook_app;

CREATE TABLE row_files (
  workspace_id uuid NOT NULL,
  row_id uuid NOT NULL,
  file_id uuid NOT NULL,
  added_at timestamp with time zone NOT NULL DEFAULT clock_timestamp(),
  added_by text NOT NULL,
  CONSTRAINT row_files_pkey PRIMARY KEY (workspace_id, row_id, file_id),
  CONSTRAINT row_files_workspace_id_file_id_fkey FOREIGN KEY (workspace_id, file_id) REFERENCES files(workspace_id, id),
  CONSTRAINT row_files_workspace_id_row_id_fkey FOREIGN KEY (workspace_id, row_id) REFERENCES rows(workspace_id, id) ON DELETE CASCADE
);
CREATE INDEX row_files_by_file ON public.row_files USING btree (workspace_id, file_id);
ALTER TABLE row_files ENABLE ROW LEVEL SECURITY, FORCE ROW LEVEL SECURITY;
CREATE POLICY tenant ON row_files FOR ALL TO public USING (workspace_id = current_workspace());
GRANT DELETE, INSERT, SELECT ON row_files TO sourcebook_app;

CREATE TABLE row_gaps (
  workspace_id uuid NOT NULL,
  definition_id uuid NOT NULL,
  first_position bigint NOT NULL,
  count bigint NOT NULL,
  CONSTRAINT row_gaps_pkey PRIMARY KEY (workspace_id, definition_id, first_position),
  CONSTRAINT row_gaps_workspace_id_definition_id_fkey FOREIGN KEY (workspace_id, definition_id) REFERENCES definitions(workspace_id, id),
  CONSTRAINT row_gaps_count_check CHECK ((count > 0))
);
ALTER TABLE row_gaps ENABLE ROW LEVEL SECURITY, FORCE ROW LEVEL SECURITY;
CREATE POLICY tenant ON row_gaps FOR ALL TO public USING (workspace_id = current_workspace());
GRANT SELECT ON row_gaps TO sourcebook_app;

CREATE TABLE row_history (
  workspace_id uuid NOT NULL,
  row_id uuid NOT NULL,
  id uuid NOT NULL,
  at timestamp with time zone NOT NULL DEFAULT now(),
  actor text NOT NULL,
  action text NOT NULL,
  run_id uuid,
  cells jsonb NOT NULL,
  version integer,
  xid xid8 NOT NULL DEFAULT event_xid(),
  CONSTRAINT row_history_pkey PRIMARY KEY (workspace_id, row_id, id),
  CONSTRAINT row_history_workspace_id_row_id_fkey FOREIGN KEY (workspace_id, row_id) REFERENCES rows(workspace_id, id)
);
CREATE INDEX row_history_by_xid ON public.row_history USING btree (workspace_id, xid, id);
ALTER TABLE row_history ENABLE ROW LEVEL SECURITY, FORCE ROW LEVEL SECURITY;
CREATE POLICY tenant ON row_history FOR ALL TO public USING (workspace_id = current_workspace());
GRANT INSERT, SELECT ON row_history TO sourcebook_app;

CREATE TABLE row_links (
  workspace_id uuid NOT NULL,
  column_id uuid NOT NULL,
  row_id uuid NOT NULL,
  target_row_id uuid NOT NULL,
  CONSTRAINT row_links_pkey PRIMARY KEY (workspace_id, target_row_id, column_id, row_id)
);
ALTER TABLE row_links ENABLE ROW LEVEL SECURITY, FORCE ROW LEVEL SECURITY;
CREATE POLICY tenant ON row_links FOR ALL TO public USING (workspace_id = current_workspace());
GRANT DELETE, INSERT, SELECT ON row_links TO sourcebook_app;

CREATE TABLE row_texts (
  workspace_id uuid NOT NULL,
  row_id uuid NOT NULL,
  definition_id uuid NOT NULL,
  text text NOT NULL,
  CONSTRAINT row_texts_pkey PRIMARY KEY (workspace_id, row_id),
  CONSTRAINT row_texts_workspace_id_row_id_fkey FOREIGN KEY (workspace_id, row_id) REFERENCES rows(workspace_id, id) ON DELETE CASCADE
);
ALTER TABLE row_texts ENABLE ROW LEVEL SECURITY, FORCE ROW LEVEL SECURITY;
CREATE POLICY tenant ON row_texts FOR ALL TO public USING (workspace_id = current_workspace());
GRANT DELETE, INSERT, SELECT, UPDATE ON row_texts TO sourcebook_app;

CREATE TABLE rows (
  workspace_id uuid NOT NULL,
  id uuid NOT NULL,
  definition_id uuid NOT NULL,
  "position" bigint NOT NULL,
  source text NOT NULL,
  cells jsonb NOT NULL,
  external_id text,
  import_run_id uuid,
  version integer NOT NULL DEFAULT 1,
  created_at timestamp with time zone NOT NULL DEFAULT now(),
  created_by text NOT NULL,
  updated_at timestamp with time zone NOT NULL DEFAULT now(),
  updated_by text,
  deleted_at timestamp with time zone,
  deleted_by text,
  deleted_run_id uuid,
  CONSTRAINT rows_pkey PRIMARY KEY (workspace_id, id),
  CONSTRAINT rows_source_check CHECK ((source = ANY (ARRAY['api'::text, 'page'::text, 'import'::text, 'manual'::text])))
);
CREATE UNIQUE INDEX rows_by_position ON public.rows USING btree (workspace_id, definition_id, "position");
CREATE INDEX rows_in_trash ON public.rows USING btree (workspace_id, deleted_at) WHERE (deleted_at IS NOT NULL);
CREATE INDEX rows_in_trash_by_position ON public.rows USING btree (workspace_id, definition_id, "position") WHERE (deleted_at IS NOT NULL);
ALTER TABLE rows ENABLE ROW LEVEL SECURITY, FORCE ROW LEVEL SECURITY;
CREATE POLICY tenant ON rows FOR ALL TO public USING ((workspace_id = current_workspace()) AND ((( SELECT narrowed() AS narrowed) <> 1) OR definition_exists(definition_id)));
GRANT INSERT, SELECT, UPDATE ON rows TO sourcebook_app;

CREATE TABLE saved_views (
  workspace_id uuid NOT NULL,
  id uuid NOT NULL,
  definition_id uuid NOT NULL,
  name text NOT NULL,
  kind text NOT NULL,
  private boolean NOT NULL,
  "position" integer NOT NULL,
  query jsonb NOT NULL,
  created_by text NOT NULL,
  created_at timestamp with time zone NOT NULL DEFAULT now(),
  updated_at timestamp with time zone NOT NULL DEFAULT now(),
  CONSTRAINT saved_views_pkey PRIMARY KEY (workspace_id, id),
  CONSTRAINT saved_views_workspace_id_definition_id_fkey FOREIGN KEY (workspace_id, definition_id) REFERENCES definitions(workspace_id, id)
);
CREATE UNIQUE INDEX saved_views_by_name ON public.saved_views USING btree (workspace_id, definition_id, (
CASE
    WHEN private THEN created_by
    ELSE ''::text
END), lower(name));
ALTER TABLE saved_views ENABLE ROW LEVEL SECURITY, FORCE ROW LEVEL SECURITY;
CREATE POLICY tenant ON saved_views FOR ALL TO public USING (workspace_id = current_workspace());
GRANT DELETE, INSERT, SELECT, UPDATE ON saved_views TO sourcebook_app;

CREATE TABLE schema_migrations (
  version integer NOT NULL,
  name text NOT NULL,
  sha256 text NOT NULL,
  applied_at timestamp with time zone NOT NULL DEFAULT now(),
  CONSTRAINT schema_migrations_pkey PRIMARY KEY (version)
);
GRANT SELECT ON schema_migrations TO sourcebook_app;

CREATE TABLE seats (
  workspace_id uuid NOT NULL,
  crm_user_id integer NOT NULL,
  account_id uuid NOT NULL,
  email text NOT NULL,
  name text NOT NULL,
  role text NOT NULL,
  status text NOT NULL,
  created_at timestamp with time zone NOT NULL DEFAULT now(),
  CONSTRAINT seats_pkey PRIMARY KEY (workspace_id, crm_user_id),
  CONSTRAINT seats_workspace_id_account_id_key UNIQUE (workspace_id, account_id),
  CONSTRAINT seats_account_id_fkey FOREIGN KEY (account_id) REFERENCES accounts(id),
  CONSTRAINT seats_workspace_id_fkey FOREIGN KEY (workspace_id) REFERENCES workspaces(id),
  CONSTRAINT seats_role_check CHECK ((role = ANY (ARRAY['owner'::text, 'admin'::text, 'manager'::text, 'member'::text, 'viewer'::text]))),
  CONSTRAINT seats_status_check CHECK ((status = ANY (ARRAY['invited'::text, 'active'::text, 'suspended'::text])))
);
CREATE INDEX seats_by_account ON public.seats USING btree (account_id);
ALTER TABLE seats ENABLE ROW LEVEL SECURITY, FORCE ROW LEVEL SECURITY;
CREATE POLICY own_seats ON seats FOR SELECT TO public USING (account_id = current_account());
CREATE POLICY tenant ON seats FOR ALL TO public USING (workspace_id = current_workspace());
GRANT DELETE, INSERT, SELECT, UPDATE ON seats TO sourcebook_app;

CREATE TABLE secret_key_proof (
  one boolean NOT NULL DEFAULT true,
  proof text NOT NULL,
  made_at timestamp with time zone NOT NULL DEFAULT now(),
  CONSTRAINT secret_key_proof_pkey PRIMARY KEY (one),
  CONSTRAINT secret_key_proof_one_check CHECK (one)
);
GRANT INSERT, SELECT ON secret_key_proof TO sourcebook_app;

CREATE UNLOGGED TABLE signin_failures (
  bucket text NOT NULL,
  failures integer NOT NULL,
  since timestamp with time zone NOT NULL,
  CONSTRAINT signin_failures_pkey PRIMARY KEY (bucket)
);
GRANT DELETE, INSERT, SELECT, UPDATE ON signin_failures TO sourcebook_app;

CREATE TABLE signin_places (
  place text NOT NULL,
  seen_at timestamp with time zone NOT NULL,
  CONSTRAINT signin_places_pkey PRIMARY KEY (place)
);
CREATE INDEX signin_places_by_time ON public.signin_places USING btree (seen_at);
GRANT DELETE, INSERT, SELECT, UPDATE ON signin_places TO sourcebook_app;

CREATE TABLE team_members (
  workspace_id uuid NOT NULL,
  team_id uuid NOT NULL,
  crm_user_id integer NOT NULL,
  CONSTRAINT team_members_pkey PRIMARY KEY (workspace_id, team_id, crm_user_id),
  CONSTRAINT team_members_workspace_id_crm_user_id_fkey FOREIGN KEY (workspace_id, crm_user_id) REFERENCES seats(workspace_id, crm_user_id) ON DELETE CASCADE,
  CONSTRAINT team_members_workspace_id_team_id_fkey FOREIGN KEY (workspace_id, team_id) REFERENCES teams(workspace_id, id) ON DELETE CASCADE
);
CREATE INDEX team_members_by_person ON public.team_members USING btree (workspace_id, crm_user_id);
ALTER TABLE team_members ENABLE ROW LEVEL SECURITY, FORCE ROW LEVEL SECURITY;
CREATE POLICY own_team_members ON team_members FOR SELECT TO public USING (crm_user_id = own_seat(workspace_id));
CREATE POLICY tenant ON team_members FOR ALL TO public USING (workspace_id = current_workspace());
GRANT DELETE, INSERT, SELECT, UPDATE ON team_members TO sourcebook_app;

CREATE TABLE teams (
  workspace_id uuid NOT NULL,
  id uuid NOT NULL,
  name text NOT NULL,
  created_at timestamp with time zone NOT NULL DEFAULT now(),
  CONSTRAINT teams_pkey PRIMARY KEY (workspace_id, id),
  CONSTRAINT teams_workspace_id_fkey FOREIGN KEY (workspace_id) REFERENCES workspaces(id)
);
CREATE UNIQUE INDEX teams_by_name ON public.teams USING btree (workspace_id, lower(name));
ALTER TABLE teams ENABLE ROW LEVEL SECURITY, FORCE ROW LEVEL SECURITY;
CREATE POLICY tenant ON teams FOR ALL TO public USING (workspace_id = current_workspace());
GRANT DELETE, INSERT, SELECT, UPDATE ON teams TO sourcebook_app;

CREATE TABLE templates (
  workspace_id uuid NOT NULL,
  id uuid NOT NULL,
  name text NOT NULL,
  medium text NOT NULL,
  definition_id uuid NOT NULL,
  subject text,
  content text NOT NULL,
  content_html text,
  created_at timestamp with time zone NOT NULL DEFAULT now(),
  updated_at timestamp with time zone NOT NULL DEFAULT now(),
  CONSTRAINT templates_pkey PRIMARY KEY (workspace_id, id),
  CONSTRAINT templates_workspace_id_definition_id_fkey FOREIGN KEY (workspace_id, definition_id) REFERENCES definitions(workspace_id, id),
  CONSTRAINT templates_medium_check CHECK ((medium = ANY (ARRAY['text'::text, 'email'::text])))
);
CREATE UNIQUE INDEX templates_by_name ON public.templates USING btree (workspace_id, medium, lower(name));
ALTER TABLE templates ENABLE ROW LEVEL SECURITY, FORCE ROW LEVEL SECURITY;
CREATE POLICY tenant ON templates FOR ALL TO public USING ((workspace_id = current_workspace()) AND ((( SELECT narrowed() AS narrowed) <> 1) OR definition_exists(definition_id)));
GRANT DELETE, INSERT, SELECT, UPDATE ON templates TO sourcebook_app;

CREATE TABLE text_indexes (
  workspace_id uuid NOT NULL,
  definition_id uuid NOT NULL,
  state text NOT NULL DEFAULT 'wanted'::text,
  slots integer[] NOT NULL DEFAULT '{}'::integer[],
  "position" bigint NOT NULL DEFAULT 0,
  xid xid8 NOT NULL DEFAULT '0'::xid8,
  event_id uuid NOT NULL DEFAULT '00000000-0000-0000-0000-000000000000'::uuid,
  used_at timestamp with time zone NOT NULL DEFAULT now(),
  form smallint NOT NULL DEFAULT 1,
  CONSTRAINT text_indexes_pkey PRIMARY KEY (workspace_id, definition_id),
  CONSTRAINT text_indexes_workspace_id_definition_id_fkey FOREIGN KEY (workspace_id, definition_id) REFERENCES definitions(workspace_id, id),
  CONSTRAINT text_indexes_state_check CHECK ((state = ANY (ARRAY['wanted'::text, 'filling'::text, 'filled'::text, 'ready'::text])))
);
ALTER TABLE text_indexes ENABLE ROW LEVEL SECURITY, FORCE ROW LEVEL SECURITY;
CREATE POLICY tenant ON text_indexes FOR ALL TO public USING (workspace_id = current_workspace());
GRANT DELETE, INSERT, SELECT, UPDATE ON text_indexes TO sourcebook_app;

CREATE TABLE token_hashes (
  secret_hash bytea NOT NULL,
  workspace_id uuid NOT NULL,
  token_id uuid NOT NULL,
  secret_number integer NOT NULL DEFAULT 0,
  CONSTRAINT token_hashes_pkey PRIMARY KEY (secret_hash),
  CONSTRAINT token_hashes_workspace_id_fkey FOREIGN KEY (workspace_id) REFERENCES workspaces(id)
);
GRANT INSERT, SELECT ON token_hashes TO sourcebook_app;

CREATE TABLE unique_values (
  workspace_id uuid NOT NULL,
  column_id uuid NOT NULL,
  value_hash bytea NOT NULL,
  row_id uuid NOT NULL,
  CONSTRAINT unique_values_pkey PRIMARY KEY (workspace_id, column_id, value_hash),
  CONSTRAINT unique_values_workspace_id_column_id_fkey FOREIGN KEY (workspace_id, column_id) REFERENCES columns(workspace_id, id),
  CONSTRAINT unique_values_workspace_id_row_id_fkey FOREIGN KEY (workspace_id, row_id) REFERENCES rows(workspace_id, id) ON DELETE CASCADE
);
CREATE INDEX unique_values_by_row ON public.unique_values USING btree (workspace_id, row_id);
ALTER TABLE unique_values ENABLE ROW LEVEL SECURITY, FORCE ROW LEVEL SECURITY;
CREATE POLICY tenant ON unique_values FOR ALL TO public USING (workspace_id = current_workspace());
GRANT DELETE, INSERT, SELECT, UPDATE ON unique_values TO sourcebook_app;

CREATE TABLE unresolved_cells (
  workspace_id uuid NOT NULL,
  column_id uuid NOT NULL,
  row_id uuid NOT NULL,
  mark text,
  CONSTRAINT unresolved_cells_pkey PRIMARY KEY (workspace_id, column_id, row_id),
  CONSTRAINT unresolved_cells_workspace_id_row_id_fkey FOREIGN KEY (workspace_id, row_id) REFERENCES rows(workspace_id, id) ON DELETE CASCADE
);
CREATE INDEX unresolved_cells_by_row ON public.unresolved_cells USING btree (workspace_id, row_id);
ALTER TABLE unresolved_cells ENABLE ROW LEVEL SECURITY, FORCE ROW LEVEL SECURITY;
CREATE POLICY tenant ON unresolved_cells FOR ALL TO public USING (workspace_id = current_workspace());
GRANT DELETE, INSERT, SELECT, UPDATE ON unresolved_cells TO sourcebook_app;

CREATE TABLE webhook_deliveries (
  workspace_id uuid NOT NULL,
  webhook_id uuid NOT NULL,
  id uuid NOT NULL,
  event_xid xid8,
  event_id uuid,
  type text NOT NULL,
  state text NOT NULL DEFAULT 'pending'::text,
  attempts integer NOT NULL DEFAULT 0,
  next_attempt_at timestamp with time zone DEFAULT now(),
  last_status integer,
  last_error text,
  log jsonb NOT NULL DEFAULT '[]'::jsonb,
  created_at timestamp with time zone NOT NULL DEFAULT now(),
  settled_at timestamp with time zone,
  CONSTRAINT webhook_deliveries_pkey PRIMARY KEY (workspace_id, webhook_id, id),
  CONSTRAINT webhook_deliveries_workspace_id_webhook_id_fkey FOREIGN KEY (workspace_id, webhook_id) REFERENCES webhooks(workspace_id, id) ON DELETE CASCADE,
  CONSTRAINT webhook_deliveries_state_check CHECK ((state = ANY (ARRAY['pending'::text, 'delivered'::text, 'failed'::text, 'dropped'::text])))
);
CREATE INDEX webhook_deliveries_due ON public.webhook_deliveries USING btree (workspace_id, webhook_id, next_attempt_at, id) WHERE (state = 'pending'::text);
CREATE INDEX webhook_deliveries_settled ON public.webhook_deliveries USING btree (workspace_id, settled_at) WHERE (settled_at IS NOT NULL);
ALTER TABLE webhook_deliveries ENABLE ROW LEVEL SECURITY, FORCE ROW LEVEL SECURITY;
CREATE POLICY tenant ON webhook_deliveries FOR ALL TO public USING (workspace_id = current_workspace());
GRANT DELETE, INSERT, SELECT, UPDATE ON webhook_deliveries TO sourcebook_app;

CREATE TABLE webhook_tails WITH (fillfactor=50) (
  workspace_id uuid NOT NULL,
  webhook_id uuid NOT NULL,
  xid xid8 NOT NULL,
  event_id uuid NOT NULL,
  fence bigint NOT NULL DEFAULT 0,
  leased_until timestamp with time zone NOT NULL DEFAULT '-infinity'::timestamp with time zone,
  CONSTRAINT webhook_tails_pkey PRIMARY KEY (workspace_id, webhook_id),
  CONSTRAINT webhook_tails_workspace_id_webhook_id_fkey FOREIGN KEY (workspace_id, webhook_id) REFERENCES webhooks(workspace_id, id) ON DELETE CASCADE
);
ALTER TABLE webhook_tails ENABLE ROW LEVEL SECURITY, FORCE ROW LEVEL SECURITY;
CREATE POLICY tenant ON webhook_tails FOR ALL TO public USING (workspace_id = current_workspace());
GRANT DELETE, INSERT, SELECT, UPDATE ON webhook_tails TO sourcebook_app;

CREATE TABLE webhooks (
  workspace_id uuid NOT NULL,
  id uuid NOT NULL,
  url text NOT NULL,
  types text[] NOT NULL,
  role text NOT NULL,
  definition_ids uuid[],
  description text NOT NULL DEFAULT ''::text,
  enabled boolean NOT NULL,
  disabled_reason text,
  secret bytea NOT NULL,
  past_secret bytea,
  past_until timestamp with time zone,
  created_at timestamp with time zone NOT NULL DEFAULT now(),
  created_by text NOT NULL,
  updated_at timestamp with time zone NOT NULL DEFAULT now(),
  CONSTRAINT webhooks_pkey PRIMARY KEY (workspace_id, id),
  CONSTRAINT webhooks_workspace_id_fkey FOREIGN KEY (workspace_id) REFERENCES workspaces(id),
  CONSTRAINT webhooks_role_check CHECK ((role = ANY (ARRAY['owner'::text, 'admin'::text, 'manager'::text, 'member'::text, 'viewer'::text])))
);
ALTER TABLE webhooks ENABLE ROW LEVEL SECURITY, FORCE ROW LEVEL SECURITY;
CREATE POLICY tenant ON webhooks FOR ALL TO public USING ((workspace_id = current_workspace()) AND ((( SELECT narrowed() AS narrowed) <> 1) OR COALESCE((definition_ids <@ current_definitions()), false)));
GRANT DELETE, INSERT, SELECT, UPDATE ON webhooks TO sourcebook_app;

CREATE TABLE workspaces (
  id uuid NOT NULL,
  slug text NOT NULL,
  name text NOT NULL,
  plan text NOT NULL DEFAULT 'enterprise'::text,
  region text NOT NULL DEFAULT 'US'::text,
  time_zone text NOT NULL DEFAULT 'UTC'::text,
  currency text NOT NULL DEFAULT 'USD'::text,
  next_crm_user_id integer NOT NULL DEFAULT 1,
  created_at timestamp with time zone NOT NULL DEFAULT now(),
  updated_at timestamp with time zone NOT NULL DEFAULT now(),
  escalation_user_id integer,
  money_visible_to text DEFAULT 'own'::text,
  deleted_at timestamp with time zone,
  erase_at timestamp with time zone,
  erase_fault text,
  CONSTRAINT workspaces_pkey PRIMARY KEY (id),
  CONSTRAINT workspaces_slug_key UNIQUE (slug),
  CONSTRAINT workspaces_money_visible_to_check CHECK ((money_visible_to = ANY (ARRAY['everyone'::text, 'own'::text, 'managers'::text]))),
  CONSTRAINT workspaces_plan_check CHECK ((plan = ANY (ARRAY['free'::text, 'pro'::text, 'business'::text, 'enterprise'::text])))
);
ALTER TABLE workspaces ENABLE ROW LEVEL SECURITY, FORCE ROW LEVEL SECURITY;
CREATE POLICY all_workspaces ON workspaces FOR SELECT TO public USING (current_setting('app.all_workspaces'::text, true) = 'on'::text);
CREATE POLICY own_workspaces ON workspaces FOR SELECT TO public USING (own_seat(id) IS NOT NULL);
CREATE POLICY tenant ON workspaces FOR ALL TO public USING (id = current_workspace());
GRANT INSERT, SELECT, UPDATE ON workspaces TO sourcebook_app;
