-- The fees of a plan as the family reads them, in decimal units and in the words of the contract: written once, when
-- the version is saved, and passed on as they are by whoever shows them. Each field is named, so that nothing else that
-- a version may come to keep is shown by accident.

create function fee_lines_shown(lines jsonb) returns jsonb immutable language sql as $$
  select coalesce(jsonb_agg(jsonb_build_object('name', line -> 'name',
      'amount', (line ->> 'amountMinor')::bigint / 100.0::float8, 'percentage', line -> 'percentage',
      'portionPercent', line -> 'portionPercent', 'discountPercent', line -> 'discountPercent') order by place), '[]')
  from jsonb_array_elements(lines) with ordinality as kept (line, place)
$$;

create function addons_shown(lines jsonb) returns jsonb immutable language sql as $$
  select coalesce(jsonb_agg(fee_lines_shown(jsonb_build_array(line)) -> 0
      || jsonb_build_object('selectedFeeOption', line -> 'selectedFeeOption') order by place), '[]')
  from jsonb_array_elements(lines) with ordinality as kept (line, place)
$$;

create function family_fees_shown(fees jsonb) returns text immutable language sql as $$
  select coalesce(json_agg(json_build_object('name', fee -> 'name',
      'amount', (fee ->> 'amountMinor')::bigint / 100.0::float8) order by place), '[]')::text
  from jsonb_array_elements(fees) with ordinality as kept (fee, place)
$$;

create function student_fees_shown(students jsonb) returns text immutable language sql as $$
  select coalesce(json_agg(json_build_object('enrolmentId', student -> 'enrolmentId',
      'studentName', student -> 'studentName', 'yearLevel', student -> 'yearLevel',
      'fees', fee_lines_shown(student -> 'fees'), 'discounts', fee_lines_shown(student -> 'discounts'),
      'customerSelectedAddonsAndDiscounts', addons_shown(student -> 'addons')) order by place), '[]')::text
  from jsonb_array_elements(students) with ordinality as kept (student, place)
$$;

alter table plan_version
  add column family_fees_shown text generated always as (family_fees_shown(family_fees)) stored,
  add column student_fees_shown text generated always as (student_fees_shown(student_fees)) stored;
