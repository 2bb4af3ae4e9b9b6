-- What the family reads about a decision, in the words of the person who decided; null where the letter has its own.
alter table review add column words text;

-- A decision that was taken back and leaves nothing to decide. One that is to be decided again is simply open.
alter table review add column undone_at timestamptz check (undone_at is null or status <> 'Open');
