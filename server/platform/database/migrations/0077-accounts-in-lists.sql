-- Staff list the accounts of a school, and those that are still being set up, a page at a time.
create index account_of_school on account (institution_id, short_id);
create index account_being_set_up on account (setup_status, short_id) where setup_status <> 'NoFurtherSteps';
