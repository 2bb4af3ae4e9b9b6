import type { Cents } from '#domain/money.ts'
import type { Flexibility } from '#domain/plan/changes/flexibility.ts'
import type { SurchargeRate } from '#domain/payment-methods/surcharges.ts'
import type { SchoolPolicy } from '../../people/accounts/account-facts.ts'
import type { Db, Transaction } from '../../platform/database/open.ts'
import { sql } from '../../platform/database/sql.ts'
import type { NewFeeSchedule } from './schools.reads.ts'

export type School = SchoolPolicy & {
  id: string
  larkwellId: string
  name: string
  email: string
  phone: string
  bpayBillerCode: string | null
  showsBreakdown: boolean
  renewsOnLastFees: boolean
  dishonourFee: Cents
  /** Null for the default. */
  discountLimitBasisPoints: number | null
  outstandingFeesLimit: Cents | null
  /** The rules that differ from the default. */
  flexibility: Partial<Flexibility>
}

/** Lists all schools, or the one with this id. */
export async function listSchools(db: Db, id: string | null = null) {
  return db.many<School>(sql`
    select id, larkwell_id as "larkwellId", region, name, email, phone, bpay_biller_code as "bpayBillerCode",
      absorb_card_surcharge as "absorbCardSurcharge", allowed_regional_methods as "allowedRegionalMethods",
      allowed_portal_methods as "allowedPortalMethods",
      shows_direct_debit_authorisation as "showsDirectDebitAuthorisation",
      requires_manual_review as "requiresManualReview", allows_fee_variance_updates as "allowsFeeVarianceUpdates",
      allows_outstanding_fee_updates as "allowsOutstandingFeeUpdates", shows_breakdown as "showsBreakdown",
      only_longest_plans as "onlyLongestPlans", renewal_opens_days as "renewalOpensDays",
      renews_on_last_fees as "renewsOnLastFees", dishonour_fee_minor as "dishonourFee",
      discount_limit_basis_points as "discountLimitBasisPoints",
      outstanding_fees_limit_minor as "outstandingFeesLimit", flexibility
    from institution where ${id}::uuid is null or id = ${id} order by name, id`)
}

export async function lockSchool(tx: Transaction, id: string): Promise<School | undefined> {
  await tx.run(sql`select 1 from institution where id = ${id} for update`)
  const [school] = await listSchools(tx, id)
  return school
}

/** Returns false if another school has its public id. */
export async function saveSchool(tx: Transaction, school: School): Promise<boolean> {
  const row = await tx.first<{ id: string }>(sql`
    insert into institution (id, larkwell_id, region, name, email, phone, bpay_biller_code, absorb_card_surcharge,
      allowed_regional_methods, allowed_portal_methods, shows_direct_debit_authorisation, requires_manual_review,
      allows_fee_variance_updates, allows_outstanding_fee_updates, shows_breakdown, only_longest_plans,
      renewal_opens_days, renews_on_last_fees, dishonour_fee_minor, discount_limit_basis_points,
      outstanding_fees_limit_minor, flexibility)
    values (${school.id}, ${school.larkwellId}, ${school.region}, ${school.name}, ${school.email}, ${school.phone},
      ${school.bpayBillerCode}, ${school.absorbCardSurcharge}, ${school.allowedRegionalMethods},
      ${school.allowedPortalMethods}, ${school.showsDirectDebitAuthorisation}, ${school.requiresManualReview},
      ${school.allowsFeeVarianceUpdates}, ${school.allowsOutstandingFeeUpdates}, ${school.showsBreakdown},
      ${school.onlyLongestPlans}, ${school.renewalOpensDays}, ${school.renewsOnLastFees}, ${school.dishonourFee},
      ${school.discountLimitBasisPoints}, ${school.outstandingFeesLimit}, ${JSON.stringify(school.flexibility)})
    on conflict (larkwell_id) do update set name = excluded.name, email = excluded.email, phone = excluded.phone,
      bpay_biller_code = excluded.bpay_biller_code, absorb_card_surcharge = excluded.absorb_card_surcharge,
      allowed_regional_methods = excluded.allowed_regional_methods,
      allowed_portal_methods = excluded.allowed_portal_methods,
      shows_direct_debit_authorisation = excluded.shows_direct_debit_authorisation,
      requires_manual_review = excluded.requires_manual_review,
      allows_fee_variance_updates = excluded.allows_fee_variance_updates,
      allows_outstanding_fee_updates = excluded.allows_outstanding_fee_updates,
      shows_breakdown = excluded.shows_breakdown, only_longest_plans = excluded.only_longest_plans,
      renewal_opens_days = excluded.renewal_opens_days, renews_on_last_fees = excluded.renews_on_last_fees,
      dishonour_fee_minor = excluded.dishonour_fee_minor,
      discount_limit_basis_points = excluded.discount_limit_basis_points,
      outstanding_fees_limit_minor = excluded.outstanding_fees_limit_minor, flexibility = excluded.flexibility
    where institution.id = excluded.id
    returning id`)
  return row !== undefined
}

/** Replaces a year's fees. An unchanged fee keeps its id, because plans that families are filling in refer to it. */
export async function writeFeeSchedule(
  tx: Transaction,
  newIds: { schedule: string; items: readonly string[] },
  { schoolId, year, terms, items }: NewFeeSchedule,
): Promise<void> {
  const row = await tx.first<{ id: string }>(sql`
    insert into fee_schedule (id, institution_id, tuition_year) values (${newIds.schedule}, ${schoolId}, ${year})
    on conflict (institution_id, tuition_year) do update set tuition_year = excluded.tuition_year
    returning id`)
  if (!row) throw new Error('A fee schedule was not written')
  await tx.run(sql`delete from fee_schedule_term where fee_schedule_id = ${row.id}`)
  await tx.run(sql`
    insert into fee_schedule_term (fee_schedule_id, term_no, starts_on, ends_on)
    select ${row.id}, no, "startsOn", "endsOn"
    from jsonb_to_recordset(${JSON.stringify(terms)}::jsonb) as term (no int, "startsOn" date, "endsOn" date)`)
  const rows = items.map((item, position) => ({ ...item, id: newIds.items[position], position }))
  await tx.run(sql`
    delete from fee_item where fee_schedule_id = ${row.id} and not exists (
      select from jsonb_to_recordset(${JSON.stringify(rows)}::jsonb) as kept (name text, "yearLevel" text)
      where kept.name = fee_item.name and kept."yearLevel" is not distinct from fee_item.year_level)`)
  await tx.run(sql`
    insert into fee_item (fee_schedule_id, id, kind, year_level, name, amount_minor, percent_basis_points,
      is_discountable, tax_basis_points, options, position)
    select ${row.id}, id, kind, "yearLevel", name, amount, "percentBasisPoints", "isDiscountable", "taxBasisPoints",
      options, position
    from jsonb_to_recordset(${JSON.stringify(rows)}::jsonb) as item (id uuid, kind text, "yearLevel" text, name text,
      amount bigint, "percentBasisPoints" int, "isDiscountable" boolean, "taxBasisPoints" int, options jsonb, position int)
    on conflict (fee_schedule_id, name, year_level) do update set kind = excluded.kind,
      amount_minor = excluded.amount_minor, percent_basis_points = excluded.percent_basis_points,
      is_discountable = excluded.is_discountable, tax_basis_points = excluded.tax_basis_points,
      options = excluded.options, position = excluded.position`)
}

export async function listRates(db: Db): Promise<SurchargeRate[]> {
  return db.many<SurchargeRate>(sql`
    select region, card_group as "cardGroup", basis_points as "basisPoints", valid_from as "validFrom",
      valid_to as "validTo"
    from surcharge_rate order by region, card_group, valid_from`)
}

/** Locks the rates against other changes until the transaction ends. Reads go on. */
export async function lockRates(tx: Transaction): Promise<void> {
  await tx.run(sql`lock table surcharge_rate in share row exclusive mode`)
}

export async function addRate(
  tx: Transaction,
  { region, cardGroup, basisPoints, validFrom }: Omit<SurchargeRate, 'validTo'>,
): Promise<void> {
  await tx.run(sql`
    update surcharge_rate set valid_to = ${validFrom}::date - 1
    where region = ${region} and card_group = ${cardGroup} and valid_from < ${validFrom}
      and (valid_to is null or valid_to >= ${validFrom})`)
  await tx.run(sql`
    insert into surcharge_rate (region, card_group, basis_points, valid_from)
    values (${region}, ${cardGroup}, ${basisPoints}, ${validFrom})`)
}

/** Deletes a rate. The one that ended the day before is extended to the end of the deleted one. */
export async function deleteRate(
  tx: Transaction,
  { region, cardGroup, validFrom, validTo }: SurchargeRate,
): Promise<void> {
  await tx.run(sql`
    delete from surcharge_rate
    where region = ${region} and card_group = ${cardGroup} and valid_from = ${validFrom}`)
  await tx.run(sql`
    update surcharge_rate set valid_to = ${validTo}::date
    where region = ${region} and card_group = ${cardGroup} and valid_to = ${validFrom}::date - 1`)
}

export async function lockSchoolRow(tx: Transaction, schoolId: string): Promise<void> {
  await tx.run(sql`select 1 from institution where id = ${schoolId} for no key update`)
}
