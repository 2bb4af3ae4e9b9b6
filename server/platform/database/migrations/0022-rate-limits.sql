-- A statement that counts a try along with what is tried names the figure, and is refused as a whole beyond it.
alter table rate_limit
  add column most int,
  add constraint within_limit check (hits <= most);
