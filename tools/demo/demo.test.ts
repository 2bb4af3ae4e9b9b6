import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import {
  accountSetupStatuses,
  accountStatuses,
  contributionStatuses,
  productTypes,
} from '#domain/accounts.ts'
import {
  methodsOffered,
  type MethodKind,
  portalPaymentMethods,
  regionalPaymentMethods,
  surchargeAbsorptions,
} from '#domain/payment-methods/payment-methods.ts'
import { planStatuses, renewalStatuses } from '#domain/plan/payment-schedule.ts'
import { regions } from '#domain/region.ts'
import { addDays, dateIn } from '#domain/calendar/calendar.ts'
import type { IdentityStep } from '#domain/identity.ts'
import { productChangeStatuses } from '#domain/switch-account.ts'
import { configOf, type AccountFacts } from '#server/people/accounts/account-facts.ts'
import { readConfig } from '#server/platform/config.ts'
import { openDatabase, type Database } from '#server/platform/database/open.ts'
import { sql } from '#server/platform/database/sql.ts'
import { openFile } from '#server/platform/files/stored-files.ts'
import { readIdentityReview } from '#server/people/identity/identity-review.ts'
import { identityStep } from '#server/people/identity/identity-step.ts'
import { findIdentityFacts } from '#server/people/identity/identity.store.ts'
import { checkLedger } from '#server/books/ledger/invariants.ts'
import { overviewForStaff } from '#server/portal-api/overview/overview.ts'
import { readRepaymentDetails } from '#server/books/payment-methods/repayment-details.ts'
import { readStatementFile } from '#server/portal-api/statements/statements.ts'
import { testDatabase } from '../testing/database.ts'
import { firstOf } from '../testing/long.ts'
import { itLong } from '../testing/long-tests.ts'
import { readPdf } from '../testing/pdf-text.ts'
import { documentFamilies } from './families/documents.ts'
import { encryptFiles } from './files.ts'
import { loadDemo } from './load.ts'
import { encryptDocuments } from './document-numbers.ts'
import { makeDemoStatements } from './statements.ts'

const logIns = `
  olivia nomobile multi incompleteinactive allinactive oneinactive zeroaccounts twoactive newcustomer otpdown
  otpandmaildown harriet revoked mixedregion
  setup.schedule setup.draft setup.method setup.identity setup.review setup.done setup.none setup.planreview setup.uk
  setup.slow setup.fail
  plan.none plan.draft plan.saved plan.review plan.started0 plan.started30 plan.started31 plan.completed
  plan.graduating renew.review renew.allset renew.noplan renew.firstmatch renew.offboarding renew.nofee renew.nodate
  plan.temporary plan.blocked plan.tempblocked plan.noschedulenav plan.ahead plan.failed plan.cutoff
  type.assessment type.pay type.payplus type.plusfunded type.plusserviced type.payintegrated type.passthrough
  type.extend type.go nobpay bpayamount nonext openrequests threestudents vc.inactive vc.invited vc.active vc.missing
  noaddress nocontact
  pm.all pm.cardonly pm.bankonly pm.banknoauth pm.bpayonly pm.bankbpay pm.cardbank pm.cardbpay pm.mismatch pm.none
  pm.ukbank pm.ukboth pm.cutoff pm.pending pm.locked pm.defaultnotactive pm.expired pm.noupdates pm.many pm.fail
  pm.expiring pm.ended
  sched.full sched.novariance sched.manual sched.partyear sched.outstanding sched.covered sched.family sched.lastyear
  sched.oneoption sched.uk sched.term sched.twice sched.fail sched.loadfail sched.declined sched.cardends
  switch.details switch.decline switch.processing switch.identity switch.completed switch.completednofreq switch.none
  switch.loadfail switch.savefail id.manual id.rejected id.uk
  docs.many docs.none docs.upload docs.fail wd.full wd.nobalance wd.none tx.many tx.none tx.plus tx.fail
  pay.one pay.two pay.vm pay.nosource pay.nobpay pay.uk pay.fail pay.detailsfail
  desk.debit desk.arrears desk.plan desk.discount desk.skip desk.fees desk.renewal desk.partyear desk.care desk.contact desk.money
  desk.deposit desk.payout`
  .trim()
  .split(/\s+/)

const requests = `
  full nobreakdown noannual empty nodefault nodefaultnobpay vm all uk small zero noperiod paid cancelled expired
  partpaid breakdownfail noinvoice 500 expressfail expiredcard`
  .trim()
  .split(/\s+/)

/** The middle of a plan, both ends of the Australian year, a leap day, the end of the British year. */
const days = [
  '2026-11-15T02:00:00Z',
  '2027-01-02T03:00:00Z',
  '2026-12-30T03:00:00Z',
  '2028-02-29T01:00:00Z',
  '2027-08-31T22:30:00Z',
]

const three: MethodKind[] = ['Card', 'AuBankAccount', 'Bpay']

async function load(at: string) {
  const db = openDatabase(await testDatabase(), { connections: 2, timeoutMs: 60_000 })
  const now = new Date(at)
  await db.transaction((tx) => loadDemo(tx, now))
  return { db, now }
}

const valuesOf = async (db: Database, statement: ReturnType<typeof sql>) =>
  (await db.many<{ value: unknown }>(statement)).map((row) => row.value)

describe.each(firstOf(1, days))('the demo families, loaded at %s,', (at) => {
  let db: Database
  let now: Date
  beforeAll(async () => {
    ;({ db, now } = await load(at))
  })
  afterAll(() => db.close())

  const factsOf = async (login: string) => {
    const rows = await db.many<{ facts: AccountFacts }>(sql`
      select facts from account_facts where account_id in (
        select account_id from account_member join customer on customer.id = customer_id
        where email = ${`${login}@demo.example`})`)
    return rows[0]!.facts
  }
  const overviewOf = async (login: string) => {
    const { accountId } = await factsOf(login)
    return overviewForStaff({ db, clock: () => now }, accountId)
  }

  it('have a customer for every log-in, and nobody else but guests and staff', async () => {
    const emails = await valuesOf(db, sql`select email as value from customer order by 1`)
    const expected = [...logIns, ...requests.map((word) => `guest.${word}`)].map(
      (name) => `${name}@demo.example`,
    )
    expect(emails).toEqual(expected.sort())
    expect(await valuesOf(db, sql`select email as value from staff order by role`)).toEqual([
      'staff.admin@demo.example',
      'staff.ops@demo.example',
      'staff.support@demo.example',
    ])
  })

  it('have a payment request for every readable id', async () => {
    const ids = await valuesOf(
      db,
      sql`select link as value from payment_request, convert_from(link_sealed, 'utf8') link
        where link not similar to 'demo-open-%|%-earlier'`,
    )
    expect(new Set(ids)).toEqual(new Set(requests.map((word) => `demo-${word}`)))
  })

  it('have instalments that add up to the total of their plan', async () => {
    const wrong = await db.many(sql`
      select email, total_minor, sum(amount_minor) from instalment
        join plan on plan.account_id = instalment.account_id and plan.id = instalment.plan_id
        join plan_version version on version.account_id = plan.account_id and version.plan_id = plan.id
          and version.version = plan.version
        join account_member on account_member.account_id = plan.account_id
        join customer on customer.id = customer_id
      group by email, plan.id, total_minor, repayment_count
      having sum(amount_minor) <> total_minor or count(*) <> repayment_count`)
    expect(wrong).toEqual([])
    const [{ promised }] = (await db.many<{ promised: number }>(sql`
      select count(*) as promised from plan where status in ('Saved', 'Current', 'Completed')
        and not exists (select 1 from instalment where instalment.plan_id = plan.id)`)) as [
      { promised: number },
    ]
    expect(promised).toBe(0)
  })

  it('have plans whose total follows from the fees of each student', async () => {
    const plans = await db.many<
      Record<string, number> & { lines: number; family: number; covered: boolean }
    >(sql`
      select annual_total_minor as annual, total_minor as total, part_year_adjustment_minor as part,
        balance_at_start_minor as carried, outstanding_fees_minor as outstanding, outstanding_fees_covered as covered,
        (select sum((line ->> 'amountMinor')::bigint)::bigint from jsonb_array_elements(student_fees) student,
          jsonb_array_elements(student -> 'fees' || (student -> 'discounts') || (student -> 'addons')) line) as lines,
        (select sum((fee ->> 'amountMinor')::bigint)::bigint from jsonb_array_elements(family_fees) fee) as family
      from plan_version`)
    expect(plans.length).toBeGreaterThan(100)
    for (const { annual, total, part, carried, outstanding, covered, lines, family } of plans) {
      expect(lines + family).toBe(annual)
      expect(annual! + part! + carried! + (covered ? outstanding! : 0)).toBe(total)
    }
  })

  it('have a succeeded payment behind every paid instalment, and none in the future', async () => {
    const wrong = await db.many(sql`
      select instalment.* from instalment left join payment
        on payment.account_id = instalment.account_id and payment.id = instalment.payment_id
      where (instalment.status = 'Paid')
        <> (coalesce(payment.status = 'Succeeded' and payment.amount_minor = instalment.amount_minor, false))`)
    expect(wrong).toEqual([])
    const early = await db.many(sql`select * from payment where created_at > ${now} or paid_on > ${now}`)
    expect(early).toEqual([])
    const gone = await db.many(sql`
      select * from instalment join plan on plan.id = plan_id
      where instalment.status = 'Scheduled' and collect_on < ${at.slice(0, 10)}::date - 1`)
    expect(gone).toEqual([])
  })

  it('have a ledger without violations', async () => {
    expect(await checkLedger(db, { now: new Date(at) })).toEqual([])
    const [{ entries }] = (await db.many<{ entries: number }>(sql`
      select count(*) as entries from ledger_entry`)) as [{ entries: number }]
    expect(entries).toBeGreaterThan(1000)
  })

  it('have their described balances', async () => {
    const balances = await db.many<{ email: string; balance: number }>(sql`
      select email, coalesce(sum(amount_minor), 0)::bigint as balance from customer
        join account_member on customer_id = customer.id
        left join ledger_posting on ledger_posting.account_id = account_member.account_id and book = 'Family'
      group by email`)
    const balanceOf = (login: string) =>
      balances.find(({ email }) => email === `${login}@demo.example`)?.balance
    expect(balanceOf('wd.full')).toBe(640_00)
    expect(balanceOf('wd.nobalance')).toBe(0)
    expect(balanceOf('tx.plus')).toBe(1_234_50)
    expect(balanceOf('tx.none')).toBe(0)
    expect(balances.filter(({ balance }) => balance < 0)).toEqual([])
  })

  it('have at most one default and one preferred payment method per account', async () => {
    const wrong = await db.many(sql`
      select account_id from repayment_source group by account_id
      having count(*) filter (where is_default) > 1 or count(*) filter (where is_preferred) > 1`)
    expect(wrong).toEqual([])
  })

  const bank = 'Bank account ending 3456'
  it.each<[string, MethodKind[], string[], object?]>([
    ['pm.all', three, ['Visa ending 4242 default active', bank, 'American Express ending 0005']],
    ['pm.cardonly', ['Card'], ['Visa ending 5556 default active']],
    ['pm.bankonly', ['AuBankAccount'], [`${bank} default active`]],
    ['pm.banknoauth', ['AuBankAccount'], [], { source: null }],
    ['pm.bpayonly', ['Bpay'], ['BPAY default active']],
    ['pm.bankbpay', ['AuBankAccount', 'Bpay'], [], { source: null }],
    ['pm.cardbank', ['Card', 'AuBankAccount'], [`${bank} default active`]],
    ['pm.cardbpay', ['Card', 'Bpay'], ['Visa ending 5556 default active']],
    ['pm.mismatch', ['Card'], ['Mastercard ending 8210 default active']],
    ['pm.none', [], ['Visa ending 5556 default active']],
    ['pm.ukbank', ['UkBankAccount'], [], { source: null }],
    ['pm.ukboth', ['Card', 'UkBankAccount'], ['Visa ending 0005 default active']],
    [
      'pm.cutoff',
      three,
      ['Visa ending 5556 default active', 'Mastercard ending 8210'],
      { hasMissedCutoff: true },
    ],
    ['pm.pending', three, [`${bank} default active`, 'Visa ending 5556 active'], { isPending: true }],
    ['pm.locked', three, ['Visa ending 5556 default active', bank], { allowChange: false }],
    ['pm.defaultnotactive', three, ['Visa ending 5556 default', 'Mastercard ending 8210 active']],
    ['pm.expired', three, ['Visa ending 4242 CardExpired', `${bank} default active`]],
    ['pm.expiring', three, ['Visa ending 4242 default active CardExpiring', bank]],
    ['pm.ended', three, ['Bank account ending 3335 default active MandateEnded', 'Visa ending 5556']],
    ['pm.noupdates', three, ['Visa ending 5556 default active'], { allowChange: false }],
    [
      'pm.many',
      three,
      [
        'Visa ending 5556 default active',
        'Visa ending 4242',
        'Mastercard ending 8210',
        'Mastercard ending 4444',
        'American Express ending 0005',
        bank,
      ],
    ],
    ['pm.fail', three, ['Visa ending 5556 default active', 'Mastercard ending 8210']],
  ])('show %s what may be added, and what is saved', async (login, offered, saved, repayment = {}) => {
    const account = await factsOf(login)
    const { region, bpay } = account
    expect(
      methodsOffered({
        region,
        regionalMethods: account.allowedRegionalMethods,
        portalMethods: account.allowedPortalMethods,
        hasBpay: bpay !== null,
      }),
    ).toEqual(offered)
    const details = await readRepaymentDetails({ db, clock: () => now }, account.accountId)
    const feeding = new Set(details.repayments.map(({ source }) => source?.id))
    expect(
      details.repaymentSources.map(({ displayName, isDefault, preferred, id, trouble }) =>
        [
          displayName,
          ...(isDefault ? ['default'] : []),
          ...(preferred || feeding.has(id) ? ['active'] : []),
          ...(trouble ? [trouble] : []),
        ].join(' '),
      ),
    ).toEqual(saved)
    expect(details.repayments).toMatchObject([
      {
        hasMissedCutoff: false,
        isPending: false,
        allowChange: true,
        ...repayment,
        changeEffectiveDate: 'isPending' in repayment ? addDays(dateIn(region, now), 5) : null,
      },
    ])
    expect(details.directDebitAuthorisation === null).toBe(login === 'pm.banknoauth' || region === 'UK')
  })

  it('have authorised their Australian bank accounts with the stored text', async () => {
    const wrong = await db.many(sql`
      select source.id from repayment_source source join account on account.id = source.account_id
      where source.type = 'BankAccount' and account.region = 'AU' and not exists (
        select from consent join agreement_text text on text.kind = consent.kind and text.version = consent.text_version
        where consent.subject_id = source.id
          and consent.text_hash = encode(sha256(convert_to(text.body, 'UTF8')), 'hex'))`)
    expect(wrong).toEqual([])
  })

  const licenceFailed = 'Automatic Fail DriversLicense'
  const creditPassed = 'CreditBody Pass'
  const both = ['CreditIdCheckConsent yes', 'ProductSwitch yes']
  const idConsent = 'IdCheckConsent yes'
  const inSetup = ['PayPlus', 'VerifyYourIdentity', null] as const
  it.each<
    [
      string,
      readonly [product: string, setup: string, change: string | null],
      step: IdentityStep,
      checks: string[],
      consents: string[],
    ]
  >([
    ['switch.details', ['Pay', 'NoFurtherSteps', 'VerifyYourDetails'], 'NotNeeded', [], []],
    ['switch.decline', ['Pay', 'NoFurtherSteps', 'VerifyYourDetails'], 'NotNeeded', [], []],
    ['switch.processing', ['Pay', 'NoFurtherSteps', 'Processing'], 'NotNeeded', [creditPassed], both],
    [
      'switch.identity',
      ['Pay', 'NoFurtherSteps', 'VerifyYourIdentity'],
      'Check',
      [],
      ['CreditIdCheckConsent no', 'ProductSwitch yes'],
    ],
    [
      'switch.completed',
      ['PayPlus', 'NoFurtherSteps', 'Completed Fortnight'],
      'NotNeeded',
      [creditPassed],
      both,
    ],
    ['switch.completednofreq', ['PayPlus', 'NoFurtherSteps', 'Completed'], 'NotNeeded', [creditPassed], both],
    ['switch.none', ['Pay', 'NoFurtherSteps', null], 'NotNeeded', [], []],
    ['switch.loadfail', ['Pay', 'NoFurtherSteps', 'VerifyYourDetails'], 'NotNeeded', [], []],
    ['switch.savefail', ['Pay', 'NoFurtherSteps', 'VerifyYourDetails'], 'NotNeeded', [], []],
    ['setup.identity', inSetup, 'Check', [], []],
    [
      'setup.review',
      ['PayPlus', 'ManualReview', null],
      'InReview',
      [licenceFailed, 'Manual Waiting DriversLicense'],
      [idConsent, idConsent],
    ],
    ['id.manual', inSetup, 'Upload', [licenceFailed], [idConsent]],
    ['id.rejected', inSetup, 'Upload', [licenceFailed, 'Manual Fail DriversLicense'], [idConsent, idConsent]],
    ['id.uk', inSetup, 'Check', [], []],
  ])('show %s the status of their switch or identity check', async (login, standing, ...expected) => {
    const { accountId } = await factsOf(login)
    const account = await db.first<{ values: unknown[] }>(sql`
      select json_build_array(product_type, setup_status, (
        select concat_ws(' ', status, frequency) from product_change where account_id = account.id)) as values
      from account where id = ${accountId}`)
    expect(account?.values).toEqual(standing)
    const checks = await valuesOf(
      db,
      sql`
      select concat_ws(' ', manner, coalesce(outcome, 'Waiting'), document_type) as value
      from identity_check where account_id = ${accountId} order by created_at`,
    )
    const consents = await valuesOf(
      db,
      sql`
      select kind || case when agreed then ' yes' else ' no' end as value from consent
      where account_id = ${accountId} and kind <> 'DirectDebitAuthorisation' order by given_at, kind`,
    )
    const facts = await findIdentityFacts(db, accountId)
    expect([facts && identityStep(facts, now), checks, consents]).toEqual(expected)
  })

  it('were invited to switch by staff, answered later, and see the result for at most a month', async () => {
    const wrong = await db.many(sql`
      select * from product_change
      where invited_by is null or created_at > coalesce(details_at, created_at)
        or details_at > coalesce(completed_at, details_at) or completed_at < ${now}::timestamptz - interval '20 days'
        or (status = 'VerifyYourDetails') <> (details_at is null) or (status = 'Completed') <> (completed_at is not null)`)
    expect(wrong).toEqual([])
    const rhythms = await valuesOf(
      db,
      sql`
      select version.frequency as value from product_change
        join plan on plan.account_id = product_change.account_id
        join plan_version version on version.account_id = plan.account_id and version.plan_id = plan.id
      where product_change.frequency is not null and plan.status = 'Saved'`,
    )
    expect(rhythms).toEqual(['Fortnight'])
  })

  it('have each agreed to a stored text', async () => {
    const wrong = await db.many(sql`
      select kind, text_version from consent where not exists (
        select from agreement_text text where text.kind = consent.kind and text.version = consent.text_version
          and consent.text_hash = encode(sha256(convert_to(text.body, 'UTF8')), 'hex'))`)
    expect(wrong).toEqual([])
  })

  it('have valid and unique references, short ids and mobiles', async () => {
    const references = await valuesOf(
      db,
      sql`
      select bpay_reference as value from account where bpay_reference is not null`,
    )
    expect(new Set(references).size).toBe(references.length)
    expect(references.filter((reference) => !passesLuhn(String(reference)))).toEqual([])
    const endings = await valuesOf(
      db,
      sql`
      select right(mobile_e164, 3) as value from customer where mobile_e164 is not null`,
    )
    expect(new Set(endings).size).toBe(endings.length)
    expect(endings.filter((ending) => ['000', '001', '002'].includes(String(ending)))).toEqual([])
  })

  it.each<[string, readonly string[], ReturnType<typeof sql>]>([
    ['set-up status', accountSetupStatuses, sql`select setup_status as value from account`],
    [
      'plan status',
      planStatuses,
      sql`select coalesce(plan.status, 'None') as value from account left join plan on account_id = account.id`,
    ],
    ['renewal status', renewalStatuses, sql`select renewal_status as value from account`],
    ['step of a switch', productChangeStatuses, sql`select status as value from product_change`],
    ['product', productTypes, sql`select product_type as value from account`],
    ['account status', accountStatuses, sql`select status as value from account`],
    ['contribution', contributionStatuses, sql`select status as value from voluntary_contribution`],
    [
      'method of a region',
      regionalPaymentMethods,
      sql`select unnest(allowed_regional_methods) as value from account`,
    ],
    [
      'method of the portal',
      portalPaymentMethods,
      sql`select unnest(allowed_portal_methods) as value from account`,
    ],
    [
      'surcharge policy',
      surchargeAbsorptions,
      sql`select absorb_card_surcharge as value from institution join payment_request on institution_id = institution.id`,
    ],
    [
      'frequency in use',
      ['Week', 'Fortnight', 'Month', 'Term', 'TwicePerYear'],
      sql`select frequency as value from plan_version`,
    ],
    ['region', regions, sql`select region as value from account`],
    [
      'payment request status',
      ['Open', 'PartPaid', 'Paid', 'Cancelled', 'Expired'],
      sql`select status as value from payment_request`,
    ],
    [
      'withdrawal status',
      ['Pending', 'Approved', 'Paid', 'Declined'],
      sql`select status as value from withdrawal_request`,
    ],
    [
      'invoice status',
      ['Issued', 'Waiting', 'Accepted', 'Rejected'],
      sql`select status as value from invoice`,
    ],
  ])('show every %s', async (_, expected, statement) => {
    expect(new Set(await valuesOf(db, statement))).toEqual(new Set(expected))
  })

  it.each([
    ['plan.none', 'None'],
    ['plan.draft', 'Draft'],
    ['plan.saved', 'Saved'],
    ['plan.review', 'ManualReview'],
    ['plan.started0', 'Current'],
    ['plan.completed', 'Completed'],
    ['olivia', 'Current'],
    ['harriet', 'Current'],
  ])('show %s a plan that is %s on the Overview', async (login, status) => {
    const overview = await overviewOf(login)
    expect(overview.planStatus).toBe(status)
    if (status === 'Current' || status === 'Saved') expect(overview.nextRepayment).not.toBeNull()
  })

  it('start plans on all days that the Overview distinguishes', async () => {
    const days = async (login: string) => {
      const { plans, accountId } = await factsOf(login)
      const [row] = await db.many<{ days: number }>(sql`
        select (${now}::timestamptz at time zone case region when 'AU' then 'Australia/Sydney' else 'Europe/London'
          end)::date - ${plans[0]!.startDate}::date as days from account where id = ${accountId}`)
      return row!.days
    }
    expect(await days('plan.started0')).toBe(0)
    expect(await days('plan.started30')).toBe(30)
    expect(await days('plan.started31')).toBe(31)
    expect(await days('olivia')).toBe(90)
    expect(await days('plan.saved')).toBeLessThanOrEqual(-20)
  })

  it('offer the plans of the running and the next year', async () => {
    const year = configOf(await factsOf('renew.review'), now).year
    const { plans } = await overviewOf('renew.review')
    expect(plans.map((plan) => [plan.tuitionYear, plan.planStatus, plan.lastUpdatedByCustomer])).toEqual([
      [year, 'Current', true],
      [year + 1, 'Draft', false],
    ])
    expect((await overviewOf('renew.allset')).plans[1]).toMatchObject({
      planStatus: 'Saved',
      lastUpdatedByCustomer: true,
    })
    expect((await overviewOf('renew.allset')).plans.map(({ canBeEdited }) => canBeEdited)).toEqual([
      false,
      true,
    ])
    expect((await overviewOf('plan.completed')).activePlan).toMatchObject({
      tuitionYear: year,
      remainingToBeRepaid: 0,
    })
  })

  it('close the plan of plan.cutoff to edits, and leave that of plan.saved open', async () => {
    expect((await overviewOf('plan.cutoff')).activePlan?.config.customerCanUpdateSchedule).toBe(false)
    expect((await overviewOf('plan.saved')).activePlan?.config.customerCanUpdateSchedule).toBe(true)
  })

  it('show sixty transactions in four years at three schools', async () => {
    const rows = await db.many<{
      year: number
      school: string | null
      description: string | null
      amount: number
    }>(sql`
      select extract(year from posted_on)::int as year, institution.name as school, description,
        amount_minor as amount
      from ledger_entry entry
        join ledger_posting posting on posting.account_id = entry.account_id and posting.entry_id = entry.id
        left join institution on institution.id = entry.institution_id
        join account_member on account_member.account_id = entry.account_id
        join customer on customer.id = account_member.customer_id
      where customer.email = 'tx.many@demo.example' and book = 'Family'`)
    expect(rows).toHaveLength(60)
    expect(new Set(rows.map((row) => row.year)).size).toBe(4)
    expect(new Set(rows.map((row) => row.school)).size).toBe(4)
    expect(rows.filter((row) => row.school === null)).toHaveLength(1)
    expect(rows.filter((row) => row.description === null)).toHaveLength(1)
    expect(rows.some((row) => row.amount < 0)).toBe(true)
  })

  it('have complete files, except for the lost one', async () => {
    const files = await db.many<{ content: Buffer; size: number }>(sql`
      select content, size_bytes as size from stored_file`)
    expect(files.length).toBeGreaterThan(20)
    for (const { content, size } of files) {
      const text = content.toString('latin1')
      expect(content).toHaveLength(size)
      expect(text.startsWith('%PDF-')).toBe(true)
      expect(text.slice(Number(/startxref\n(\d+)/.exec(text)?.[1])).startsWith('xref')).toBe(true)
    }
    expect(await valuesOf(db, sql`select count(*) as value from statement where file_id is null`)).toEqual([
      1,
    ])
  })
})

itLong('are the same families, with the same ids, in every load', async () => {
  const at = '2026-11-15T02:00:00Z'
  const [first, second] = await Promise.all([load(at), load(at)])
  for (const table of [
    'customer',
    'account',
    'plan',
    'instalment',
    'payment',
    'ledger_entry',
    'stored_file',
  ]) {
    const all = { name: '', text: `select to_jsonb(row) as value from ${table} row order by 1`, values: [] }
    const rows = await first.db.many(all)
    expect(rows.length).toBeGreaterThan(0)
    expect(await second.db.many(all)).toEqual(rows)
  }
  await Promise.all([first.db.close(), second.db.close()])
})

itLong('have statements made by the server’s own job, each beginning where the last one ended', async () => {
  const { db, now } = await load('2027-01-02T03:00:00Z')
  const config = readConfig({ DATABASE_URL: 'postgres://none' })
  await makeDemoStatements({ db, config }, documentFamilies, now)
  await encryptFiles({ db, config })
  const made = await db.many<{
    id: string
    accountId: string
    name: string
    opening: number
    closing: number
  }>(sql`
    select statement.id, statement.account_id as "accountId", name, opening_minor as opening, closing_minor as closing
    from statement where file_id is not null order by name`)
  expect(made.map(({ name }) => name)).toEqual(
    ['2026-05', '2026-06', '2026-07', '2026-08', '2026-09', '2026-10', '2026-11', '2026-12'].map(
      (month) => `Statement ${month}`,
    ),
  )
  for (const [index, { opening }] of made.entries()) {
    if (index > 0) expect(opening).toBe(made[index - 1]?.closing)
  }
  const [newest] = made.toReversed()
  const { accountId = '', id: statementId = '' } = newest ?? {}
  const file = await readStatementFile({ db, config }, { accountId, statementId })
  expect((await readPdf(file.bytes)).title).toBe('Statement 2026-12')
  const clear = await db.many(sql`select 1 from stored_file where encryption_key_id is null`)
  expect(clear).toEqual([])
  await db.close()
})

itLong(
  'have document numbers encrypted with the installation’s keys, and a copy for staff to compare',
  async () => {
    const { db } = await load('2026-11-15T02:00:00Z')
    const config = readConfig({ DATABASE_URL: 'postgres://none' })
    expect(await encryptDocuments({ db, config })).toBeGreaterThan(3)
    await encryptFiles({ db, config })
    expect(await encryptDocuments({ db, config })).toBe(0)
    const [review] = await db.many<{ accountId: string; checkId: string; fileId: string }>(sql`
    select review.account_id as "accountId", subject_id as "checkId", file_id as "fileId"
    from review join identity_check made on made.account_id = review.account_id and made.id = subject_id
    where review.kind = 'Identity' and status = 'Open'`)
    const { accountId, checkId, fileId } = review!
    const seen = await readIdentityReview({ db, config }, { accountId, checkId })
    expect(seen).toMatchObject({
      customerName: 'Fatima Noor',
      birthDate: '1988-01-29',
      document: { type: 'DriversLicense', driversLicenseState: 'NSW' },
    })
    const { bytes } = await openFile(db, { config }, { accountId, id: fileId })
    const copy = (await readPdf(bytes)).pages.flatMap(({ lines }) => lines)
    const numbers = Object.values(seen.document!).slice(1)
    expect(copy).toEqual(expect.arrayContaining(numbers))
    for (const number of numbers) {
      const inClear = await db.many(sql`
      select 1 from identity_check where position(convert_to(${number}, 'UTF8') in document) > 0`)
      expect(inClear).toEqual([])
    }
    await db.close()
  },
)

function passesLuhn(number: string): boolean {
  const sum = Array.from(number)
    .reverse()
    .map((digit, index) => Number(digit) * (index % 2 === 1 ? 2 : 1))
    .reduce((total, value) => total + (value > 9 ? value - 9 : value), 0)
  return sum % 10 === 0
}
