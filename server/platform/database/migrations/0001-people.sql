-- People: customers who pay, staff who help. E-mails are stored lower-case, so that one person is one row.

create table customer (
  id uuid primary key,
  email text not null unique check (email = lower(email)),
  first_name text not null,
  last_name text not null,
  mobile_e164 text check (mobile_e164 ~ '^\+[1-9][0-9]{6,14}$'),
  region text not null check (region in ('AU', 'UK')),
  status text not null default 'Active' check (status in ('Active', 'Disabled')),
  birth_date date,
  created_at timestamptz not null
);

create table customer_address (
  customer_id uuid not null references customer,
  id uuid not null,
  status text not null check (status in ('Current', 'Previous')),
  unit_no text not null default '',
  street_no text not null default '',
  street text not null default '',
  suburb text not null default '',
  state text not null,
  postcode text not null,
  full_address text not null,
  primary key (customer_id, id)
);
create unique index one_current_address on customer_address (customer_id) where status = 'Current';

create table voluntary_contribution (
  customer_id uuid primary key references customer,
  status text not null check (status in ('Active', 'Inactive', 'InviteSent')),
  invite_url text not null
);

create table staff (
  id uuid primary key,
  email text not null unique check (email = lower(email)),
  name text not null,
  role text not null check (role in ('support', 'operations', 'admin')),
  mobile_e164 text,
  status text not null default 'Active' check (status in ('Active', 'Disabled')),
  created_at timestamptz not null
);
