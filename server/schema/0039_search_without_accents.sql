-- Searches ignore accents: `unal` finds `Ünal`. The texts of big boards are stored in a plain form for it.

-- In lower case, without accents, and with plain letters for some that do not decompose. Most text is ASCII, and quickly done.
CREATE FUNCTION plain_text(text) RETURNS text LANGUAGE plpgsql
  IMMUTABLE STRICT PARALLEL SAFE AS $$
BEGIN
  IF octet_length($1) = length($1) THEN
    RETURN lower($1 COLLATE "C");
  END IF;
  RETURN translate(normalize(
    lower(regexp_replace(normalize($1, NFD) COLLATE "C", '[\u0300-\u036f]', '', 'g') COLLATE people),
    NFC), 'øłđıς', 'oldiσ');
END $$;

-- Whether a text has a plain text in it. To make any other text than ASCII plain takes five times as long as to match it with a
-- pattern, which has up to the first 32 letters of the plain text.
-- Its cost is that of functions that are part of PostgreSQL: it takes no longer than `lower` by the rules of ICU.
CREATE FUNCTION contains_text(text, plain text, pattern text) RETURNS boolean LANGUAGE plpgsql
  IMMUTABLE STRICT PARALLEL SAFE COST 3 AS $$
BEGIN
  IF octet_length($1) = length($1) THEN
    RETURN strpos(lower($1 COLLATE "C"), plain) > 0;
  ELSIF $1 COLLATE "C" !~ pattern THEN
    RETURN false;
  END IF;
  RETURN length(plain) <= 32 OR strpos(plain_text($1), plain) > 0;
END $$;

-- Which form a board's texts have: 1 is in lower case, 2 plain. Those of another form than the service's are made again.
ALTER TABLE text_indexes ADD COLUMN form smallint NOT NULL DEFAULT 1;
