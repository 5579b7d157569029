-- PostgreSQL 15 reads '\v' in a string as the letter v, which the two functions of 0049 then took from the ends of a text.

CREATE OR REPLACE FUNCTION comparable_text(text) RETURNS text LANGUAGE plpgsql
  IMMUTABLE STRICT PARALLEL SAFE AS $$
BEGIN
  IF octet_length($1) = length($1) THEN
    RETURN btrim($1, E' \t\n\x0b\f\r');
  END IF;
  RETURN btrim(normalize(regexp_replace(
    regexp_replace($1 COLLATE "C", '[\u00a0\u1680\u2000-\u200a\u202f\u205f\u3000\u2800\u115f\u1160\u3164\uffa0]', ' ', 'g'),
    '[\u00ad\u034f\u061c\u17b4\u17b5\u180e\u200b\u200e\u200f\u202a-\u202e\u2060-\u206f\ufeff\ufff9-\ufffb]|(?<![\u0590-\u061b\u061d-\u17b3\u17b6-\u180d\u180f-\u1cff\u2190-\u2bff\ufe0f\U0001f000-\U0001faff])[\u200c\u200d]', '', 'g'),
    NFC), E' \t\n\x0b\f\r\u2028\u2029');
END $$;

REINDEX INDEX deal_splits_by_party;
