-- A line that names a row from further down its file is tried again at the end, and then is no failure any more.

GRANT DELETE ON import_failures TO sourcebook_app;
