-- The next moment. Adding an interval is not immutable, since a day can have 23 hours; a microsecond is the same in every zone.
CREATE FUNCTION just_after(timestamptz) RETURNS timestamptz LANGUAGE plpgsql IMMUTABLE STRICT PARALLEL SAFE AS $$
BEGIN
  RETURN $1 + interval '1 microsecond';
END $$;
