-- Whole events can hold a browser's secret or parts of a bank number; their ids are all that is read.
update provider_event set body = jsonb_build_object('data', jsonb_build_object('object', jsonb_strip_nulls(jsonb_build_object(
  'id', body->'data'->'object'->'id',
  'object', body->'data'->'object'->'object',
  'payment_intent', body->'data'->'object'->'payment_intent'))));
